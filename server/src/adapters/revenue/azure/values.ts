const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(?:Z|[+-]00:?00)?$/;
const americanDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([AP])M)?)?$/;

type Fields = { year: number; month: number; day: number; hour: number; minute: number; second: number; ms: number };

const hoursOf = (hour: number, half: string | undefined): number =>
  half === undefined ? hour : (hour % 12) + (half === 'P' ? 12 : 0);

const fieldsOf = (text: string): Fields | null => {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = ''] = isoDate.exec(text) ?? [];
  if (year !== undefined) {
    const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
    const [years, months, days] = [Number(year), Number(month), Number(day)];
    return { year: years, month: months, day: days, hour: +hour, minute: +minute, second: +second, ms };
  }
  const [, m, d, y, h = 0, min = 0, s = 0, half] = americanDate.exec(text) ?? [];
  if (y === undefined) return null;
  return {
    ...{ year: Number(y), month: Number(m), day: Number(d) },
    ...{ hour: hoursOf(+h, half), minute: +min, second: +s, ms: 0 },
  };
};

/**
 * The time of a date of a report, in UTC; null if it is none. No page says how dates are written. Files seen by others
 * have 2022-09-01 and 2022-09-12 15:27:18.0000000, the pages' answers 2021-01-06T19:00:00Z, and the portal 9/1/2022.
 */
export const readDate = (text: string): Date | null => {
  const fields = fieldsOf(text);
  if (!fields) return null;
  const { year, month, day, hour, minute, second, ms } = fields;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, ms);
  // JavaScript takes the 31st of February for a day in March, and 25 o'clock for the next day.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && hour < 24 && minute < 60 && second < 60 ? date : null;
};

/** Microsoft writes the earliest possible date for none. */
export const isNoDate = (date: Date): boolean => date.getUTCFullYear() <= 1;
