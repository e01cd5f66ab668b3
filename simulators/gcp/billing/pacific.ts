import { dateTimeOf, readDateTime } from '../producer/date-time.ts';

/** The day of a time in Los Angeles, `2026-11-20`. Google's bills and reports go by its days and months. */
export const pacificDay = (time: number): string => {
  const { year, month, day } = dateTimeOf(time);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
};

/** The month of a time in Los Angeles, `2026-11`. */
export const pacificMonth = (time: number): string => pacificDay(time).slice(0, 7);

/** A day some days after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A month some months after another. */
export const addMonthsTo = (month: string, months: number): string => {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The midnight in Los Angeles with which a day begins. */
export const startOfDay = (day: string): number => {
  const [year, month, date] = day.split('-').map(Number);
  return readDateTime({ year, month, day: date }) ?? Number.NaN;
};

/** The first instant of a month in Los Angeles. */
export const startOfMonth = (month: string): number => startOfDay(`${month}-01`);

/** The tenth business day of a month. Holidays are not considered (not confirmed). */
export const tenthBusinessDay = (month: string): string => {
  let day = addDays(`${month}-01`, -1);
  for (let count = 0; count < 10; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return day;
};
