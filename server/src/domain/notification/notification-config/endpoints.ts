import { z } from 'zod';
import { acts, asksThenActs, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { NotificationMessage } from '../message/schema.ts';
import { testNotification } from './actions/test-notification.ts';
import { checkAddresses, updateNotificationConfigInfo } from './actions/update-notification-config.ts';
import { getNotificationConfigInfo, previewNotification } from './reads.ts';
import {
  NotificationConfigChange,
  NotificationConfigInfo,
  NotificationPreview,
  PreviewNotification,
  TestNotification,
} from './schema.ts';

export const notificationConfigEndpoints: Endpoint[] = [
  reads({
    id: 'getNotificationConfigInfo',
    method: 'GET',
    path: '/org/{orgId}/notificationConfigInfo',
    family: 'notification',
    permission: 'notification:read',
    summary: 'Get who is notified of what',
    notes:
      'By scope (ACTION.ENTITY): who is mailed, and what chat channels and the webhook receive. Addresses of chat channels are secrets: only ' +
      'their server and last four characters are shown.',
    reply: NotificationConfigInfo,
    read: getNotificationConfigInfo,
  }),
  asksThenActs({
    id: 'updateNotificationConfigInfo',
    changesOwn: 'ORGANIZATION',
    bodyLimits: withValues(30_000),
    method: 'PATCH',
    path: '/org/{orgId}/notificationConfigInfo',
    family: 'notification',
    permission: 'notification:write',
    summary: 'Change who is notified of what',
    notes:
      'A member that is named replaces the old one, lists as a whole; absent members stay, and null restores the standard. A masked address that is ' +
      'sent back keeps the one that is stored. Chat channels and the webhook without scopes receive everything that is HIGH or CRITICAL. A digest ' +
      'collects mails by the hour or day, and quiet hours hold messages back; neither holds back what is CRITICAL. Templates are Mustache. The caller ' +
      'must be allowed to read what a new or changed rule reports to others (403).',
    body: NotificationConfigChange,
    reply: NotificationConfigInfo,
    emits: [
      'notification_config.updated',
      'webhook.created',
      'webhook.updated',
      'webhook.enabled',
      'webhook.disabled',
      'webhook.deleted',
    ],
    ask: checkAddresses,
    act: updateNotificationConfigInfo,
  }),
  reads({
    id: 'previewNotification',
    method: 'POST',
    path: '/org/{orgId}/notificationConfigInfo/preview',
    family: 'notification',
    permission: 'notification:read',
    summary: 'Preview a notification mail',
    notes:
      'The mail about the latest event of a scope, or about a made-up one, by a template in the request, a stored one, or the standard text. ' +
      'With offerId, the mail that sendOfferNotifications would send to one of the contacts of the offer. Nothing is sent.',
    body: PreviewNotification,
    unversioned: true,
    reply: NotificationPreview,
    read: previewNotification,
  }),
  acts({
    id: 'testNotification',
    method: 'POST',
    path: '/org/{orgId}/notificationConfigInfo/test',
    family: 'notification',
    permission: 'notification:write',
    summary: 'Send a test notification',
    notes:
      'Sends a sample by mail, to the addresses that are given or else the caller, or to a chat channel, whether or not it is enabled. The messages that ' +
      'are answered show later whether they arrived.',
    body: TestNotification,
    creates: true,
    unversioned: true,
    reply: z.array(NotificationMessage),
    emits: ['message.created'],
    act: testNotification,
  }),
];
