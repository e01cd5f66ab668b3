import type { ActCall } from '../../../../contract/call.ts';
import { cancelDue } from '../../../../engine/due-store.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { lockWebhook, updateWebhookRow } from '../store.ts';
import { viewWebhook } from '../view.ts';
import { forgetSecretKind, type Webhook } from '../webhook.ts';
import { discardWaiting, turnedOff } from './turn-off.ts';

/** Erases a webhook with its secrets, and cancels what waits. Its row remains until its deliveries are removed. */
export const eraseWebhook = async (call: ActCall, old: Webhook): Promise<void> => {
  const row = {
    ...old,
    ...turnedOff(call, old, 'REQUESTED'),
    headers_sealed: null,
    secret_sealed: null,
    previous_secret_sealed: null,
    previous_secret_until: null,
    deleted_time: call.now,
    last_updated_by: call.actor.id,
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateWebhookRow(call.db, row);
  await discardWaiting(call, row);
  await cancelDue(call.db, forgetSecretKind, row.id);
  const before = viewWebhook(call.orgId, old);
  call.recordChange({ type: 'webhook', before, after: null, version: row.version, events: ['webhook.deleted'] });
};

/** Deletes a webhook. */
export const deleteWebhook = async (call: ActCall, { params }: { params: { webhookId: string } }) => {
  const old = requireFound(await lockWebhook(call.db, params.webhookId), 'webhook');
  call.checkVersion(old.version);
  await eraseWebhook(call, old);
  return '' as const;
};
