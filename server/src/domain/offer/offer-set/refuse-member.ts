import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Offer } from '../offer.ts';
import { findOfferSet } from './store.ts';

/** A released set cannot be changed, and its members cannot be changed individually (409). */
export const refuseMember = async (call: ActCall, offer: Pick<Offer, 'id' | 'offer_set_id'>): Promise<void> => {
  const { offer_set_id: id } = offer;
  if (id === null) return;
  const set = await findOfferSet(call.db, id);
  // An earlier failed attempt to create the set may have left the offer behind.
  if (!set || set.external_id === null || !set.offer_ids.includes(offer.id)) return;
  const offerSetId = encodeId('offerset', id);
  throw new Refusal('Conflict', `This offer is part of the released set ${offerSetId}; create a new set instead.`, {
    offerSetId,
    status: set.status,
  });
};
