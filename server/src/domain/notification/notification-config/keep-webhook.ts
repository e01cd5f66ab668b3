import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { badRequest, Refusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { eventsOfScopes } from '../scope.ts';
import { makeWebhook } from '../webhook/actions/create-webhook.ts';
import { eraseWebhook } from '../webhook/actions/delete-webhook.ts';
import { switched, writeWebhookChange } from '../webhook/actions/update-webhook.ts';
import { lockWebhook } from '../webhook/store.ts';
import { checkMaySubscribe } from '../webhook/subscription.ts';
import type { WebhookRule } from './notification-config.ts';

/**
 * Keeps the webhook that belongs to the configuration: creates it with the first address, changes it with every change, and deletes it when
 * the address is removed. A webhook that somebody deleted is created again.
 */
export const keepWebhook = async (call: ActCall, old: WebhookRule, rule: WebhookRule): Promise<WebhookRule> => {
  const { webhookId, ...wanted } = rule;
  const { webhookId: _, ...before } = old;
  if (isSameDocument(before, wanted)) return rule;
  if (!call.membership?.permissions.has('access:write'))
    throw new Refusal('Forbidden', 'Changing the webhook needs the permission access:write, as every webhook does.');
  const id = webhookId === undefined ? null : decodeId('webhook', webhookId);
  const kept = id === null ? undefined : await lockWebhook(call.db, id);
  if (wanted.url === undefined) {
    if (kept) await eraseWebhook(call, kept);
    return wanted;
  }
  const types = eventsOfScopes(wanted.scopes);
  checkMaySubscribe(call.membership, types);
  // No type at all would mean all events.
  const enabled = wanted.enabled && types.length > 0;
  const fields = { url: wanted.url, types: types.length > 0 ? types : (kept?.types ?? ['offer.accepted']) };
  if (kept) {
    // The configuration knows no headers. Those that the webhook was given elsewhere stay with its address.
    if (kept.headers_sealed !== null && kept.url !== fields.url) {
      const message = `has headers, which are required when the address changes: use PATCH /webhook/${webhookId}`;
      throw badRequest([{ path: 'webhook.url', code: 'headers', message }]);
    }
    await writeWebhookChange(call, kept, { ...fields, ...switched(call, kept, enabled) });
    return rule;
  }
  const { row } = await makeWebhook(call, {
    ...fields,
    enabled,
    format: 'NOTIFICATION',
    description: 'The webhook of the notification configuration',
  });
  return { ...wanted, webhookId: encodeId('webhook', row.id) };
};
