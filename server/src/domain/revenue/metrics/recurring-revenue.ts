import type { Decimal } from '../../../kit/decimal.ts';
import { addRationals, multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import { type ItemPart, type ItemSource, listItemParts, sourceOf } from './parts.ts';
import type { RecurringItem } from './recurring-item.ts';
import type { MetricsSettings } from './settings.ts';
import { showAmount } from './show-line.ts';
import { drawTimelines, isBridgedAt, type Timeline, type Timelines, unitsAt } from './timelines.ts';

/** An amount exact, and as it is shown: rounded half-even to the currency's smallest unit. */
export type Money = { exact: Rational; amount: Decimal };

/** MRR, ARR and committed MRR of a currency, with the items whose sums MRR and committed MRR are. */
export type CurrencyRevenue = {
  currency: string;
  mrr: Money;
  arr: Money;
  committedMrr: Money;
  items: ItemPart[];
  committedItems: ItemPart[];
};

export type RecurringRevenue = {
  /** By code; amounts of different currencies are never added. */
  currencies: CurrencyRevenue[];
  /** Items in force that do not recur. */
  nonRecurring: (ItemSource & { amount: Decimal })[];
};

const moneyOf = (exact: Rational, currency: string): Money => ({ exact, amount: showAmount(exact, currency) });

const isPending = ({ cancellations = [] }: RecurringItem, at: Date): boolean =>
  cancellations.some(({ time, withdrawnTime }) => time <= at && (withdrawnTime === null || withdrawnTime > at));

/** What an item commits its buyer to a month, as known at a time: what it counts for then, or from its start on. */
const committedUnits = (timeline: Timeline, at: Date): bigint => {
  const { item, renewal, changes } = timeline;
  const time = at.getTime();
  if (item.signedTime > at || isPending(item, at) || (renewal && renewal.signedTime <= time)) return 0n;
  const first = changes[0]?.time ?? 0;
  return unitsAt(timeline, Math.max(time, first));
};

const listCommittedParts = (timelines: readonly Timeline[], scale: bigint, at: Date): ItemPart[] =>
  timelines
    .map((timeline) => ({ timeline, units: committedUnits(timeline, at) }))
    .filter(({ units }) => units !== 0n)
    .map(({ timeline, units }): ItemPart => {
      const isBridged = isBridgedAt(timeline, at.getTime());
      return { kind: 'ITEM', ...sourceOf(timeline.item), amount: rational(units, scale), isBridged };
    })
    .sort((left, right) => (left.itemId < right.itemId ? -1 : 1));

/** Items in force that do not recur. */
export const listNonRecurring = (items: readonly RecurringItem[], at: Date): RecurringRevenue['nonRecurring'] =>
  items
    .filter(({ isOneTime, start, end }) => isOneTime && start <= at && (end === null || at < end))
    .map((item) => ({ ...sourceOf(item), amount: item.amount }));

/** Committed MRR at an instant, exact, by currency. */
export const sumCommitted = ({ scale, list }: Timelines, at: Date): { currency: string; exact: Rational }[] => {
  const sums = new Map<string, bigint>();
  for (const timeline of list) {
    const { currency } = timeline.item;
    sums.set(currency, (sums.get(currency) ?? 0n) + committedUnits(timeline, at));
  }
  return [...sums].map(([currency, units]) => ({ currency, exact: rational(units, scale) }));
};

/** Recurring revenue at an instant, by currency. */
export const sumRecurringRevenue = (
  items: readonly RecurringItem[],
  at: Date,
  settings: MetricsSettings,
): RecurringRevenue => {
  const { scale, list } = drawTimelines(items, settings);
  const counted = Map.groupBy(listItemParts(list, scale, at.getTime()), ({ currency }) => currency);
  const committed = Map.groupBy(listCommittedParts(list, scale, at), ({ currency }) => currency);
  const total = (parts: readonly ItemPart[]): Rational =>
    parts.reduce((sum, { amount }) => addRationals(sum, amount), rational(0n));
  return {
    currencies: [...new Set([...counted.keys(), ...committed.keys()])].sort().map((currency) => {
      const own = counted.get(currency) ?? [];
      const signed = committed.get(currency) ?? [];
      const mrr = total(own);
      return {
        currency,
        mrr: moneyOf(mrr, currency),
        arr: moneyOf(multiplyRationals(mrr, rational(12n)), currency),
        committedMrr: moneyOf(total(signed), currency),
        items: own,
        committedItems: signed,
      };
    }),
    nonRecurring: listNonRecurring(items, at),
  };
};
