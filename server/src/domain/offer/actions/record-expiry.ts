import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { isOpen, watchTimes } from '../expiry.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * Records that the last instant has passed and the partner confirmed that there is no agreement: PENDING_ACCEPTANCE →
 * EXPIRED. A directly billed offer on sale expires by our clock alone. An offer that was extended or has moved on keeps
 * its status. Emits offer.expired.
 */
export const recordOfferExpired = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  const isOver = old.expire_time !== null && old.expire_time <= call.now;
  if (!allows(offerTransitions, 'expire', old.status) || !isOpen(old) || !isOver) return viewOffer(call.orgId, old);
  // If a directly billed offer is extended later, it is put on sale with its earlier status.
  const before = offerIs.onSale(old.status) ? old.status : null;
  const change = { status: nextStatus('Offer', offerTransitions, 'expire', old), status_before: before };
  const view = await changeOffer(call, old, change, 'offer.expired');
  await watchTimes(call, { ...old, ...change });
  return view;
};
