import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { newContact } from '../new-contact.ts';
import type { NewContact } from '../schema.ts';
import { findContactByEmail, insertContact } from '../store.ts';
import { viewContact } from '../view.ts';

/** Idempotent on the e-mail address: an existing contact is returned unchanged. */
export const createContact = async (call: ActCall, { body }: { body: z.output<typeof NewContact> }) => {
  const contact = newContact(call, body);
  if (!(await insertContact(call.db, contact))) {
    const existing = await findContactByEmail(call.db, body.emailAddress);
    if (!existing) throw new Error('a contact that was in the way is gone; contacts are never deleted');
    call.setVersion(existing.version);
    return viewContact(call.orgId, existing);
  }
  const view = viewContact(call.orgId, contact);
  call.recordChange({ type: 'contact', before: null, after: view, version: 1, events: ['contact.created'] });
  return view;
};
