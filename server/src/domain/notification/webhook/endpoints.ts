import { z } from 'zod';
import { acts, asksThenActs, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { checkWebhookUrl, createWebhook } from './actions/create-webhook.ts';
import { deleteWebhook } from './actions/delete-webhook.ts';
import { rotateWebhookSecret } from './actions/rotate-secret.ts';
import { updateWebhook } from './actions/update-webhook.ts';
import { deliveryEndpoints } from './delivery/endpoints.ts';
import { WebhookListParams } from './fields.ts';
import { getWebhook, listWebhooks } from './reads.ts';
import { webhookPath as path, webhookId } from './record.ts';
import { NewWebhook, Webhook, WebhookChange, WebhookPage } from './schema.ts';

const reading = { family: 'notification', permission: 'notification:read' } as const;
/** Whoever changes where events go can have all of them sent anywhere, and sees the secret. */
const managing = { family: 'notification', permission: 'access:write' } as const;

export const webhookEndpoints: Endpoint[] = [
  reads({
    ...reading,
    id: 'listWebhooks',
    method: 'GET',
    path,
    summary: 'List webhooks',
    notes: 'With how their deliveries go. Secrets and values of headers are never shown.',
    query: WebhookListParams,
    reply: WebhookPage,
    replyHeaders: listHeaders,
    read: listWebhooks,
  }),
  asksThenActs({
    ...managing,
    id: 'createWebhook',
    method: 'POST',
    path,
    summary: 'Create a webhook',
    notes:
      'Only url is needed. Events are posted to it, signed by Standard Webhooks 1.0. types: offer.accepted, or offer.* for all about ' +
      'offers; empty: all events. The caller must be allowed to read what they are about (403). The secret is shown once. At most 50 in an ' +
      'organization (409).',
    body: NewWebhook,
    reply: Webhook,
    secrets: ['secret'],
    emits: ['webhook.created'],
    ask: checkWebhookUrl,
    act: createWebhook,
  }),
  reads({
    ...reading,
    id: 'getWebhook',
    method: 'GET',
    path: `${path}/{webhookId}`,
    summary: 'Get a webhook',
    notes: 'With the health of its deliveries, which is not part of its version.',
    params: webhookId,
    reply: Webhook,
    read: getWebhook,
  }),
  asksThenActs({
    ...managing,
    id: 'updateWebhook',
    method: 'PATCH',
    path: `${path}/{webhookId}`,
    summary: 'Update a webhook',
    notes:
      'enabled: false cancels waiting deliveries; true does not send past events, which a replay does. headers replaces all of them; if there are any, another url requires them (400). The caller must be ' +
      'allowed to read what its events are about (403).',
    params: webhookId,
    body: WebhookChange,
    reply: Webhook,
    emits: ['webhook.updated', 'webhook.enabled', 'webhook.disabled'],
    ask: checkWebhookUrl,
    act: updateWebhook,
  }),
  acts({
    ...managing,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: `${path}/{webhookId}`,
    summary: 'Delete a webhook',
    notes: 'Its secrets are erased, and waiting deliveries are canceled. Its deliveries are no longer shown.',
    params: webhookId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['webhook.deleted'],
    act: deleteWebhook,
  }),
  acts({
    ...managing,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${path}/{webhookId}/rotateSecret`,
    summary: 'Give a webhook a new secret',
    notes:
      'The secret is shown once. For 24 hours the previous one signs too: webhook-signature has both signatures. X-Signature-256 is by the new one at once.',
    params: webhookId,
    reply: Webhook,
    secrets: ['secret'],
    emits: ['webhook.secret_rotated'],
    act: rotateWebhookSecret,
  }),
  ...deliveryEndpoints,
];
