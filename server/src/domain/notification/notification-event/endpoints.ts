import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { notificationEntities } from '../../../contract/reference/notification-words.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { NotificationEventListParams, NotificationEventOfEntityParams } from './fields.ts';
import { listNotificationEvents, listNotificationEventsByEntity } from './reads.ts';
import { ListNotificationEventsResponse } from './schema.ts';

export const notificationEventEndpoints: Endpoint[] = [
  reads({
    id: 'listNotificationEvents',
    method: 'GET',
    path: '/org/{orgId}/notificationEvent',
    family: 'notification',
    permission: 'notification:read',
    summary: 'List notification events',
    notes:
      'The notifications that people received, newest first. By default of the 30 days up to today, and of priority HIGH and CRITICAL. ' +
      'Only events about what the caller may read. totalCount is only on the first page.',
    query: NotificationEventListParams,
    reply: ListNotificationEventsResponse,
    replyHeaders: listHeaders,
    read: listNotificationEvents,
  }),
  reads({
    id: 'listNotificationEventsByEntity',
    method: 'GET',
    path: '/org/{orgId}/notificationEvent/{entityType}/{entityId}',
    family: 'notification',
    permission: 'notification:read',
    summary: 'List the notification events of an entity',
    notes: 'The timeline of an offer, an entitlement or anything else: events of all priorities, newest first.',
    params: {
      entityType: { text: true, noun: 'type of entity', values: notificationEntities.filter((word) => word !== '') },
      entityId: { text: true, noun: 'entity' },
    },
    query: NotificationEventOfEntityParams,
    reply: ListNotificationEventsResponse,
    replyHeaders: listHeaders,
    read: listNotificationEventsByEntity,
  }),
];
