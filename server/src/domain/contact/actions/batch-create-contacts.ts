import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import type { Contact } from '../contact.ts';
import { newContact } from '../new-contact.ts';
import type { ContactBatch } from '../schema.ts';
import { emailKeyOf, findContactsByEmail, insertContacts } from '../store.ts';
import { viewContact } from '../view.ts';

/**
 * Returns a list with one contact for each item, in order: clients of the reference read lists of lists. For an address
 * that exists, or repeats within the batch, returns the contact unchanged. Emits contact.created for each new one.
 */
export const batchCreateContacts = async (call: ActCall, { body }: { body: z.output<typeof ContactBatch> }) => {
  const firsts = new Map<string, Contact>();
  for (const item of body) {
    const key = emailKeyOf(item.emailAddress);
    if (!firsts.has(key)) firsts.set(key, newContact(call, item));
  }
  // In key order, so that two concurrent batches cannot deadlock.
  const sorted = [...firsts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, contact]) => contact);
  const added = await insertContacts(call.db, sorted);
  const known = await findContactsByEmail(
    call.db,
    sorted.filter(({ id }) => !added.has(id)).map(({ email_address: email }) => email),
  );
  const contacts = body.map(({ emailAddress }): Contact => {
    const key = emailKeyOf(emailAddress);
    const contact = known.get(key) ?? firsts.get(key);
    if (!contact) throw new Error('a contact that was in the way is gone; contacts are never deleted');
    return contact;
  });
  for (const contact of firsts.values()) {
    if (!added.has(contact.id)) continue;
    const after = viewContact(call.orgId, contact);
    call.recordChange({ type: 'contact', before: null, after, version: 1, events: ['contact.created'] });
  }
  return contacts.map((contact) => [viewContact(call.orgId, contact)]);
};
