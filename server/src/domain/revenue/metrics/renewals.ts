import type { RecurringItem } from './recurring-item.ts';

/** Times are milliseconds; `to` is Infinity for what has no end. */
export type Span = { from: number; to: number };

/** An item with the spans in which it counts, in chronological order, at least one. */
export type CountedItem = { item: RecurringItem; spans: readonly Span[] };

/** When the earliest successor of an item begins to count, and when the first one was signed. */
export type Renewal = { start: number; signedTime: number };

const dayMs = 86_400_000;

const startOf = ({ spans }: CountedItem): number => spans[0]?.from ?? Infinity;
const endOf = ({ spans }: CountedItem): number => spans.at(-1)?.to ?? -Infinity;

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
  const froms: number[] = [];
  const tos: number[] = [];
  const signed = new Map<number, number>();
  for (const one of items) {
    for (const { from, to } of one.spans) {
      froms.push(from);
      tos.push(to);
    }
    const start = startOf(one);
    signed.set(start, Math.min(signed.get(start) ?? Infinity, one.item.signedTime.getTime()));
  }
  froms.sort(ascending);
  tos.sort(ascending);
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

/** Adds the renewals of items that name no successors, all of one product, buyer and currency. */
const addFound = (renewals: Map<RecurringItem, Renewal>, members: readonly CountedItem[], graceDays: number): void => {
  const { isInForceAcross, firstFrom } = readGroup(members);
  for (const one of members) {
    const end = endOf(one);
    if (one.item.successorIds !== undefined || end === Infinity) continue;
    const next = isInForceAcross(end) ? null : firstFrom(end);
    if (next && next.start - end <= graceDays * dayMs) renewals.set(one.item, next);
  }
};

/**
 * The renewal of each item that ends and has one. An item may name its successors. If it names none, its successor is
 * whatever the buyer begins of the same product in the same currency, from its end until the grace is over; but only if
 * nothing else of that product is in force across its end, because then it was one of several and is not missed.
 */
export const findRenewals = (items: readonly CountedItem[], graceDays: number): Map<RecurringItem, Renewal> => {
  const renewals = new Map<RecurringItem, Renewal>();
  const naming = items.filter(({ item }) => item.successorIds !== undefined);
  const byId = new Map(naming.length === 0 ? [] : items.map((one) => [one.item.id, one]));
  for (const one of naming) {
    const named = findNamed(
      one,
      (one.item.successorIds ?? []).map((id) => byId.get(id)),
    );
    if (named) renewals.set(one.item, named);
  }
  for (const own of Map.groupBy(items, ({ item }) => item.buyerId).values()) {
    if (own.length === 1) continue;
    for (const members of Map.groupBy(own, ({ item }) => `${item.currency} ${item.productId}`).values())
      if (members.length > 1) addFound(renewals, members, graceDays);
  }
  return renewals;
};

/** The gap until a renewal, in which an item counts on; null if there is none, or a longer one than the grace. */
export const bridgeOf = (one: CountedItem, renewal: Renewal | null, graceDays: number): Span | null => {
  const end = endOf(one);
  if (!renewal || renewal.start <= end || renewal.start - end > graceDays * dayMs) return null;
  return { from: end, to: renewal.start };
};
