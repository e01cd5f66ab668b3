import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { lockBuyer, updateBuyerRow } from '../store.ts';
import { viewBuyer } from '../view.ts';
import { contactExists } from './store.ts';

export type LinkInput = { params: { contactId: string; buyerId: string } };

/** Both ends of a link, the buyer locked. A missing end is answered alike, whichever it is. */
export const lockEnds = async (call: ActCall, { params }: LinkInput): Promise<BuyerWithContacts> => {
  const buyer = await lockBuyer(call.db, params.buyerId);
  if (!buyer || !(await contactExists(call.db, params.contactId))) throw notFound('buyer');
  call.checkVersion(buyer.version);
  call.setVersion(buyer.version);
  return buyer;
};

/** The buyer with other contacts, as its next version; the rows of the links are written by the caller. */
export const recordContacts = async (call: ActCall, old: BuyerWithContacts, contactIds: string[]) => {
  const buyer: BuyerWithContacts = {
    ...old,
    contact_ids: contactIds.sort(),
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateBuyerRow(call.db, buyer);
  const after = viewBuyer(call.orgId, buyer);
  call.setVersion(buyer.version);
  call.changed({ type: 'buyer', id: after.id, name: buyer.name, before: viewBuyer(call.orgId, old), after });
  call.emit({ name: 'buyer.updated', entityType: 'buyer', entityId: after.id, version: buyer.version, payload: after });
  return after;
};
