import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { contactsMax } from '../../schema.ts';
import { changeContacts, type LinkInput, lockEnds } from '../link.ts';

/** Idempotent. Allowed in any status: contacts are ours, not the marketplace's. */
export const addContactToOffer = async (call: ActCall, input: LinkInput): Promise<string> => {
  const old = await lockEnds(call, input);
  const { contactId } = input.params;
  if (old.contact_ids.includes(contactId)) return '';
  if (old.contact_ids.length >= contactsMax)
    throw new Refusal('Conflict', `An offer has at most ${contactsMax} contacts.`, { limit: contactsMax });
  return changeContacts(call, old, [...old.contact_ids, contactId]);
};
