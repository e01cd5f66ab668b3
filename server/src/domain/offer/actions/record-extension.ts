import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';
import { inherited, takeExternalId } from './claim-external-id.ts';
import { withdrawDeleted } from './record-creation.ts';
import { withoutMessages } from './refuse-concurrent-update.ts';

/**
 * Records that the offer was withdrawn and has no agreement: nothing is live until it is offered again. An offer
 * accepted in the meantime is live. Emits offer.withdrawn.
 */
export const recordOfferWithdrawn = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  const isTakenBack = allows(offerTransitions, 'extended', old.status) || offerIs.deleted(old.status);
  if (old.withdrawn || !isTakenBack) return viewOffer(call.orgId, old);
  return changeOffer(call, old, { withdrawn: true }, 'offer.withdrawn');
};

type Extended = { externalId?: string; privateOfferUrl?: string };

/**
 * Records that the partner accepted the new last day: PENDING_UPDATE → PENDING_ACCEPTANCE. An accepted offer stays
 * ACCEPTED; a deleted one is withdrawn. `externalId` is the new id if it was offered again. Idempotent. Emits
 * offer.extended, and offer.replaced if a read had already imported it.
 */
export const recordOfferExtended = async (
  call: ActCall,
  offerId: string,
  { externalId, privateOfferUrl }: Extended = {},
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (old.pending?.kind !== 'EXPIRY') return viewOffer(call.orgId, old);
  const isNew = externalId !== undefined && externalId !== old.external_id;
  const copy = isNew ? await takeExternalId(call, old, externalId) : undefined;
  const moves = allows(offerTransitions, 'extended', old.status);
  const rests = offerIs.accepted(old.status_before) || offerIs.accepted(copy?.status);
  const change = {
    status: moves ? nextStatus('Offer', offerTransitions, rests ? 'extendedAccepted' : 'extended', old) : old.status,
    status_before: null,
    pending: null,
    withdrawn: false,
    expire_time: new Date(old.pending.expireTime),
    ...(isNew ? { external_id: externalId, partner_version: null } : {}),
    ...inherited(old, copy),
    info: { ...old.info, ...(privateOfferUrl ? { privateOfferUrl } : {}) },
    meta_info: withoutMessages(old.meta_info),
  };
  const view = await changeOffer(call, old, change, 'offer.extended');
  await watchTimes(call, { ...old, ...change });
  if (offerIs.deleted(old.status)) await withdrawDeleted(call, old);
  return view;
};

/**
 * Records that the partner refused the new last day: PENDING_UPDATE → UPDATE_FAILED, with its messages and whether
 * anything is live. An accepted offer returns to ACCEPTED. An offer that has moved on stores no message. Emits
 * offer.extend_failed.
 */
export const recordOfferExtendRefused = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (old.pending?.kind !== 'EXPIRY') return viewOffer(call.orgId, old);
  const moves = allows(offerTransitions, 'extendRefused', old.status);
  const rests = offerIs.accepted(old.status_before) && !old.withdrawn;
  const failed = moves && !rests;
  const updateMessage = old.withdrawn
    ? 'No offer is live at the marketplace: it was withdrawn, and offering it again failed. Extend it once more to continue from there.'
    : 'The later last day was refused; the offer at the marketplace is as it was.';
  const change = {
    status: moves
      ? nextStatus('Offer', offerTransitions, rests ? 'extendRefusedAccepted' : 'extendRefused', old)
      : old.status,
    status_before: null,
    pending: null,
    ...(moves
      ? {
          meta_info: {
            ...old.meta_info,
            errorMessages,
            prettifiedErrorMessages: prettified,
            ...(failed ? { updateMessage } : {}),
          },
        }
      : {}),
  };
  const view = await changeOffer(call, old, change, 'offer.extend_failed');
  await watchTimes(call, { ...old, ...change });
  return view;
};
