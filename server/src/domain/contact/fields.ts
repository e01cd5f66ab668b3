import type { Fields } from '../../contract/fields.ts';

/** What `q` and `s` may name on contacts. */
export const contactFields: Fields = {
  id: { type: 'id', prefix: 'contact', column: 'contact.id', sortable: true, required: true },
  email_address: { type: 'text', column: 'contact.email_address', sortable: true, required: true },
  name: { type: 'text', column: 'contact.name', sortable: true, required: true },
  company_contact_id: { type: 'text', column: 'contact.company_contact_id' },
  creation_time: { type: 'time', column: 'contact.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'contact.last_update_time', sortable: true, required: true },
  'info.companyName': { type: 'text', column: 'contact.company_name' },
  'info.role': { type: 'text', column: 'contact.role' },
  'info.partner': { type: 'enum', column: 'contact.partner' },
};
