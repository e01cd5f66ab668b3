import { greatestDivisor } from '../../../kit/rational.ts';
import { monthlyOf, type Ratio, type RecurringItem } from './recurring-item.ts';
import { bridgeOf, findRenewals, type Renewal, type Span } from './renewals.ts';
import type { MetricsSettings } from './settings.ts';

/** Why an item's MRR changed. `BRIDGE_END`: it had counted on until its renewal began. */
export type ChangeReason = 'START' | 'END' | 'CANCELLATION' | 'WITHDRAWAL' | 'DISCOUNT' | 'BRIDGE_END';

/** The MRR of an item changes by `units` at `time`. */
export type Change = { item: RecurringItem; time: number; units: bigint; reason: ChangeReason };

/** The MRR of an item over time: its changes, in chronological order. */
export type Timeline = {
  item: RecurringItem;
  changes: readonly Change[];
  bridge: Span | null;
  renewal: Renewal | null;
};

/** Every amount of MRR is a whole number of units; `scale` units are one unit of its currency. */
export type Timelines = { scale: bigint; list: readonly Timeline[] };

const timeOf = (time: Date | null): number => time?.getTime() ?? Infinity;

/** The spans of an item in which it counts. */
const spansOf = ({ start, end, cancellations }: RecurringItem, { churnRecognition }: MetricsSettings): Span[] => {
  const [begin, over] = [start.getTime(), timeOf(end)];
  if (!cancellations) return begin < over ? [{ from: begin, to: over }] : [];
  const cuts = cancellations
    .map((one) => ({
      // One that is noticed only after it took effect counts from then.
      from: churnRecognition === 'period_end' ? timeOf(one.end) : Math.min(timeOf(one.time), timeOf(one.end)),
      to: timeOf(one.withdrawnTime),
    }))
    .sort((left, right) => left.from - right.from);
  const spans: Span[] = [];
  let from = begin;
  for (const cut of cuts) {
    if (cut.to <= cut.from) continue;
    if (from < cut.from) spans.push({ from, to: cut.from });
    from = Math.max(from, cut.to);
  }
  spans.push({ from, to: Infinity });
  return spans.map((span) => ({ from: span.from, to: Math.min(span.to, over) })).filter((span) => span.from < span.to);
};

type Priced = { item: RecurringItem; monthly: Ratio; discounts: readonly (Span & { monthly: Ratio })[] };

const priceItem = (item: RecurringItem, { discounts }: MetricsSettings): Priced => ({
  item,
  monthly: monthlyOf(item.amount, item.period),
  discounts: (item.discounts ?? [])
    .filter(({ isOneTime }) => discounts === 'all' || (discounts === 'recurring' && !isOneTime))
    .map(({ amount, start, end }) => ({
      from: start.getTime(),
      to: timeOf(end),
      monthly: monthlyOf(amount, item.period),
    })),
});

/** The smallest scale in which all of the amounts are whole numbers. */
const scaleOf = (priced: readonly Priced[]): bigint => {
  const denominators = new Set<bigint>();
  for (const { monthly, discounts } of priced) {
    denominators.add(monthly.d);
    for (const one of discounts) denominators.add(one.monthly.d);
  }
  let scale = 1n;
  for (const one of denominators) scale = (scale / greatestDivisor(scale, one)) * one;
  return scale;
};

/** What an item is worth a month, at a time at which it counts. */
const worthOf = ({ monthly, discounts }: Priced, scale: bigint): ((time: number) => bigint) => {
  const unitsOf = ({ n, d }: Ratio): bigint => n * (scale / d);
  const full = unitsOf(monthly);
  if (discounts.length === 0) return () => full;
  const reductions = discounts.map(({ from, to, monthly: ratio }) => ({ from, to, units: unitsOf(ratio) }));
  return (time) => {
    const worth = reductions.reduce(
      (rest, { from, to, units }) => (from <= time && time < to ? rest - units : rest),
      full,
    );
    return worth > 0n ? worth : 0n;
  };
};

const ascending = (left: number, right: number): number => left - right;

const changesOf = (
  { item, discounts }: Priced,
  spans: readonly Span[],
  worthAt: (time: number) => bigint,
  bridge: Span | null,
): Change[] => {
  const changes: Change[] = [];
  const add = (time: number, units: bigint, reason: ChangeReason): void => {
    if (units !== 0n) changes.push({ item, time, units, reason });
  };
  for (const { from, to } of spans) {
    let worth = worthAt(from);
    add(from, worth, from === item.start.getTime() ? 'START' : 'WITHDRAWAL');
    if (discounts.length > 0) {
      const edges = discounts.flatMap((one) => [one.from, one.to]).filter((edge) => from < edge && edge < to);
      for (const edge of [...new Set(edges)].sort(ascending)) {
        const next = worthAt(edge);
        add(edge, next - worth, 'DISCOUNT');
        worth = next;
      }
    }
    if (bridge?.from === to) add(bridge.to, -worth, 'BRIDGE_END');
    else if (to !== Infinity) add(to, -worth, to === timeOf(item.end) ? 'END' : 'CANCELLATION');
  }
  return changes;
};

/** The timelines of all recurring items that ever count. Throws if two items have the same id. */
export const drawTimelines = (items: readonly RecurringItem[], settings: MetricsSettings): Timelines => {
  if (new Set(items.map(({ id }) => id)).size !== items.length) throw new Error('two items have the same id');
  const counted = items
    .filter(({ isOneTime }) => !isOneTime)
    .map((item) => ({ ...priceItem(item, settings), spans: spansOf(item, settings) }))
    .filter(({ monthly, spans }) => monthly.n > 0n && spans.length > 0);
  const scale = scaleOf(counted);
  const { renewalGraceDays } = settings;
  const renewals = findRenewals(counted, renewalGraceDays);
  const list: Timeline[] = [];
  for (const one of counted) {
    const renewal = renewals.get(one.item) ?? null;
    const bridge = bridgeOf(one, renewal, renewalGraceDays);
    const changes = changesOf(one, one.spans, worthOf(one, scale), bridge);
    if (changes.length > 0) list.push({ item: one.item, changes, bridge, renewal });
  }
  return { scale, list };
};

/** The MRR of an item at a time. */
export const unitsAt = ({ changes }: Timeline, time: number): bigint => {
  let units = 0n;
  for (const change of changes) {
    if (change.time > time) break;
    units += change.units;
  }
  return units;
};

export const isBridgedAt = ({ bridge }: Timeline, time: number): boolean =>
  bridge !== null && bridge.from <= time && time < bridge.to;
