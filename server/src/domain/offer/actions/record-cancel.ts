import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * The partner has withdrawn the offer, and was asked that it holds no agreement: PENDING_CANCEL → CANCELLED. An offer that
 * has moved on meanwhile (accepted, deleted) stays where it is. Emits offer.cancelled.
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
 * The partner refused to withdraw it: back to the status before the request, with its messages. An offer that has moved on
 * meanwhile stays where it is. Emits offer.cancel_failed.
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
