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

/** The months of the calendar between two times, whatever their days. */
const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

const firstOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));

export const laterOf = (left: Date, right: Date): Date => new Date(Math.max(left.getTime(), right.getTime()));

export type Cycle = 'MONTH_FIRST_DAY' | 'ENTITLEMENT_START_DATE';

/**
 * Where intervals from `start` begin. Intervals of months continue those from `origin` if `start` is one of theirs: after
 * 31 January and 28 February comes 31 March, also in a term that begins on 28 February.
 */
const boundariesFrom = (
  start: Date,
  { interval, cycle, origin }: { interval: Interval; cycle: Cycle; origin: Date },
): ((count: number) => Date) => {
  if (cycle === 'MONTH_FIRST_DAY' && interval.unit === 'MONTH')
    return (count) => addIntervals(firstOfMonth(start), interval, count);
  const months = monthsBetween(origin, start);
  if (interval.unit === 'DAY' || addMonths(origin, months).getTime() !== start.getTime())
    return (count) => addIntervals(start, interval, count);
  const step = interval.length * (interval.unit === 'YEAR' ? 12 : 1);
  return (count) => addMonths(origin, months + step * count);
};

/** More periods than this are a mistake: a day each, for longer than a century. */
const periodsMax = 40_000;
/** No day that can be written is as many days after another one. */
const countMax = 2 ** 22;

/** The first period that ends after a time, by number. Boundaries ascend. */
const firstAfter = (boundary: (count: number) => Date, after: Date): number => {
  let [low, high] = [0, 1];
  while (high < countMax && boundary(high) <= after) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (boundary(middle) <= after) low = middle;
    else high = middle;
  }
  return low;
};

/**
 * The periods of `[start, end)`, without a gap or an overlap, up to the last one that begins at or before `until`. Those that
 * end at or before `after` are left out. With
 * MONTH_FIRST_DAY, intervals of months begin on the first of a month; all others begin at `start`, counted
 * from `origin` (see `boundariesFrom`).
 */
export const listPeriods = (
  { start, end }: { start: Date; end: Date | null },
  { until, after, ...intervals }: { interval: Interval; cycle: Cycle; origin: Date; until: Date; after?: Date },
): Period[] => {
  const boundary = boundariesFrom(start, intervals);
  const last = end !== null && end < until ? end : until;
  const periods: Period[] = [];
  const first = after === undefined ? 0 : firstAfter(boundary, after);
  for (let count = first; count < first + periodsMax; count += 1) {
    const wholeStart = boundary(count);
    const wholeEnd = boundary(count + 1);
    const from = wholeStart < start ? start : wholeStart;
    if (from > last || (end !== null && from >= end)) break;
    periods.push({ start: from, end: end !== null && end < wholeEnd ? end : wholeEnd, wholeStart, wholeEnd });
  }
  return periods;
};
