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

/**
 * The quantities of a row. `left`: what deductions leave of the accepted quantity; `quantity`: the whole units to
 * submit.
 */
export type RowQuantities = { accepted: Decimal; left: Decimal; carriedIn: Decimal; quantity: Decimal };

export type AllocatedRow = { allocations: RowAllocation[]; carried: Allocation[] };

const shareDigits = 12;

const withUntagged = (shares: Shares, whole: Decimal): Shares =>
  new Map(shares).set(untagged, new Big(whole).minus(sumShares(shares)));

/** Scales each share to what is left; the rounding difference goes to the largest. */
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

/** The tag sets that one record can name: at most 2500 and 900 kB. The smallest beyond that are submitted untagged. */
const nameableSets = (unitsByKey: ReadonlyMap<string, number>, total: number): Set<string> => {
  const named = [...unitsByKey].filter(([key, units]) => key !== untagged && units > 0);
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
 * The share of each tag set in a row: whole units, which with the untagged ones add up to the row's quantity, and
 * fractions, which with the untagged one add up to what the row carries. Null if neither the usage nor the carry names
 * a tag set.
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
  const unitsByKey = splitQuantity(shares, total);
  const named = nameableSets(unitsByKey, total);
  const fractions: Shares = new Map();
  for (const [key, share] of shares) {
    const units = unitsByKey.get(key) ?? 0;
    const isTagged = key !== untagged && (units === 0 || named.has(key));
    if (isTagged && !share.eq(units)) fractions.set(key, share.minus(units));
  }
  const kept = largestShares(fractions);
  const allocations = [...shares.keys()].sort(compareTexts).flatMap((key): RowAllocation[] => {
    const units = named.has(key) ? (unitsByKey.get(key) ?? 0) : 0;
    const [before, after] = [carried.get(key) ?? new Big(0), kept.get(key) ?? new Big(0)];
    const isNothing = units === 0 && before.eq(0) && after.eq(0);
    return key === untagged || isNothing ? [] : [[tagsOf(key), units, before.toFixed(), after.toFixed()]];
  });
  return { allocations, carried: allocationsOf(kept) };
};

/**
 * The whole quantity of a row split by tags, as it is sent; the rest is untagged. Empty if no tag set has whole units.
 */
export const submittedAllocations = (
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

/** The fractions that a refused row gives back when its usage is submitted again, and what remains on the row. */
export const takeBackFractions = (
  allocations: readonly RowAllocation[],
): { back: Allocation[]; remaining: RowAllocation[] } => ({
  back: allocations.map(([tags, , carriedIn, carriedOut]) => [tags, new Big(carriedIn).minus(carriedOut).toFixed()]),
  remaining: allocations.map(([tags, units, carriedIn]) => [tags, units, carriedIn, carriedIn]),
});
