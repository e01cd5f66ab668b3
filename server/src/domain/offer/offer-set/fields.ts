import type { Fields } from '../../../contract/fields.ts';
import { offerSetStatuses } from './states.ts';

/** What `q` and `s` may name on offer sets. */
export const offerSetFields: Fields = {
  id: { type: 'id', prefix: 'offerset', column: 'offer_set.id', sortable: true, required: true },
  name: { type: 'text', column: 'offer_set.name', sortable: true, required: true },
  status: { type: 'enum', column: 'offer_set.status', values: offerSetStatuses, required: true },
  partner: { type: 'enum', column: 'offer_set.partner', required: true },
  service: { type: 'enum', column: 'offer_set.service', required: true },
  external_id: { type: 'text', column: 'offer_set.external_id' },
  expire_time: { type: 'time', column: 'offer_set.expire_time', sortable: true },
  created_by: { type: 'text', column: 'offer_set.created_by', required: true },
  creation_time: { type: 'time', column: 'offer_set.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'offer_set.last_update_time', sortable: true, required: true },
};
