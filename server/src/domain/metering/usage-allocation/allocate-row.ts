import { Big, type Decimal } from '../../../kit/decimal.ts';
import { splitQuantity } from './split-quantity.ts';
import {
  type Allocation,
  allocationsOf,
  compareTexts,
  largestShares,
  maxAllocationBytes,
  maxTagSets,
  type RowAllocation,
  type Shares,
  sumAllocations,
  sumShares,
  tagsOf,
  untagged,
  wireBytesOf,
} from './usage-allocation.ts';

/** The quantities of a row: `left` of what was accepted is to be told, `quantity` is. */
export type RowQuantities = { accepted: Decimal; left: Decimal; carriedIn: Decimal; quantity: Decimal };

export type AllocatedRow = { allocations: RowAllocation[]; carried: Allocation[] };

const shareDigits = 12;

const withUntagged = (shares: Shares, whole: Decimal): Shares =>
  new Map(shares).set(untagged, new Big(whole).minus(sumShares(shares)));

/** Each share in proportion to what is left; what rounding leaves goes to the largest. */
const scaleShares = (shares: Shares, { accepted, left }: RowQuantities): Shares => {
  if (new Big(left).eq(accepted)) return shares;
  const scaled: Shares = new Map(
    [...shares].map(([key, share]) => [key, share.times(left).div(accepted).round(shareDigits, Big.roundDown)]),
  );
  const [largest] = [...shares].sort(
    ([leftKey, one], [rightKey, other]) => other.cmp(one) || compareTexts(leftKey, rightKey),
  );
  if (!largest) return scaled;
  const rest = new Big(left).minus(sumShares(scaled));
  return scaled.set(largest[0], (scaled.get(largest[0]) ?? new Big(0)).plus(rest));
};

/** The tag sets that are told, as one record may name them: at most 2500 and 900 kB, the smallest are told untagged. */
const nameableSets = (told: ReadonlyMap<string, number>, total: number): Set<string> => {
  const named = [...told].filter(([key, units]) => key !== untagged && units > 0);
  named.sort(([leftKey, left], [rightKey, right]) => right - left || compareTexts(leftKey, rightKey));
  const isExact = named.reduce((sum, [, units]) => sum + units, 0) === total;
  const most = isExact && named.length <= maxTagSets ? maxTagSets : maxTagSets - 1;
  const kept = new Set<string>();
  let bytes = wireBytesOf([]);
  for (const [key] of named) {
    bytes += wireBytesOf(tagsOf(key));
    if (kept.size === most || bytes > maxAllocationBytes) break;
    kept.add(key);
  }
  return kept;
};

/**
 * What the tag sets have of a row: units told, which with the untagged ones add up to the row's quantity, and fractions,
 * which with the untagged one add up to what the row carries. Null when neither usage nor fraction names a tag set.
 */
export const allocateRow = (
  accepted: readonly Allocation[],
  carriedIn: readonly Allocation[],
  row: RowQuantities,
): AllocatedRow | null => {
  if (accepted.length === 0 && carriedIn.length === 0) return null;
  const carried = sumAllocations(carriedIn);
  const shares = scaleShares(withUntagged(sumAllocations(accepted), row.accepted), row);
  for (const [key, fraction] of withUntagged(carried, row.carriedIn)) {
    shares.set(key, (shares.get(key) ?? new Big(0)).plus(fraction));
  }
  const total = Number(row.quantity);
  const told = splitQuantity(shares, total);
  const named = nameableSets(told, total);
  const fractions: Shares = new Map();
  for (const [key, share] of shares) {
    const units = told.get(key) ?? 0;
    const isTagged = key !== untagged && (units === 0 || named.has(key));
    if (isTagged && !share.eq(units)) fractions.set(key, share.minus(units));
  }
  const kept = largestShares(fractions);
  const allocations = [...shares.keys()].sort(compareTexts).flatMap((key): RowAllocation[] => {
    const units = named.has(key) ? (told.get(key) ?? 0) : 0;
    const [before, after] = [carried.get(key) ?? new Big(0), kept.get(key) ?? new Big(0)];
    const isNothing = units === 0 && before.eq(0) && after.eq(0);
    return key === untagged || isNothing ? [] : [[tagsOf(key), units, before.toFixed(), after.toFixed()]];
  });
  return { allocations, carried: allocationsOf(kept) };
};

/** The whole quantity of a row by tags, as it is sent: the rest is untagged. Empty when no tag set is told. */
export const toldAllocations = (
  allocations: readonly RowAllocation[],
  quantity: Decimal,
): { quantity: Decimal; tags: { key: string; value: string }[] }[] => {
  const tagged = allocations.filter(([, units]) => units > 0);
  if (tagged.length === 0) return [];
  const rest = tagged.reduce((left, [, units]) => left - units, Number(quantity));
  return [
    ...tagged.map(([tags, units]) => ({
      quantity: String(units),
      tags: tags.map(([key, value]) => ({ key, value })),
    })),
    ...(rest === 0 ? [] : [{ quantity: String(rest), tags: [] }]),
  ];
};

/** What a refused row gives back of the fractions when its usage is told anew, and what remains on it. */
export const takeBackFractions = (
  allocations: readonly RowAllocation[],
): { back: Allocation[]; remaining: RowAllocation[] } => ({
  back: allocations.map(([tags, , carriedIn, carriedOut]) => [tags, new Big(carriedIn).minus(carriedOut).toFixed()]),
  remaining: allocations.map(([tags, units, carriedIn]) => [tags, units, carriedIn, carriedIn]),
});
