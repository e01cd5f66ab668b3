import type { ActCall } from '../../../../contract/call.ts';
import { changeContacts, type LinkInput, lockEnds } from '../link.ts';

/** Idempotent. */
export const removeContactFromOffer = async (call: ActCall, input: LinkInput): Promise<string> => {
  const old = await lockEnds(call, input);
  const { contactId } = input.params;
  if (!old.contact_ids.includes(contactId)) return '';
  return changeContacts(
    call,
    old,
    old.contact_ids.filter((id) => id !== contactId),
  );
};
