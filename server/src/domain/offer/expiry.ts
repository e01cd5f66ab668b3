import type { ActCall } from '../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../engine/due-store.ts';
import type { Offer } from './offer.ts';

/** Kind of the `due` row that waits for an offer's last instant; its entity is the offer's uuid. */
export const expiryKind = 'offer.expire';

/** Waits for the offer's last instant while it can still be accepted, and no longer otherwise. */
export const watchExpiry = async (
  call: ActCall,
  offer: Pick<Offer, 'id' | 'status' | 'expire_time'>,
): Promise<void> => {
  if (offer.status === 'PENDING_ACCEPTANCE' && offer.expire_time)
    await scheduleDue(call.db, expiryKind, offer.id, offer.expire_time);
  else await cancelDue(call.db, expiryKind, offer.id);
};
