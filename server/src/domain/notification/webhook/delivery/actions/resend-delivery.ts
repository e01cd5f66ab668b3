import type { ActCall } from '../../../../../contract/call.ts';
import { setDue } from '../../../../../db/webhooks.ts';
import { requireFound } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { nextStatus } from '../../../../../kit/transitions.ts';
import { hasOthersWaiting, moveToTheEnd } from '../queue-store.ts';
import { deliveryIs, deliveryTransitions } from '../states.ts';
import { lockDelivery, updateDeliveryRow } from '../store.ts';
import { viewDelivery } from '../view.ts';
import { lockEnabledWebhook } from './lock-enabled.ts';

type Input = { params: { webhookId: string; deliveryId: string } };

/**
 * Sends a delivery again, for another 24 hours, or at once if it waits for its next attempt. With `ordered`, it goes behind the waiting ones
 * of its entity.
 */
export const resendDelivery = async (call: ActCall, { params }: Input) => {
  const webhook = await lockEnabledWebhook(call, params.webhookId, 'delivery');
  const old = requireFound(await lockDelivery(call.db, webhook.id, params.deliveryId), 'delivery');
  const isBeingSent = old.lease_until !== null && deliveryIs.waiting(old.status);
  const waits = webhook.ordered && (await hasOthersWaiting(call.db, { ...old, epoch: webhook.epoch }));
  // What waited when the webhook was disabled is not in the queue of now.
  const isQueued = deliveryIs.waiting(old.status) && old.epoch === webhook.epoch;
  const isBehind = waits && !(isQueued && old.next_attempt_time !== null);
  const row = {
    ...old,
    status: nextStatus('Delivery', deliveryTransitions, 'resend', old),
    epoch: webhook.epoch,
    tries: 0,
    trying_since: null,
    next_attempt_time: isBehind ? null : call.now,
    lease_until: isBeingSent ? old.lease_until : null,
    done_time: null,
  };
  await updateDeliveryRow(call.db, row);
  if (isBehind && !isQueued) await moveToTheEnd(call.db, row.id);
  await setDue(call.db.raw, call.orgId, [webhook.id]);
  const view = viewDelivery(row);
  const before = viewDelivery(old);
  call.recordChange({ type: 'delivery', id: encodeId('delivery', row.id), before, after: view });
  return view;
};
