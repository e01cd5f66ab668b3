import { Big, type Decimal } from '../../../kit/decimal.ts';

/** Tags in the order of their keys; the empty one stands for what is untagged. */
export type TagSet = readonly (readonly [key: string, value: string])[];

/** A part of a quantity, as it is stored. Lists of them name tagged parts only, each tag set once. */
export type Allocation = readonly [tags: TagSet, quantity: Decimal];

/** The part that a tag set has of a report row: whole units told, fractions carried. */
export type RowAllocation = readonly [tags: TagSet, told: number, carriedIn: Decimal, carriedOut: Decimal];

/** Quantities by `keyOf` their tag set. */
export type Shares = Map<string, Big>;

/** AWS takes at most 2500 allocations for one record. */
export const maxTagSets = 2500;

/** What one record may bring of them in a request, which must stay below 1 MB. */
export const maxAllocationBytes = 900_000;

/** Equal for tag sets that are equal, whatever the order in which the tags came. */
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

/** Shares as they are stored: tagged ones that are not zero, in the order of their tags. */
export const allocationsOf = (shares: Shares): Allocation[] =>
  [...shares]
    .filter(([key, share]) => key !== untagged && !share.eq(0))
    .sort(([left], [right]) => compareTexts(left, right))
    .map(([key, share]) => [tagsOf(key), share.toFixed()]);

/** The largest fractions, at most 2500: those beyond become untagged. */
export const largestShares = (shares: Shares): Shares => {
  if (shares.size <= maxTagSets) return shares;
  const bySize = [...shares].sort(
    ([leftKey, left], [rightKey, right]) => right.abs().cmp(left.abs()) || compareTexts(leftKey, rightKey),
  );
  return new Map(bySize.slice(0, maxTagSets));
};

/** Fractions of the tag sets after these came to them. */
export const addAllocations = (known: readonly Allocation[], more: readonly Allocation[]): Allocation[] =>
  allocationsOf(largestShares(sumAllocations([...known, ...more])));

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** At least as many bytes as the allocation takes in a request. */
export const wireBytesOf = (tags: TagSet): number =>
  tags.reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value) + 20, 60);
