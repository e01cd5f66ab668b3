import type { ReadCall } from '../../../contract/call.ts';
import { findHealth } from './store.ts';
import { viewHealth, viewWebhook } from './view.ts';
import type { Webhook } from './webhook.ts';

/** Webhooks with how their deliveries go. */
export const showWebhooks = async ({ db, orgId }: Pick<ReadCall, 'db' | 'orgId'>, webhooks: readonly Webhook[]) => {
  const healths = await findHealth(
    db,
    webhooks.map(({ id }) => id),
  );
  return webhooks.map((webhook) => {
    const health = healths.get(webhook.id);
    return { ...viewWebhook(orgId, webhook), ...(health && { health: viewHealth(health) }) };
  });
};

export const showWebhook = async (call: Pick<ReadCall, 'db' | 'orgId'>, webhook: Webhook) => {
  const [shown] = await showWebhooks(call, [webhook]);
  return shown ?? viewWebhook(call.orgId, webhook);
};
