import type { z } from 'zod';
import type { ActCall, AskFirstCall } from '../../../../contract/call.ts';
import { badRequest, Refusal } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../../organization/access/actions/recheck-membership.ts';
import { addWebhook } from '../change.ts';
import type { NewWebhook } from '../schema.ts';
import { newSigningSecret, sealForWebhook } from '../secret.ts';
import { showWebhook } from '../show-webhook.ts';
import { countWebhooks, lockCreation } from '../store.ts';
import { checkMaySubscribe, checkTypes } from '../subscription.ts';
import { type Webhook, webhooksMax } from '../webhook.ts';

type Body = z.output<typeof NewWebhook>;

/** Refuses an address that the service does not call, by its text. What its name leads to is checked at every delivery. */
export const checkWebhookUrl = async ({ gateway }: AskFirstCall, { body }: { body: { url?: string | undefined } }) => {
  const reason = body.url === undefined ? null : gateway.checkReceiver(body.url);
  if (reason !== null) throw badRequest([{ path: 'url', code: 'address', message: reason }]);
};

/** Seals headers of a webhook: their values may be credentials. */
export const sealHeaders = ({ secretKeys }: ActCall, id: string, headers: Readonly<Record<string, string>> | null) => ({
  header_names: Object.keys(headers ?? {}),
  headers_sealed:
    headers === null || Object.keys(headers).length === 0
      ? null
      : sealForWebhook(secretKeys, id, JSON.stringify(headers)),
});

type Wanted = Partial<Pick<Webhook, 'description' | 'types' | 'entity_ids' | 'ordered' | 'format' | 'enabled'>> & {
  url: string;
  headers?: Readonly<Record<string, string>> | null;
};

/** Adds a webhook with its own secret. Throws 409 if there are too many. Emits webhook.created. */
export const makeWebhook = async (
  call: ActCall,
  { headers = null, ...wanted }: Wanted,
): Promise<{ row: Webhook; secret: string }> => {
  await lockCreation(call.db);
  if ((await countWebhooks(call.db)) >= webhooksMax) {
    const message = `An organization has at most ${webhooksMax} webhooks. Delete one that is no longer needed.`;
    throw new Refusal('Conflict', message, { limit: webhooksMax });
  }
  const id = call.newId();
  const secret = newSigningSecret();
  const { enabled = true } = wanted;
  const { row } = await addWebhook(
    call,
    {
      ...{ id, description: '', types: [], entity_ids: [], ordered: false, format: 'EVENT' as const },
      ...wanted,
      enabled,
      disabled_reason: enabled ? null : 'REQUESTED',
      disabled_time: enabled ? null : call.now,
      ...sealHeaders(call, id, headers),
      secret_sealed: sealForWebhook(call.secretKeys, id, secret),
      previous_secret_sealed: null,
      previous_secret_until: null,
      epoch: 0,
      deleted_time: null,
      created_by: call.actor.id,
      last_updated_by: call.actor.id,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    },
    'webhook.created',
  );
  return { row, secret };
};

/** Returns the secret of the new webhook, only this once. */
export const createWebhook = async (call: ActCall, { body }: { body: Body }) => {
  const types = [...new Set(body.types ?? [])];
  checkTypes(types, 'types');
  checkMaySubscribe(await recheckMembership(call), types);
  const { row, secret } = await makeWebhook(call, {
    url: body.url,
    description: body.description ?? '',
    types,
    entity_ids: [...new Set(body.entityIds ?? [])],
    ordered: body.ordered ?? false,
    format: body.format ?? 'EVENT',
    enabled: body.enabled ?? true,
    headers: body.headers ?? null,
  });
  return { ...(await showWebhook(call, row)), secret };
};
