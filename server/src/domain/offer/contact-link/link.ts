import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import { changeOffer } from '../change.ts';
import type { OfferWithContacts } from '../offer.ts';
import { lockOffer, replaceContacts } from '../store.ts';
import { contactExists } from './store.ts';

export type LinkInput = { params: { contactId: string; offerId: string } };

/** Both ends of a link, the offer locked. A missing end is answered alike, whichever it is. */
export const lockEnds = async (call: ActCall, { params }: LinkInput): Promise<OfferWithContacts> => {
  const offer = await lockOffer(call.db, params.offerId);
  if (!offer || !(await contactExists(call.db, params.contactId))) throw notFound('offer');
  call.checkVersion(offer.version);
  return offer;
};

/** The offer with other contacts, as its next version. */
export const changeContacts = async (call: ActCall, old: OfferWithContacts, contactIds: string[]): Promise<string> => {
  await replaceContacts(call.db, old.id, contactIds);
  await changeOffer(call, old, { contact_ids: contactIds.sort() }, 'offer.updated');
  return '';
};
