import type { ActCall } from '../../../../../contract/call.ts';
import { Refusal, requireFound } from '../../../../../kit/errors.ts';
import { lockWebhook } from '../../store.ts';
import type { Webhook } from '../../webhook.ts';

/** Locks a webhook before something is sent to it. Throws 404 if there is no such `noun`, and 409 if it is disabled. */
export const lockEnabledWebhook = async (call: ActCall, webhookId: string, noun = 'webhook'): Promise<Webhook> => {
  const webhook = requireFound(await lockWebhook(call.db, webhookId), noun);
  if (!webhook.enabled)
    throw new Refusal('Conflict', 'The webhook is disabled, so nothing is sent to it. Enable it first.');
  return webhook;
};
