import { isDay, isObject, putAt, valueAt } from '../document.ts';
import type { ClearableLens } from '../translation.ts';

const twoDigits = (value: unknown): string => String(value).padStart(2, '0');

/** A `google.type.Date` as YYYY-MM-DD; undefined if it is not a whole day of the calendar. */
export const dayOfDate = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined;
  const day = `${value.year}-${twoDigits(value.month)}-${twoDigits(value.day)}`;
  return isDay(day) ? day : undefined;
};

export const dateLens = (path: string): ClearableLens<string> => ({
  read: (document) => dayOfDate(valueAt(document, path)),
  write: (document, day) => {
    const [year, month, date] = day.split('-').map(Number);
    return putAt(document, path, { year, month, day: date });
  },
  clear: (document) => putAt(document, path, undefined),
});
