import type { Decimal } from '../../../kit/decimal.ts';
import { localMonths } from '../../../kit/local-months.ts';
import { addRationals, multiplyRationals, type Rational, rational, readRational } from '../../../kit/rational.ts';
import { type ItemSource, sourceOf } from './parts.ts';
import type { RecurringItem } from './recurring-item.ts';
import type { MetricsSettings } from './settings.ts';
import { drawTimelines, type Timeline } from './timelines.ts';

/** Revenue of metered usage as it was billed; below 0 for a correction. `time` is when the usage happened. */
export type UsageRevenue = { recordId: string; entitlementId: string; currency: string; time: Date; amount: Decimal };

/** An entitlement in a month: its records, the minimum that it pays anyway, and what exceeds it (all of it without one). */
export type UsageMonth = {
  entitlementId: string;
  start: Date;
  end: Date;
  revenue: Rational;
  minimum: Rational;
  excess: Rational;
  recordIds: string[];
  minimumItems: ItemSource[];
};

/** Run-rates are 4 times the sums of `months`, the last three whole ones. */
export type UsageRunRate = { currency: string; runRate: Rational; excessRunRate: Rational; months: UsageMonth[] };

const monthsCounted = 3;
const quartersOfYear = rational(4n);
const none = rational(0n);

/** What the MRR of an item is on average between two times. */
const averageOf = ({ changes }: Timeline, start: number, end: number, scale: bigint): Rational => {
  const sum = changes.reduce((total, { time, units }) => {
    const during = end - Math.max(start, Math.min(end, time));
    return total + units * BigInt(during);
  }, 0n);
  return rational(sum, scale * BigInt(end - start));
};

const sumOf = (months: readonly UsageMonth[], key: 'revenue' | 'excess'): Rational =>
  months.reduce((sum, month) => addRationals(sum, month[key]), none);

/**
 * The run-rate of usage by currency, from the last three whole months of the zone before `at`. The minimum of an
 * entitlement is that of its items marked as minimum of usage, by the time that they count in the month; what is below it
 * in one month does not offset another.
 */
export const rateUsage = (
  { usage, items }: { usage: readonly UsageRevenue[]; items: readonly RecurringItem[] },
  { at, zone, settings }: { at: Date; zone: string; settings: MetricsSettings },
): UsageRunRate[] => {
  const calendar = localMonths(zone);
  const current = calendar.monthOf(at.getTime());
  const months = Array.from({ length: monthsCounted }, (_, index) => current - monthsCounted + index);
  const { scale, list } = drawTimelines(
    items.filter(({ isUsageMinimum }) => isUsageMinimum),
    settings,
  );
  const keyOf = (one: { entitlementId: string; currency: string }): string =>
    JSON.stringify([one.currency, one.entitlementId]);
  const minimums = Map.groupBy(list, ({ item }) => keyOf(item));
  const from = calendar.startOf(current - monthsCounted);
  const until = calendar.startOf(current);
  const counted = usage.filter(({ time }) => time.getTime() >= from && time.getTime() < until);
  const found = [...Map.groupBy(counted, keyOf)].flatMap(([key, records]) => {
    const [{ currency, entitlementId }] = records as [UsageRevenue];
    const byMonth = Map.groupBy(records, ({ time }) => calendar.monthOf(time.getTime()));
    return months.flatMap((month): (UsageMonth & { currency: string })[] => {
      const own = byMonth.get(month) ?? [];
      if (own.length === 0) return [];
      const [start, end] = [calendar.startOf(month), calendar.startOf(month + 1)];
      const revenue = own.reduce((sum, { amount }) => addRationals(sum, readRational(amount)), none);
      const parts = (minimums.get(key) ?? []).map(({ item, ...timeline }) => ({
        item,
        minimum: averageOf({ item, ...timeline }, start, end, scale),
      }));
      const minimum = parts.reduce((sum, part) => addRationals(sum, part.minimum), none);
      const over = addRationals(revenue, { n: -minimum.n, d: minimum.d });
      return [
        {
          currency,
          entitlementId,
          start: new Date(start),
          end: new Date(end),
          revenue,
          minimum,
          excess: minimum.n === 0n || over.n > 0n ? over : none,
          recordIds: own.map(({ recordId }) => recordId).sort(),
          minimumItems: parts.filter((part) => part.minimum.n > 0n).map(({ item }) => sourceOf(item)),
        },
      ];
    });
  });
  return [...Map.groupBy(found, ({ currency }) => currency)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, list_]) => {
      const own = list_
        .map(({ currency: _currency, ...month }): UsageMonth => month)
        .sort(
          (left, right) =>
            left.start.getTime() - right.start.getTime() || (left.entitlementId < right.entitlementId ? -1 : 1),
        );
      return {
        currency,
        runRate: multiplyRationals(sumOf(own, 'revenue'), quartersOfYear),
        excessRunRate: multiplyRationals(sumOf(own, 'excess'), quartersOfYear),
        months: own,
      };
    });
};
