import { addMonths } from '../../../kit/months.ts';

/** A span of the calendar in UTC. */
export type Interval = { length: number; unit: 'DAY' | 'MONTH' | 'YEAR' };

/**
 * A billing period, `[start, end)`: the part of a whole interval in which the price applied. `wholeStart` and
 * `wholeEnd` are the interval; they differ from `start` and `end` where the price began or ended within it.
 */
export type Period = { start: Date; end: Date; wholeStart: Date; wholeEnd: Date };

const dayMs = 86_400_000;

/** `count` intervals after an anchor. Always counted from the anchor, so that a short month does not shift the rest. */
export const addIntervals = (anchor: Date, { length, unit }: Interval, count: number): Date =>
  unit === 'DAY'
    ? new Date(anchor.getTime() + length * count * dayMs)
    : addMonths(anchor, length * count * (unit === 'YEAR' ? 12 : 1));

const firstOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));

export const laterOf = (left: Date, right: Date): Date => new Date(Math.max(left.getTime(), right.getTime()));

export type Cycle = 'MONTH_FIRST_DAY' | 'ENTITLEMENT_START_DATE';

/** More periods than this are a mistake: a day each, for longer than a century. */
const periodsMax = 40_000;

/**
 * The periods of `[start, end)`, without a gap or an overlap, up to the last one that begins at or before `until`. With
 * MONTH_FIRST_DAY, intervals of months begin on the first of a month; all others begin at `start`.
 */
export const listPeriods = (
  { start, end }: { start: Date; end: Date | null },
  { interval, cycle, until }: { interval: Interval; cycle: Cycle; until: Date },
): Period[] => {
  const anchor = cycle === 'MONTH_FIRST_DAY' && interval.unit === 'MONTH' ? firstOfMonth(start) : start;
  const last = end !== null && end < until ? end : until;
  const periods: Period[] = [];
  for (let count = 0; count < periodsMax; count += 1) {
    const wholeStart = addIntervals(anchor, interval, count);
    const wholeEnd = addIntervals(anchor, interval, count + 1);
    const from = wholeStart < start ? start : wholeStart;
    if (from > last || (end !== null && from >= end)) break;
    periods.push({ start: from, end: end !== null && end < wholeEnd ? end : wholeEnd, wholeStart, wholeEnd });
  }
  return periods;
};
