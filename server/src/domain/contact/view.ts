import type { z } from 'zod';
import { encodeId } from '../../kit/ids.ts';
import type { Contact } from './contact.ts';
import type { IdentityContact } from './schema.ts';

const present = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined && member !== ''),
  ) as never;

/** A contact as clients see it. */
export const viewContact = (orgId: string, contact: Contact): z.input<typeof IdentityContact> => ({
  id: encodeId('contact', contact.id),
  organizationID: encodeId('org', orgId),
  emailAddress: contact.email_address,
  name: contact.name,
  ...(contact.company_contact_id === null ? {} : { companyContactId: contact.company_contact_id }),
  info: present(contact.info),
  tags: contact.tags,
  creationTime: contact.creation_time.toISOString(),
  lastUpdateTime: contact.last_update_time.toISOString(),
});
