import { type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../../contract/shapes.ts';
import { AuditingEventQueryParams } from './fields.ts';
import { queryAuditingEvents } from './reads.ts';
import { AuditingEvent } from './schema.ts';

export const auditingEventEndpoints: Endpoint[] = [
  reads({
    id: 'queryAuditingEvents',
    method: 'GET',
    path: '/org/{orgId}/auditingEvent/query',
    family: 'organization',
    permission: 'access:read',
    summary: 'Query auditing events',
    notes:
      'Messages from marketplaces, and every change in this service (eventType ACTIVITY). Secrets are shown as ***. ' +
      'Callers see the values of what they may read; of the rest, who changed it and when.',
    query: AuditingEventQueryParams,
    reply: paged(AuditingEvent),
    replyHeaders: listHeaders,
    read: queryAuditingEvents,
  }),
];
