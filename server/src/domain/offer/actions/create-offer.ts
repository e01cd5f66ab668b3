import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { addOffer, changeOffer } from '../change.ts';
import { checkDraft, mergeDraft, newDraft } from '../draft.ts';
import { findBuyerAccount, findOfferedProduct } from '../lookup-store.ts';
import type { OfferWithContacts } from '../offer.ts';
import type { OfferIn } from '../schema.ts';
import { offerTransitions } from '../states.ts';
import { replaceContacts } from '../store.ts';
import { checkSubmission, offerPartnerOf } from '../submission/partners.ts';
import { resaleFaults } from './link-resale.ts';
import { lockDraft } from './save-draft-offer.ts';

/**
 * Prepares a draft for submission: sets the buyer's account and the last instant as the partner counts it, and clears
 * earlier error messages.
 */
export const prepareSubmission = async (
  call: ActCall,
  draft: OfferWithContacts,
): Promise<{ offer: OfferWithContacts; faults: Fault[] }> => {
  const row = offerPartnerOf(draft.partner);
  // Direct billing involves no marketplace.
  if (row?.sells !== 'DIRECT') requireCapability('offerCreate', draft.partner);
  if (!row) throw new Error(`${draft.partner} can create offers, but its row is missing`);
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = draft.meta_info;
  const account = draft.buyer_id === null ? null : await findBuyerAccount(call.db, draft.partner, draft.buyer_id);
  const product = draft.product_id === null ? undefined : await findOfferedProduct(call.db, draft.product_id);
  const offer: OfferWithContacts = {
    ...draft,
    status: nextStatus('Offer', offerTransitions, 'submit', draft),
    partner_id: product?.partner_id ?? null,
    info:
      account !== null && row.sells === 'MARKETPLACE' && row.forBuyer ? row.forBuyer(draft.info, account) : draft.info,
    expire_time: draft.expire_time && row.lastInstant(draft.expire_time),
    meta_info: meta,
  };
  return { offer, faults: [...checkSubmission(row, offer, product, call), ...(await resaleFaults(call, offer))] };
};

/**
 * Creates a private offer and submits it to its marketplace. With the id of a DRAFT or CREATE_FAILED offer, updates
 * that offer from the body and submits it. All local checks run first, and all faults are reported together (400).
 */
export const createOffer = async (call: ActCall, { body }: { body: OfferIn }) => {
  await checkDraft(call, body);
  const old = body.id ? await lockDraft(call, body.id, 'submit') : undefined;
  const { offer, faults } = await prepareSubmission(call, mergeDraft(old ?? newDraft(call), body));
  if (faults.length > 0) throw badRequest(faults);
  const entityId = encodeId('offer', offer.id);
  const view = old
    ? await changeOffer(call, old, offer, 'offer.submitted')
    : await addOffer(call, offer, 'offer.created', 'offer.submitted');
  if (old && body.contactIds !== undefined) await replaceContacts(call.db, old.id, offer.contact_ids);
  await call.start('offer.create', { offerId: offer.id }, { entityId, partner: offer.partner });
  return view;
};
