import { z } from 'zod';
import { actorTypes } from '../../../../auth/principal.ts';
import type { Fields } from '../../../../contract/fields.ts';
import { filterParams } from '../../../../contract/filters.ts';
import { queryParams } from '../../../../contract/shapes.ts';
import { eventStatuses, eventTypes } from './auditing-event.ts';

/** Fields that `q` and `s` can use on auditing events. */
export const auditingEventFields: Fields = {
  id: { type: 'id', prefix: 'audit', column: 'auditing_event.id', sortable: true, required: true },
  event_type: { type: 'enum', values: eventTypes, column: 'auditing_event.event_type', filter: 'eventType' },
  status: { type: 'enum', values: eventStatuses, column: 'auditing_event.status', filter: 'status' },
  creation_time: {
    type: 'time',
    column: 'auditing_event.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: {
    type: 'time',
    column: 'auditing_event.last_update_time',
    sortable: true,
    required: true,
    notBefore: 'creation_time',
  },
  actor_type: { type: 'enum', values: actorTypes, column: 'auditing_event.actor_type', filter: 'actorType' },
  actor_id: { type: 'text', column: 'auditing_event.actor_id', filter: 'actorId' },
  action: { type: 'text', column: 'auditing_event.action', filter: 'action' },
  entity_type: { type: 'enum', column: 'auditing_event.entity_type' },
  entity_id: { type: 'text', column: 'auditing_event.entity_id', filter: 'entityId' },
  request_id: { type: 'text', column: 'auditing_event.request_id', filter: 'requestId' },
};

export const AuditingEventQueryParams = z.object({
  ...queryParams(() => auditingEventFields),
  ...filterParams(auditingEventFields),
});
