import type { ActCall } from '../../../../../contract/call.ts';
import { testType } from '../../../../../contract/webhook-event.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { viewWebhook } from '../../view.ts';
import { insertDeliveries } from '../queue-store.ts';
import { findDelivery } from '../store.ts';
import { viewDelivery } from '../view.ts';
import { lockEnabledWebhook } from './lock-enabled.ts';

/** Sends the event `webhook.test`, about the webhook itself, whatever the webhook subscribes to. */
export const sendTest = async (call: ActCall, { params }: { params: { webhookId: string } }) => {
  const webhook = await lockEnabledWebhook(call, params.webhookId);
  const id = call.newId();
  const data = viewWebhook(call.orgId, webhook);
  const test = {
    id,
    webhook_id: webhook.id,
    event_id: call.newId(),
    event_type: testType,
    entity_type: 'webhook',
    entity_id: data.id,
    epoch: webhook.epoch,
    ordered: webhook.ordered,
    sequence: null,
    own_event: { version: webhook.version, actor: call.actor, time: call.now.toISOString(), data },
  };
  await insertDeliveries(call.db, [test], { now: call.now });
  const delivery = await findDelivery(call.db, webhook.id, id);
  if (!delivery) throw new Error('a delivery that was queued is gone');
  const after = viewDelivery(delivery);
  call.recordChange({ type: 'delivery', id: encodeId('delivery', id), before: null, after });
  return after;
};
