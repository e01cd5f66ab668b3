import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer } from '../change.ts';
import { lockBuyer } from '../store.ts';
import { contactExists } from './store.ts';

export type LinkInput = { params: { contactId: string; buyerId: string } };

/** Loads both ends of a link and locks the buyer. The error is the same whichever end is missing. */
export const lockEnds = async (call: ActCall, { params }: LinkInput): Promise<BuyerWithContacts> => {
  const buyer = await lockBuyer(call.db, params.buyerId);
  if (!buyer || !(await contactExists(call.db, params.contactId))) throw notFound('buyer');
  call.checkVersion(buyer.version);
  return buyer;
};

/** Writes the buyer with the given contacts as its next version; the caller writes the link rows. */
export const changeContacts = async (call: ActCall, old: BuyerWithContacts, contactIds: string[]) =>
  (await changeBuyer(call, old, { contact_ids: contactIds.sort() }, 'buyer.updated')).view;
