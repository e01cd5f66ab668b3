import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { listParams, queryParams, textParam } from '../../contract/shapes.ts';

/** Fields that `q` and `s` can use on contacts. */
export const contactFields: Fields = {
  id: { type: 'id', prefix: 'contact', column: 'contact.id', sortable: true, required: true },
  email_address: { type: 'text', column: 'contact.email_address', sortable: true, required: true },
  name: { type: 'text', column: 'contact.name', sortable: true, required: true },
  company_contact_id: { type: 'text', column: 'contact.company_contact_id', filter: 'companyContactId' },
  creation_time: {
    type: 'time',
    column: 'contact.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: {
    type: 'time',
    column: 'contact.last_update_time',
    sortable: true,
    required: true,
    notBefore: 'creation_time',
  },
  'info.companyName': { type: 'text', column: 'contact.company_name' },
  'info.role': { type: 'text', column: 'contact.role' },
  'info.partner': { type: 'enum', values: partners, column: 'contact.partner', filter: 'partner' },
};

export const ContactListParams = z.object({
  ...listParams(),
  ...filterParams(contactFields),
  contactIds: textParam(4000).meta({ description: 'Comma-separated, at most 100; limit and offset are then ignored' }),
  emailDomain: textParam(),
  keyword: textParam().meta({ description: 'Part of the name or the e-mail address' }),
});

export const ContactQueryParams = z.object({ ...queryParams(() => contactFields), ...filterParams(contactFields) });
