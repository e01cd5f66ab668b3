import { type Rational, rational } from '../../../kit/rational.ts';
import type { RecurringItem } from './recurring-item.ts';
import { type Change, type ChangeReason, isBridgedAt, type Timeline, unitsAt } from './timelines.ts';

/** What an item is about: the sources that a figure leads to. */
export type ItemSource = Pick<
  RecurringItem,
  'buyerId' | 'productId' | 'partner' | 'entitlementId' | 'termId' | 'currency'
> & { itemId: string; recordIds: readonly string[] };

export const sourceOf = (item: RecurringItem): ItemSource => {
  const { id, buyerId, productId, partner, entitlementId, termId, currency, recordIds = [] } = item;
  return { itemId: id, buyerId, productId, partner, entitlementId, termId, currency, recordIds };
};

/** An item as it counts at an instant. `isBridged`: it is over, and counts until its renewal begins. */
export type ItemPart = ItemSource & { kind: 'ITEM'; amount: Rational; isBridged: boolean };

/** The items that count at a time, by id. */
export const listItemParts = (timelines: readonly Timeline[], scale: bigint, time: number): ItemPart[] =>
  timelines
    .flatMap((timeline): ItemPart[] => {
      const units = unitsAt(timeline, time);
      if (units === 0n) return [];
      const { item } = timeline;
      return [
        { kind: 'ITEM', ...sourceOf(item), amount: rational(units, scale), isBridged: isBridgedAt(timeline, time) },
      ];
    })
    .sort((left, right) => (left.itemId < right.itemId ? -1 : 1));

/** By how much an item changed; below 0 if it lost. */
export type Cause = ItemSource & { time: Date; reason: ChangeReason; amount: Rational };

export const causeOf = ({ item, time, reason, units }: Change, scale: bigint): Cause => ({
  ...sourceOf(item),
  time: new Date(time),
  reason,
  amount: rational(units, scale),
});
