import { acts, type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { listHeaders } from '../../../../contract/shapes.ts';
import { webhookId, webhookPath } from '../record.ts';
import { replayDeliveries } from './actions/replay-deliveries.ts';
import { resendDelivery } from './actions/resend-delivery.ts';
import { sendTest } from './actions/send-test.ts';
import { DeliveryListParams } from './fields.ts';
import { getDelivery, listDeliveries } from './reads.ts';
import { Delivery, DeliveryPage, Replay, ReplayRequest } from './schema.ts';

const path = `${webhookPath}/{webhookId}`;
const deliveryId = { ...webhookId, deliveryId: { id: 'delivery', noun: 'delivery' } } as const;
const common = { family: 'notification', unversioned: true } as const;

export const deliveryEndpoints: Endpoint[] = [
  acts({
    ...common,
    id: 'testWebhook',
    method: 'POST',
    path: `${path}/test`,
    permission: 'notification:write',
    summary: 'Send a test event to a webhook',
    notes:
      'Queues an event webhook.test, which is about the webhook itself, whatever types it subscribes to. The answer is its delivery; ' +
      'read it again to see its outcome.',
    creates: true,
    params: webhookId,
    reply: Delivery,
    emits: [],
    act: sendTest,
  }),
  reads({
    ...common,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${path}/delivery`,
    permission: 'notification:read',
    summary: 'List the deliveries of a webhook',
    notes: 'Newest first, of the last 30 days, without their attempts. eventType is one type, such as offer.accepted.',
    params: webhookId,
    query: DeliveryListParams,
    reply: DeliveryPage,
    replyHeaders: listHeaders,
    read: listDeliveries,
  }),
  reads({
    ...common,
    id: 'getWebhookDelivery',
    method: 'GET',
    path: `${path}/delivery/{deliveryId}`,
    permission: 'notification:read',
    summary: 'Get a delivery of a webhook',
    notes: 'With its latest 50 attempts, oldest first, and the first 4 KiB of what the receiver answered to each.',
    params: deliveryId,
    reply: Delivery,
    read: getDelivery,
  }),
  acts({
    ...common,
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: `${path}/delivery/{deliveryId}/resend`,
    permission: 'notification:write',
    summary: 'Send a delivery of a webhook again',
    notes:
      'The same event with the same webhook-id, for another 24 hours; a waiting one is tried at once. On an ordered webhook it is queued behind the ' +
      'waiting deliveries of its entity. Refused while the webhook is disabled (409).',
    creates: true,
    params: deliveryId,
    reply: Delivery,
    emits: [],
    act: resendDelivery,
  }),
  acts({
    ...common,
    id: 'replayWebhook',
    method: 'POST',
    path: `${path}/replay`,
    permission: 'notification:write',
    summary: 'Send the events of a period to a webhook again',
    notes:
      'Events from the time from on and before to, with the same webhook-id as the first time, as far as the webhook subscribes to them. ' +
      'onlyFailed: those that failed or were canceled and were never delivered. types: only these. A call looks at 10,000 events; if there ' +
      'may be more, the answer has a cursor, to be sent with the same request. Refused while the webhook is disabled, or 100,000 of its deliveries wait (409).',
    creates: true,
    params: webhookId,
    body: ReplayRequest,
    reply: Replay,
    emits: [],
    act: replayDeliveries,
  }),
];
