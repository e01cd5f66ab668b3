import type { RecurringItem } from './recurring-item.ts';

/** Times are milliseconds; `to` is Infinity for what has no end. */
export type Span = { from: number; to: number };

/** An item with the spans in which it counts, in chronological order, at least one. */
export type CountedItem = { item: RecurringItem; spans: readonly Span[] };

/** When the earliest successor of an item begins to count, and when the first one was signed. */
export type Renewal = { start: number; signedTime: number };

const dayMs = 86_400_000;

const startOf = ({ spans }: CountedItem): number => spans[0]?.from ?? Infinity;
export const endOf = ({ spans }: CountedItem): number => spans.at(-1)?.to ?? -Infinity;

const ascending = (left: number, right: number): number => left - right;

/** How many numbers of a sorted list `isBefore` holds for. */
const countBefore = (sorted: readonly number[], isBefore: (one: number) => boolean): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What a buyer has of one product in one currency. */
const readGroup = (items: readonly CountedItem[]) => {
  const spans = items.flatMap((one) => one.spans);
  const froms = spans.map(({ from }) => from).sort(ascending);
  const tos = spans.map(({ to }) => to).sort(ascending);
  const signed = new Map<number, number>();
  for (const one of items) {
    const start = startOf(one);
    signed.set(start, Math.min(signed.get(start) ?? Infinity, one.item.signedTime.getTime()));
  }
  const starts = [...signed.keys()].sort(ascending);
  return {
    /** Whether something counts both before and after a time: began before it, and does not end by it. */
    isInForceAcross: (time: number): boolean =>
      countBefore(froms, (from) => from < time) > countBefore(tos, (to) => to <= time),
    firstFrom: (time: number): Renewal | null => {
      const start = starts[countBefore(starts, (one) => one < time)];
      return start === undefined ? null : { start, signedTime: signed.get(start) ?? Infinity };
    },
  };
};

const findNamed = (one: CountedItem, named: readonly (CountedItem | undefined)[]): Renewal | null => {
  const { buyerId, currency } = one.item;
  const successors = named.filter(
    (other): other is CountedItem =>
      other !== undefined &&
      other.item.buyerId === buyerId &&
      other.item.currency === currency &&
      startOf(other) > startOf(one),
  );
  if (successors.length === 0) return null;
  return {
    start: successors.reduce((least, other) => Math.min(least, startOf(other)), Infinity),
    signedTime: successors.reduce((least, { item }) => Math.min(least, item.signedTime.getTime()), Infinity),
  };
};

/**
 * The renewal of each item that ends and has one. An item may name its successors. If it names none, its successor is
 * whatever the buyer begins of the same product in the same currency, from its end until the grace is over; but only if
 * nothing else of that product is in force across its end, because then it was one of several and is not missed.
 */
export const findRenewals = (items: readonly CountedItem[], graceDays: number): Map<RecurringItem, Renewal> => {
  const byId = new Map(items.map((one) => [one.item.id, one]));
  const groups = Map.groupBy(items, ({ item }) => JSON.stringify([item.buyerId, item.productId, item.currency]));
  const renewals = new Map<RecurringItem, Renewal>();
  for (const members of groups.values()) {
    let group: ReturnType<typeof readGroup> | null = null;
    for (const one of members) {
      const end = endOf(one);
      if (one.item.successorIds !== undefined) {
        const named = findNamed(
          one,
          one.item.successorIds.map((id) => byId.get(id)),
        );
        if (named) renewals.set(one.item, named);
      } else if (end !== Infinity && members.length > 1) {
        group ??= readGroup(members);
        const next = group.isInForceAcross(end) ? null : group.firstFrom(end);
        if (next && next.start - end <= graceDays * dayMs) renewals.set(one.item, next);
      }
    }
  }
  return renewals;
};

/** The gap until a renewal, in which an item counts on; null if there is none, or a longer one than the grace. */
export const bridgeOf = (one: CountedItem, renewal: Renewal | undefined, graceDays: number): Span | null => {
  const end = endOf(one);
  if (!renewal || renewal.start <= end || renewal.start - end > graceDays * dayMs) return null;
  return { from: end, to: renewal.start };
};
