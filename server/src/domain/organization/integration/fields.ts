import type { Fields } from '../../../contract/fields.ts';

/** What `q` and `s` may name on integrations. */
export const integrationFields: Fields = {
  id: { type: 'id', prefix: 'conn', column: 'connection.id', sortable: true, required: true },
  partner: { type: 'enum', column: 'connection.partner', sortable: true, required: true },
  service: { type: 'enum', column: 'connection.service', sortable: true, required: true },
  account_id: { type: 'text', column: 'connection.account_id' },
  status: { type: 'enum', column: 'connection.status', sortable: true, required: true },
  mode: { type: 'enum', column: 'connection.mode' },
  last_sync_time: { type: 'time', column: 'connection.last_sync_time' },
  last_verified_time: { type: 'time', column: 'connection.last_verified_time' },
  creation_time: { type: 'time', column: 'connection.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'connection.last_update_time', sortable: true, required: true },
};
