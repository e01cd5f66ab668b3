import type { ActCall } from '../../../contract/call.ts';
import { notFound, wrongState } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { type Acceptance, recordOfferAccepted } from './record-acceptance.ts';

/** An offer of direct billing is bought: it becomes USED. 409 where it is not on sale, and after its last instant. */
export const buyOffer = async (call: ActCall, offerId: string, acceptance: Acceptance): Promise<void> => {
  const offer = await recordOfferAccepted(call, offerId, acceptance);
  if (!offer) throw notFound('offer');
  const isSold = offerIs.onSale(offer.status);
  // The clock's own work on it may come a moment later.
  const isOver = isSold && offer.expire_time !== null && offer.expire_time <= call.now;
  if (isSold && !isOver) return;
  const status = isOver ? nextStatus('The offer', offerTransitions, 'expire', offer) : offer.status;
  throw wrongState('The offer', 'a purchase', status, offerTransitions.use.from);
};
