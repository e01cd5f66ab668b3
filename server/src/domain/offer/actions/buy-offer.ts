import type { ActCall } from '../../../contract/call.ts';
import { notFound, wrongState } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { type Acceptance, recordOfferAccepted } from './record-acceptance.ts';

/** Marks a directly billed offer as bought (USED). 409 if it is not on sale or its last instant has passed. */
export const buyOffer = async (call: ActCall, offerId: string, acceptance: Acceptance): Promise<void> => {
  const offer = await recordOfferAccepted(call, offerId, acceptance);
  if (!offer) throw notFound('offer');
  const isSold = offerIs.onSale(offer.status);
  // The scheduled expiry may run a moment later.
  const isOver = isSold && offer.expire_time !== null && offer.expire_time <= call.now;
  if (isSold && !isOver) return;
  const status = isOver ? nextStatus('The offer', offerTransitions, 'expire', offer) : offer.status;
  throw wrongState('The offer', 'a purchase', status, offerTransitions.use.from);
};
