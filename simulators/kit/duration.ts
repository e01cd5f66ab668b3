/** The parts of an ISO 8601 duration; weeks are folded into days. */
export type Duration = { years: number; months: number; days: number; hours: number; minutes: number; seconds: number };

const pattern = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/** Parses an ISO 8601 duration such as `PT1H`, `P7D` or `P12M`; returns null if the text is not one. */
export const parseDuration = (text: string): Duration | null => {
  const match = pattern.exec(text);
  if (!match || text === 'P' || text.endsWith('T')) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  return {
    years: part(1),
    months: part(2),
    days: part(3) * 7 + part(4),
    hours: part(5),
    minutes: part(6),
    seconds: part(7),
  };
};

/**
 * Adds a duration to a time (epoch milliseconds, UTC calendar); a day that the month does not have becomes its last
 * day.
 */
export const addDuration = (time: number, duration: Duration): number => {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + duration.years * 12 + duration.months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  const seconds = duration.days * 86400 + duration.hours * 3600 + duration.minutes * 60 + duration.seconds;
  return date.getTime() + Math.round(seconds * 1000);
};
