import { Big, type Decimal } from '../../../kit/decimal.ts';

/** Tags ordered by key; the empty list stands for untagged usage. */
export type TagSet = readonly (readonly [key: string, value: string])[];

/** A part of a quantity, as it is stored. Lists contain tagged parts only, each tag set once. */
export type Allocation = readonly [tags: TagSet, quantity: Decimal];

/** The share of a tag set in a report row: whole units submitted, fractions carried. */
export type RowAllocation = readonly [tags: TagSet, units: number, carriedIn: Decimal, carriedOut: Decimal];

/** Quantities by `keyOf` their tag set. */
export type Shares = Map<string, Big>;

/** AWS accepts at most 2500 allocations for one record. */
export const maxTagSets = 2500;

/** Most bytes of allocations in one record; the request must stay below 1 MB. */
export const maxAllocationBytes = 900_000;

/** Equal for equal tag sets, whatever order their tags were sent in: a `TagSet` is sorted. */
export const keyOf = (tags: TagSet): string => JSON.stringify(tags);

export const untagged = keyOf([]);

export const tagsOf = (key: string): TagSet => JSON.parse(key) as TagSet;

export const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

export const sortTags = (tags: TagSet): TagSet => tags.toSorted(([left], [right]) => compareTexts(left, right));

/** Adds up the parts by tag set. */
export const sumAllocations = (allocations: Iterable<Allocation>): Shares => {
  const shares: Shares = new Map();
  for (const [tags, quantity] of allocations) {
    const key = keyOf(tags);
    shares.set(key, (shares.get(key) ?? new Big(0)).plus(quantity));
  }
  return shares;
};

export const sumShares = (shares: Shares): Big =>
  [...shares.values()].reduce((sum, share) => sum.plus(share), new Big(0));

/** Shares as they are stored: tagged and not zero, ordered by tags. */
export const allocationsOf = (shares: Shares): Allocation[] =>
  [...shares]
    .filter(([key, share]) => key !== untagged && !share.eq(0))
    .sort(([left], [right]) => compareTexts(left, right))
    .map(([key, share]) => [tagsOf(key), share.toFixed()]);

/** The largest fractions, at most 2500; the others become untagged. */
export const largestShares = (shares: Shares): Shares => {
  if (shares.size <= maxTagSets) return shares;
  const bySize = [...shares].sort(
    ([leftKey, left], [rightKey, right]) => right.abs().cmp(left.abs()) || compareTexts(leftKey, rightKey),
  );
  return new Map(bySize.slice(0, maxTagSets));
};

/** The fractions of the tag sets after adding more. */
export const addAllocations = (known: readonly Allocation[], more: readonly Allocation[]): Allocation[] =>
  allocationsOf(largestShares(sumAllocations([...known, ...more])));

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** An upper bound of the bytes that an allocation takes in a request. */
export const wireBytesOf = (tags: TagSet): number =>
  tags.reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value) + 20, 60);
