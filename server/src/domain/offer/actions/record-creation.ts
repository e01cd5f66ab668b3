import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { isAuthorization, type OfferWithContacts } from '../offer.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';
import { inherited, takeExternalId } from './claim-external-id.ts';
import { linkResale } from './link-resale.ts';

/** Withdraws an offer that was deleted while the partner was creating it or changing its last day. */
export const withdrawDeleted = async (call: ActCall, { id, partner }: OfferWithContacts): Promise<void> => {
  await call.start('offer.withdraw', { offerId: id }, { entityId: encodeId('offer', id), partner });
};

/**
 * Records that the partner has created and released the offer: PENDING_CREATE → PENDING_ACCEPTANCE, or ACTIVE for an
 * authorization. Idempotent. An offer deleted in the meantime is withdrawn. Emits offer.released, offer.replaced if a
 * read had already imported it, and offer.updated for a linked resale.
 */
export const recordOfferCreated = async (
  call: ActCall,
  offerId: string,
  { externalId, privateOfferUrl, offerSetId }: { externalId: string; privateOfferUrl?: string; offerSetId?: string },
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (old.external_id === externalId && !allows(offerTransitions, 'created', old.status))
    return viewOffer(call.orgId, old);
  const isDeleted = offerIs.deleted(old.status);
  const copy = await takeExternalId(call, old, externalId);
  const released = isAuthorization(old) ? 'activated' : 'created';
  const act = offerIs.accepted(copy?.status) ? 'createdAccepted' : released;
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = old.meta_info;
  const change = {
    external_id: externalId,
    status: isDeleted ? old.status : nextStatus('Offer', offerTransitions, act, old),
    ...inherited(old, copy),
    info: {
      ...old.info,
      ...(privateOfferUrl ? { privateOfferUrl } : {}),
      ...(offerSetId ? { awsOfferSetId: offerSetId } : {}),
    },
    meta_info: {
      ...meta,
      offerCreationSuccessDate: call.now.toISOString(),
      ...(copy?.meta_info.offerAcceptDate ? { offerAcceptDate: copy.meta_info.offerAcceptDate } : {}),
    },
  };
  const view = await changeOffer(call, old, change, 'offer.released');
  await watchTimes(call, { ...old, ...change });
  await linkResale(call, old.id);
  if (isDeleted && !copy?.meta_info.offerAcceptDate) await withdrawDeleted(call, old);
  return view;
};

/** Puts a directly billed offer on sale: PENDING_CREATE → ACTIVE. Idempotent. Emits offer.released. */
export const recordOfferActivated = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (!allows(offerTransitions, 'activated', old.status)) return viewOffer(call.orgId, old);
  const status = nextStatus('Offer', offerTransitions, 'activated', old);
  const meta = { ...old.meta_info, offerCreationSuccessDate: call.now.toISOString() };
  const view = await changeOffer(call, old, { status, meta_info: meta }, 'offer.released');
  await watchTimes(call, { ...old, status });
  return view;
};

/**
 * Records that the partner refused the offer: PENDING_CREATE → CREATE_FAILED, with the partner's messages and readable
 * ones. Idempotent. Emits offer.create_failed.
 */
export const recordOfferCreateFailed = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (offerIs.draft(old.status) || offerIs.deleted(old.status)) return viewOffer(call.orgId, old);
  const change = {
    status: nextStatus('Offer', offerTransitions, 'createFailed', old),
    meta_info: { ...old.meta_info, errorMessages, prettifiedErrorMessages: prettified },
  };
  return changeOffer(call, old, change, 'offer.create_failed');
};
