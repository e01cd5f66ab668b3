import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchExpiry } from '../expiry.ts';
import type { OfferWithContacts } from '../offer.ts';
import { offerTransitions } from '../states.ts';
import { claimExternalId, lockOffer, moveExternalId } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/**
 * A read of the marketplace may have met our new offer before its creation was told, and imported it. That copy gives up
 * its id and its standing; what it was worth (accepted already?) passes on.
 */
const absorbCopy = async (call: ActCall, offer: OfferWithContacts, externalId: string, copyId: string) => {
  const copy = await lockOffer(call.db, copyId);
  if (!copy) throw new Error(`the offer that holds ${externalId} is gone; offers are never removed`);
  await moveExternalId(call.db, offer.partner, externalId, offer.id);
  await changeOffer(call, copy, { status: 'DELETED', external_id: null }, 'offer.replaced');
  await watchExpiry(call, { ...copy, status: 'DELETED' });
  return copy;
};

/**
 * The partner has made and released the offer: PENDING_CREATE → PENDING_ACCEPTANCE. Told again it changes nothing.
 * Emits offer.released, and offer.replaced when the marketplace's listing was faster.
 */
export const recordOfferCreated = async (
  call: ActCall,
  offerId: string,
  { externalId, privateOfferUrl }: { externalId: string; privateOfferUrl?: string },
): Promise<OfferView> => {
  const old = await lockOffer(call.db, offerId);
  if (!old) throw notFound('offer');
  if (old.external_id === externalId && !allows(offerTransitions, 'created', old.status))
    return viewOffer(call.orgId, old);
  const status = old.status === 'DELETED' ? 'DELETED' : nextStatus('Offer', offerTransitions, 'created', old.status);
  const holder = await claimExternalId(call.db, old.partner, externalId, offerId);
  const copy = holder === offerId ? undefined : await absorbCopy(call, old, externalId, holder);
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = old.meta_info;
  const accepted = copy?.status === 'ACCEPTED' && status !== 'DELETED';
  const change = {
    external_id: externalId,
    status: accepted ? ('ACCEPTED' as const) : status,
    ...(copy ? { buyer_id: old.buyer_id ?? copy.buyer_id, partner_version: copy.partner_version } : {}),
    info: { ...old.info, ...(privateOfferUrl ? { privateOfferUrl } : {}) },
    meta_info: {
      ...meta,
      offerCreationSuccessDate: call.now.toISOString(),
      ...(copy?.meta_info.offerAcceptDate ? { offerAcceptDate: copy.meta_info.offerAcceptDate } : {}),
    },
  };
  const view = await changeOffer(call, old, change, 'offer.released');
  await watchExpiry(call, { ...old, ...change });
  return view;
};

/**
 * The partner refused: PENDING_CREATE → CREATE_FAILED with its own messages and readable ones. Told again it changes
 * nothing. Emits offer.create_failed.
 */
export const recordOfferCreateFailed = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<OfferView> => {
  const old = await lockOffer(call.db, offerId);
  if (!old) throw notFound('offer');
  if (old.status === 'CREATE_FAILED' || old.status === 'DELETED') return viewOffer(call.orgId, old);
  const change = {
    status: nextStatus('Offer', offerTransitions, 'createFailed', old.status),
    meta_info: { ...old.meta_info, errorMessages, prettifiedErrorMessages: prettified },
  };
  return changeOffer(call, old, change, 'offer.create_failed');
};
