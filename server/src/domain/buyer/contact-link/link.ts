import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer } from '../change.ts';
import { lockBuyer } from '../store.ts';
import { contactExists } from './store.ts';

export type LinkInput = { params: { contactId: string; buyerId: string } };

/** Both ends of a link, the buyer locked. A missing end is answered alike, whichever it is. */
export const lockEnds = async (call: ActCall, { params }: LinkInput): Promise<BuyerWithContacts> => {
  const buyer = await lockBuyer(call.db, params.buyerId);
  if (!buyer || !(await contactExists(call.db, params.contactId))) throw notFound('buyer');
  call.checkVersion(buyer.version);
  return buyer;
};

/** The buyer with other contacts, as its next version; the rows of the links are written by the caller. */
export const changeContacts = async (call: ActCall, old: BuyerWithContacts, contactIds: string[]) =>
  (await changeBuyer(call, old, { contact_ids: contactIds.sort() }, 'buyer.updated')).view;
