import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { requireFound } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { addOffer, changeOffer } from '../change.ts';
import { checkDraft, mergeDraft, newDraft } from '../draft.ts';
import type { OfferWithContacts } from '../offer.ts';
import type { OfferIn } from '../schema.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer, replaceContacts } from '../store.ts';
import { viewOffer } from '../view.ts';

/** Locks the offer with that id and checks that its status allows editing. Throws 404, 412, 409. */
export const lockDraft = async (call: ActCall, id: string, act: 'save' | 'submit'): Promise<OfferWithContacts> => {
  const uuid = decodeId('offer', id);
  const old = requireFound(uuid === null ? undefined : await lockOffer(call.db, uuid), 'offer');
  call.checkVersion(old.version);
  nextStatus('Offer', offerTransitions, act, old);
  return old;
};

/** Creates a draft, or with the id of a DRAFT or CREATE_FAILED offer updates it. */
export const createOrUpdateDraftOffer = async (call: ActCall, { body }: { body: OfferIn }) => {
  await checkDraft(call, body);
  if (!body.id) return addOffer(call, mergeDraft(newDraft(call), body), 'offer.created');
  const old = await lockDraft(call, body.id, 'save');
  const draft = mergeDraft(old, body);
  const before = viewOffer(call.orgId, old);
  if (isSameDocument(before, viewOffer(call.orgId, draft))) return before;
  if (body.contactIds !== undefined) await replaceContacts(call.db, old.id, draft.contact_ids);
  return changeOffer(call, old, draft, 'offer.updated');
};
