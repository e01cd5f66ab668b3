import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { MessageListParams } from './fields.ts';
import { getNotificationMessage, listNotificationMessages } from './reads.ts';
import { ListNotificationMessagesResponse, NotificationMessage } from './schema.ts';

export const messageEndpoints: Endpoint[] = [
  reads({
    id: 'listNotificationMessages',
    method: 'GET',
    path: '/org/{orgId}/notificationMessage',
    family: 'notification',
    permission: 'notification:read',
    summary: 'List or search notification messages',
    notes:
      'Sent messages about what the caller may read, newest first, with their delivery state. totalCount is only on the first page.',
    query: MessageListParams,
    reply: ListNotificationMessagesResponse,
    replyHeaders: listHeaders,
    read: listNotificationMessages,
  }),
  reads({
    id: 'getNotificationMessage',
    method: 'GET',
    path: '/org/{orgId}/notificationMessage/{notificationMessageId}',
    family: 'notification',
    permission: 'notification:read',
    summary: 'Get a notification message',
    notes: 'If the caller may read what it is about; else 404.',
    params: { notificationMessageId: { id: 'message', noun: 'message' } },
    reply: NotificationMessage,
    read: getNotificationMessage,
  }),
];
