import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';

/** Fields that `q` and `s` can use on the contacts of a partner. */
export const partnerContactFields: Fields = {
  id: { type: 'id', prefix: 'contact', column: 'partner_contact.id', sortable: true, required: true },
  email: { type: 'text', column: 'partner_contact.email', isLower: true, required: true, filter: 'email' },
  name: { type: 'text', column: 'partner_contact.name', sortable: true, required: true },
  creation_time: { type: 'time', column: 'partner_contact.creation_time', sortable: true, required: true },
};

export const PartnerContactListParams = z.object({
  ...queryParams(() => partnerContactFields),
  ...filterParams(partnerContactFields),
});
