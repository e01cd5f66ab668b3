import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest, requireFound } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../../organization/access/actions/recheck-membership.ts';
import { changeWebhook } from '../change.ts';
import type { WebhookChange } from '../schema.ts';
import { showWebhook } from '../show-webhook.ts';
import { forgetFailures, lockWebhook } from '../store.ts';
import { checkMaySubscribe, checkTypes } from '../subscription.ts';
import { viewWebhook } from '../view.ts';
import type { Webhook } from '../webhook.ts';
import { sealHeaders } from './create-webhook.ts';
import { discardWaiting, turnedOff } from './turn-off.ts';

type Body = z.output<typeof WebhookChange>;

/** What a member of a PATCH sets: the same value if it is absent, the standard if it is null. */
const set = <T>(given: T | null | undefined, present: T, standard: T): T =>
  given === undefined ? present : (given ?? standard);

const turnedOn = { enabled: true, disabled_reason: null, disabled_time: null } as const;

const eventOf = (old: Webhook, { enabled }: Webhook): EventName => {
  if (enabled === old.enabled) return 'webhook.updated';
  return enabled ? 'webhook.enabled' : 'webhook.disabled';
};

/** Writes a change of a webhook, with its event. Disabling it cancels what waits; enabling it sends nothing of the past. */
export const writeWebhookChange = async (call: ActCall, old: Webhook, change: Partial<Webhook>): Promise<Webhook> => {
  const { row } = await changeWebhook(call, old, change, eventOf(old, { ...old, ...change }));
  if (row.url !== old.url || (row.enabled && !old.enabled)) await forgetFailures(call.db, row.id);
  if (row.epoch !== old.epoch) await discardWaiting(call, row);
  return row;
};

/** Whether it is enabled after a change; nothing if that stays. */
export const switched = (call: ActCall, old: Webhook, enabled: boolean): Partial<Webhook> => {
  if (enabled === old.enabled) return {};
  return enabled ? turnedOn : turnedOff(call, old, 'REQUESTED');
};

/** A caller must not learn the values of headers by having them sent elsewhere: another address requires them again. */
const checkHeadersGiven = (old: Webhook, { url, headers }: Body): void => {
  if (old.headers_sealed === null || headers !== undefined || url === undefined || url === old.url) return;
  const message = 'are required when the address changes: their values are shown to nobody. null removes them';
  throw badRequest([{ path: 'headers', code: 'required', message }]);
};

/** Changes a webhook. A change that changes nothing leaves no trace. */
export const updateWebhook = async (call: ActCall, { params, body }: { params: { webhookId: string }; body: Body }) => {
  const old = requireFound(await lockWebhook(call.db, params.webhookId), 'webhook');
  call.checkVersion(old.version);
  const types = [...new Set(set(body.types, old.types, []))];
  checkTypes(body.types ?? [], 'types');
  checkHeadersGiven(old, body);
  checkMaySubscribe(await recheckMembership(call), types);
  const change: Partial<Webhook> = {
    url: body.url ?? old.url,
    description: set(body.description, old.description, ''),
    types,
    entity_ids: [...new Set(set(body.entityIds, old.entity_ids, []))],
    ordered: set(body.ordered, old.ordered, false),
    format: set(body.format, old.format, 'EVENT'),
    ...(body.headers !== undefined && sealHeaders(call, old.id, body.headers)),
    ...switched(call, old, set(body.enabled, old.enabled, true)),
  };
  const wanted: Webhook = { ...old, ...change };
  const isSame = isSameDocument(viewWebhook(call.orgId, old), viewWebhook(call.orgId, wanted));
  // Values of headers are not shown, so given ones count as changed.
  if (isSame && body.headers === undefined) return showWebhook(call, old);
  return showWebhook(call, await writeWebhookChange(call, old, change));
};
