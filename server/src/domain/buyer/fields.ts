import type { Fields } from '../../contract/fields.ts';

/** What `q` and `s` may name on buyers. */
export const buyerFields: Fields = {
  id: { type: 'id', prefix: 'buyer', column: 'buyer.id', sortable: true, required: true },
  name: { type: 'text', column: 'buyer.name', sortable: true, required: true },
  partner: { type: 'enum', column: 'buyer.partner', required: true },
  external_id: { type: 'text', column: 'buyer.external_id' },
  company_id: { type: 'text', column: 'buyer.company_id' },
  creation_time: { type: 'time', column: 'buyer.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'buyer.last_update_time', sortable: true, required: true },
  'info.emailAddress': { type: 'text', column: 'buyer.email_address' },
};
