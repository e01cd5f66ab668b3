import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * Records that the buyer declined: PENDING_ACCEPTANCE → REJECTED. In any other status nothing changes. Emits
 * offer.rejected.
 */
export const recordOfferRejected = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (!allows(offerTransitions, 'reject', old.status)) return viewOffer(call.orgId, old);
  const change = { status: nextStatus('Offer', offerTransitions, 'reject', old) };
  const view = await changeOffer(call, old, change, 'offer.rejected');
  await watchTimes(call, { ...old, ...change });
  return view;
};
