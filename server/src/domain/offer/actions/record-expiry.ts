import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { isOpen, watchTimes } from '../expiry.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * The last instant has passed, and the partner was asked that it holds no agreement: PENDING_ACCEPTANCE → EXPIRED; an offer
 * of direct billing that was on sale expires by our clock alone. One that was extended or has moved on stays where it is. Emits offer.expired.
 */
export const recordOfferExpired = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = await lockOffer(call.db, offerId);
  if (!old) throw notFound('offer');
  const isOver = old.expire_time !== null && old.expire_time <= call.now;
  if (!allows(offerTransitions, 'expire', old.status) || !isOpen(old) || !isOver) return viewOffer(call.orgId, old);
  // One of direct billing that is extended later is sold again as it was before.
  const before = old.status === 'PENDING_ACCEPTANCE' ? null : old.status;
  const change = { status: nextStatus('Offer', offerTransitions, 'expire', old), status_before: before };
  const view = await changeOffer(call, old, change, 'offer.expired');
  await watchTimes(call, { ...old, ...change });
  return view;
};
