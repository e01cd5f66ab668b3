import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import { changeOffer } from '../change.ts';
import type { OfferWithContacts } from '../offer.ts';
import { lockOffer, replaceContacts } from '../store.ts';
import { contactExists } from './store.ts';

export type LinkInput = { params: { contactId: string; offerId: string } };

/** Loads both ends of a link and locks the offer. The error is the same whichever end is missing. */
export const lockEnds = async (call: ActCall, { params }: LinkInput): Promise<OfferWithContacts> => {
  const offer = await lockOffer(call.db, params.offerId);
  if (!offer || !(await contactExists(call.db, params.contactId))) throw notFound('offer');
  call.checkVersion(offer.version);
  return offer;
};

/** Writes the offer with the given contacts as its next version. */
export const changeContacts = async (call: ActCall, old: OfferWithContacts, contactIds: string[]): Promise<string> => {
  await replaceContacts(call.db, old.id, contactIds);
  await changeOffer(call, old, { contact_ids: contactIds.sort() }, 'offer.updated');
  return '';
};
