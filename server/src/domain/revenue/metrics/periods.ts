import { badRequest } from '../../../kit/errors.ts';
import type { LocalMonths } from '../../../kit/local-months.ts';

/** `range`: all of it is one period. */
export type Granularity = 'month' | 'quarter' | 'year' | 'range';

/** `[start, end)`. `key` is `2026-04`, `2026-Q2`, `2026` or `range`. `isWhole`: it was not cut to the range asked for. */
export type Period = { key: string; start: Date; end: Date; isWhole: boolean };

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

const periodsMax = 1200;

const keyOf = (month: number, granularity: keyof typeof monthsIn): string => {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  const index = month % 12;
  if (granularity === 'year') return year;
  return granularity === 'quarter'
    ? `${year}-Q${Math.floor(index / 3) + 1}`
    : `${year}-${String(index + 1).padStart(2, '0')}`;
};

/**
 * The periods of the calendar that a range `[from, until)` touches, cut to it. They follow each other without a gap.
 * Throws 400 for a range that is empty or has more than 1200 periods.
 */
export const listPeriods = (
  { from, until }: { from: Date; until: Date },
  granularity: Granularity,
  months: LocalMonths,
): Period[] => {
  if (from >= until)
    throw badRequest([{ path: 'endDate', code: 'invalid', message: 'must be after the start of the range' }]);
  if (granularity === 'range') return [{ key: 'range', start: from, end: until, isWhole: true }];
  const step = monthsIn[granularity];
  const first = months.monthOf(from.getTime());
  const last = months.monthOf(until.getTime() - 1);
  if ((last - first) / step > periodsMax)
    throw badRequest([
      { path: 'granularity', code: 'invalid', message: `must make at most ${periodsMax} periods of the range` },
    ]);
  const periods: Period[] = [];
  for (let month = first - (first % step); month <= last; month += step) {
    const [start, end] = [new Date(months.startOf(month)), new Date(months.startOf(month + step))];
    periods.push({
      key: keyOf(month, granularity),
      start: start < from ? from : start,
      end: end > until ? until : end,
      isWhole: start >= from && end <= until,
    });
  }
  return periods;
};
