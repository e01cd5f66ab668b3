import { localTimeOf } from './pacific-time.ts';

/**
 * The months of a time zone's calendar. A month is a number, year × 12 + (0 for January), so that months can be counted.
 * Times are milliseconds.
 */
export type LocalMonths = {
  /** The first instant of a month. */
  startOf: (month: number) => number;
  /** The month that contains a time. */
  monthOf: (time: number) => number;
};

const hourMs = 3_600_000;

/** Local times of a zone as if they were of UTC, to the second. */
export const shownAt = (time: number, zone: string): number => {
  const { year, month, day, hours, minutes, seconds } = localTimeOf(new Date(time), zone);
  return Date.UTC(year, month - 1, day, hours, minutes, seconds);
};

/**
 * The first instant at which a zone's clocks have reached a local time. Where clocks are moved at midnight, that local
 * time is skipped (Asunción, 1 October 2023) or shown twice (Havana, 1 November 2026).
 */
export const firstInstantOf = (shown: number, zone: string): number => {
  // Zones are between 12 hours behind UTC and 14 hours ahead: the offsets around it are those before and after.
  const offsets = [shown - 15 * hourMs, shown + 13 * hourMs].map((time) => shownAt(time, zone) - time);
  let low = shown - Math.max(...offsets);
  let high = shown - Math.min(...offsets);
  if (low === high || shownAt(low, zone) >= shown) return low;
  // Clocks were moved in between: before that they had not reached it, afterwards they had.
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (shownAt(middle, zone) >= shown) high = middle;
    else low = middle;
  }
  return high;
};

/** The first instant of a day (YYYY-MM-DD) in a zone. Throws a RangeError for an unknown zone. */
export const startOfLocalDay = (day: string, zone: string): Date =>
  new Date(firstInstantOf(Date.parse(`${day}T00:00:00Z`), zone));

/** Throws a RangeError for an unknown zone. Remembers each month that it was asked for. */
export const localMonths = (zone: string): LocalMonths => {
  localTimeOf(new Date(0), zone);
  const starts = new Map<number, number>();
  const startOf = (month: number): number => {
    const known = starts.get(month);
    if (known !== undefined) return known;
    const start = firstInstantOf(Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1), zone);
    starts.set(month, start);
    return start;
  };
  const monthOf = (time: number): number => {
    const utc = new Date(time);
    const month = utc.getUTCFullYear() * 12 + utc.getUTCMonth();
    if (time < startOf(month)) return month - 1;
    return time >= startOf(month + 1) ? month + 1 : month;
  };
  return { startOf, monthOf };
};
