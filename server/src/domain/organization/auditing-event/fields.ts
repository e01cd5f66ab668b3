import type { Fields } from '../../../contract/fields.ts';
import { eventStatuses, eventTypes } from './auditing-event.ts';

/** What `q` and `s` may name on auditing events. */
export const auditingEventFields: Fields = {
  id: { type: 'id', prefix: 'audit', column: 'auditing_event.id', sortable: true, required: true },
  event_type: { type: 'enum', values: eventTypes, column: 'auditing_event.event_type' },
  status: { type: 'enum', values: eventStatuses, column: 'auditing_event.status' },
  creation_time: { type: 'time', column: 'auditing_event.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'auditing_event.last_update_time', sortable: true, required: true },
  actor_type: { type: 'enum', column: 'auditing_event.actor_type' },
  actor_id: { type: 'text', column: 'auditing_event.actor_id' },
  action: { type: 'text', column: 'auditing_event.action' },
  entity_type: { type: 'enum', column: 'auditing_event.entity_type' },
  entity_id: { type: 'text', column: 'auditing_event.entity_id' },
  request_id: { type: 'text', column: 'auditing_event.request_id' },
};
