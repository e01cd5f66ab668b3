import type { RecurringItem } from './recurring-item.ts';
import type { Change } from './timelines.ts';

export type Grouping = 'product' | 'partner' | 'buyer';

/** By which group an item is counted. */
export const groupOf = (item: RecurringItem, grouping: Grouping): string =>
  grouping === 'product' ? item.productId : grouping === 'partner' ? item.partner : item.buyerId;

/**
 * The part of a group in a movement. `own` is the sum of its own changes. `share` counts as the movement; it is never
 * against it. `moved` is the rest: what other groups of the same buyer lost to it, or gained from it.
 */
export type GroupShare = { group: string; own: bigint; share: bigint; moved: bigint };

/**
 * Splits a movement of `units` among groups. Groups that changed in its direction share it in proportion to how much they
 * changed, in whole units by largest remainder (of equal ones, the first by name); the others have no share. So shares
 * add up to the movement, and what was moved adds up to 0.
 */
export const splitMovement = (
  units: bigint,
  changes: readonly Change[],
  nameOf: (item: RecurringItem) => string,
): GroupShare[] => {
  const owns = new Map<string, bigint>();
  for (const { item, units: change } of changes) {
    const group = nameOf(item);
    owns.set(group, (owns.get(group) ?? 0n) + change);
  }
  const parts = [...owns]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([group, own]) => ({ group, own, share: 0n, rest: 0n }));
  const sharing = parts.filter(({ own }) => (units > 0n && own > 0n) || (units < 0n && own < 0n));
  const whole = sharing.reduce((sum, { own }) => sum + own, 0n);
  let left = units;
  for (const part of sharing) {
    part.share = (units * part.own) / whole;
    part.rest = (units * part.own) % whole;
    left -= part.share;
  }
  const sign = units < 0n ? -1n : 1n;
  const magnitude = (one: bigint): bigint => (one < 0n ? -one : one);
  for (const part of sharing.toSorted((one, other) => {
    const [mine, theirs] = [magnitude(one.rest), magnitude(other.rest)];
    return mine > theirs ? -1 : mine < theirs ? 1 : 0;
  })) {
    if (left === 0n) break;
    part.share += sign;
    left -= sign;
  }
  return parts.map(({ group, own, share }) => ({ group, own, share, moved: own - share }));
};
