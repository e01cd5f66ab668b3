import type { ActCall } from '../../../../contract/call.ts';
import { changeContacts, type LinkInput, lockEnds } from '../link.ts';
import { unlinkContact } from '../store.ts';

/** Idempotent. */
export const removeContactFromBuyer = async (call: ActCall, input: LinkInput): Promise<string> => {
  const old = await lockEnds(call, input);
  const { buyerId, contactId } = input.params;
  if (!old.contact_ids.includes(contactId)) return '';
  await unlinkContact(call.db, buyerId, contactId);
  await changeContacts(
    call,
    old,
    old.contact_ids.filter((id) => id !== contactId),
  );
  return '';
};
