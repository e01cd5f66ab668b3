import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { addOffer, changeOffer } from '../change.ts';
import { checkSubmission } from '../check-submission.ts';
import { checkDraft, mergeDraft, newDraft } from '../draft.ts';
import { findBuyerAccount, findOfferedProduct } from '../neighbours/store.ts';
import { endOfUtcDay, type OfferWithContacts } from '../offer.ts';
import type { OfferIn } from '../schema.ts';
import { offerTransitions } from '../states.ts';
import { replaceContacts } from '../store.ts';
import { lockDraft } from './save-draft-offer.ts';

/** What a submission adds: the seller account, the last instant as the partner counts it, and a fresh start. */
const submitted = (offer: OfferWithContacts, sellerAccount: string | null): OfferWithContacts => {
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = offer.meta_info;
  return {
    ...offer,
    status: nextStatus('Offer', offerTransitions, 'submit', offer.status),
    partner_id: sellerAccount,
    expire_time: offer.expire_time && endOfUtcDay(offer.expire_time),
    meta_info: meta,
  };
};

/**
 * Makes a private offer and submits it to its marketplace; with the id of a DRAFT or CREATE_FAILED offer submits that one,
 * with what the body changes of it. Everything that can be checked here is, and all faults are told at once (400).
 */
export const createOffer = async (call: ActCall, { body }: { body: OfferIn }) => {
  await checkDraft(call, body);
  const old = body.id ? await lockDraft(call, body.id, 'submit') : undefined;
  const draft = mergeDraft(old ?? newDraft(call), body);
  requireCapability('offerCreate', draft.partner);
  const product = draft.product_id === null ? undefined : await findOfferedProduct(call.db, draft.product_id);
  if (draft.info.buyerAwsAccountIds === undefined && draft.buyer_id !== null) {
    const account = await findBuyerAccount(call.db, draft.partner, draft.buyer_id);
    if (account !== null) draft.info = { ...draft.info, buyerAwsAccountIds: [account] };
  }
  const faults = checkSubmission(draft, product, call.now);
  if (faults.length > 0) throw badRequest(faults);
  const offer = submitted(draft, product?.partner_id ?? null);
  const entityId = encodeId('offer', offer.id);
  const view = old
    ? await changeOffer(call, old, offer, 'offer.submitted')
    : await addOffer(call, offer, 'offer.created');
  if (old && body.contactIds !== undefined) await replaceContacts(call.db, old.id, offer.contact_ids);
  if (!old) call.emit({ name: 'offer.submitted', entityType: 'offer', entityId, version: 1, payload: view });
  await call.start('offer.create', { offerId: offer.id }, { entityId, partner: offer.partner });
  return view;
};
