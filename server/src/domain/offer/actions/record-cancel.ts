import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * Records that the partner has withdrawn the offer and confirmed that there is no agreement: PENDING_CANCEL →
 * CANCELLED. An offer that has since moved on (accepted, deleted) keeps its status. Emits offer.cancelled.
 */
export const recordOfferCancelled = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (!allows(offerTransitions, 'cancelled', old.status)) return viewOffer(call.orgId, old);
  const change = { status: nextStatus('Offer', offerTransitions, 'cancelled', old), status_before: null };
  const view = await changeOffer(call, old, change, 'offer.cancelled');
  await watchTimes(call, { ...old, ...change });
  return view;
};

/**
 * Records that the partner refused to withdraw the offer: restores the earlier status and stores the partner's
 * messages. An offer that has since moved on keeps its status. Emits offer.cancel_failed.
 */
export const recordOfferCancelRefused = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified?: string[] },
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (!allows(offerTransitions, 'cancelRefused', old.status)) return viewOffer(call.orgId, old);
  const change = {
    status: nextStatus('Offer', offerTransitions, 'cancelRefused', old),
    status_before: null,
    meta_info: { ...old.meta_info, errorMessages, ...(prettified ? { prettifiedErrorMessages: prettified } : {}) },
  };
  const view = await changeOffer(call, old, change, 'offer.cancel_failed');
  await watchTimes(call, { ...old, ...change });
  return view;
};
