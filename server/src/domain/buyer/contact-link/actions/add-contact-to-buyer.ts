import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { viewBuyer } from '../../view.ts';
import { changeContacts, type LinkInput, lockEnds } from '../link.ts';
import { linkContact } from '../store.ts';

const contactsMax = 1000;

/** Returns the buyer. Idempotent. */
export const addContactToBuyer = async (call: ActCall, input: LinkInput) => {
  const old = await lockEnds(call, input);
  const { buyerId, contactId } = input.params;
  if (old.contact_ids.includes(contactId)) return viewBuyer(call.orgId, old);
  if (old.contact_ids.length >= contactsMax)
    throw new Refusal('Conflict', `A buyer has at most ${contactsMax} contacts.`, { limit: contactsMax });
  await linkContact(call.db, buyerId, contactId);
  return changeContacts(call, old, [...old.contact_ids, contactId]);
};
