import { encodeId, type IdPrefix } from '../../../kit/ids.ts';
import type { Grouping } from '../metrics/split-movement.ts';

/** IDs of items are UUIDs, and '' for what is not known. Here they become what clients see. */

const ownBuyer = 'entitlement ';

/** The buyer of an entitlement without one: the entitlement itself. */
export const buyerOfEntitlement = (entitlementId: string): string => `${ownBuyer}${entitlementId}`;

export const viewId = (prefix: IdPrefix, id: string): string => (id === '' ? '' : encodeId(prefix, id));

export const viewBuyer = (id: string): string =>
  id.startsWith(ownBuyer) ? encodeId('ent', id.slice(ownBuyer.length)) : viewId('buyer', id);

/** An item is named by its term; where the term has several, also by which one it is. */
export const viewItem = (id: string): string => {
  const [termId = '', ...key] = id.split(' ');
  return [encodeId('term', termId), ...key].join(' ');
};

export const viewGroup = (group: string, by: Grouping | undefined): string => {
  if (by === 'buyer') return viewBuyer(group);
  return by === 'product' ? viewId('prod', group) : group;
};
