import type { z } from 'zod';
import type { ActCall } from '../../contract/call.ts';
import type { Contact } from './contact.ts';
import type { NewContact } from './schema.ts';

/** Empty values are treated as absent: they are neither shown nor found. */
export const givenInfo = (info: Contact['info']): Contact['info'] =>
  Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null && value !== '' && value !== undefined));

/** The row of a new contact. */
export const newContact = (
  call: Pick<ActCall, 'newId' | 'now'>,
  { emailAddress, name, companyContactId, info, tags }: z.output<typeof NewContact>,
): Contact => ({
  id: call.newId(),
  email_address: emailAddress,
  name: name ?? '',
  company_contact_id: companyContactId || null,
  info: givenInfo(info ?? {}),
  tags: tags ?? [],
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});
