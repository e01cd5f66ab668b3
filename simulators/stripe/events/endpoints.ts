import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { badParam } from '../wire/errors.ts';
import { createdParam, listAnswer, listParams } from '../wire/list.ts';
import { mergeMetadata, readParams, textOf, textsOf } from '../wire/params.ts';

const fields = { url: 'text', enabled_events: 'texts', description: 'text', metadata: 'metadata' } as const;

/** Creates an endpoint for events. Its secret is shown only now. */
export const createEndpoint = (call: StripeCall): Json => {
  const spec = { ...fields, api_version: 'text', connect: 'boolean' } as const;
  const params = readParams(call.params, spec, ['url', 'enabled_events']);
  checkUrl(params.url);
  const thing = putEndpoint(call, params);
  return { ...thing.wire, secret: thing.hidden.secret ?? '' };
};

/** Stores an endpoint; `id` and `secret` are generated unless given. */
export const putEndpoint = (call: StripeCall, params: Json, more: { id?: string; secret?: string } = {}): Thing => {
  const { tx } = call;
  const secret = more.secret ?? `whsec_${tx.ids.text(32)}`;
  const wire: Json = {
    api_version: params.api_version ?? null,
    application: null,
    description: params.description ?? null,
    enabled_events: textsOf(params.enabled_events),
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url ?? '',
  };
  const hidden: Json = { secret, connect: params.connect ?? false };
  return createThing(call, 'webhook_endpoint', wire, { id: more.id, hidden });
};

export const updateEndpoint = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...fields, disabled: 'boolean' });
  const thing = needThing(call, 'webhook_endpoint', call.path.id ?? '');
  if (params.url !== undefined) checkUrl(params.url);
  const { metadata, disabled, ...rest } = params;
  return saveThing(call, 'webhook_endpoint', thing, {
    ...rest,
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(thing.wire.metadata, metadata) }),
    ...(disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' }),
  }).wire;
};

export const listEndpoints = (call: StripeCall): Json => {
  const params = readParams(call.params, listParams);
  const things = thingsOf(call.tx, 'webhook_endpoint', call.account.id);
  return listAnswer(call, 'webhook_endpoint', things, { params, url: '/v1/webhook_endpoints' });
};

export const deleteEndpoint = (call: StripeCall): Json => {
  const thing = needThing(call, 'webhook_endpoint', call.path.id ?? '');
  saveThing(call, 'webhook_endpoint', thing, { deleted: true });
  return { id: thing.id, object: 'webhook_endpoint', deleted: true };
};

/** One event, kept for thirty days. `pending_webhooks` counts the endpoints that have not received it yet. */
export const getEvent = (call: StripeCall): Json => {
  readParams(call.params, {});
  return withPending(needThing(call, 'event', call.path.id ?? ''), pendingByEvent(call)).wire;
};

const keptMs = 30 * 86_400_000;

/** The events of the last thirty days, newest first. */
export const listEvents = (call: StripeCall): Json => {
  const spec = { ...listParams, ...createdParam, type: 'text', types: 'texts', delivery_success: 'boolean' } as const;
  const params = readParams(call.params, spec);
  const types = params.types === undefined ? null : textsOf(params.types);
  const type = textOf(params.type);
  if (types && types.length > 20) throw badParam('types', 'Array must have at most 20 elements.');
  if (types && type) throw badParam('types', 'You may only specify one of these parameters: type, types.');
  const since = (call.tx.at - keptMs) / 1000;
  const things = thingsOf(call.tx, 'event', call.account.id).filter(({ wire }) => {
    if (Number(wire.created) < since) return false;
    if (types && !types.includes(String(wire.type))) return false;
    return (
      type === null || wire.type === type || (type.endsWith('*') && String(wire.type).startsWith(type.slice(0, -1)))
    );
  });
  const pending = pendingByEvent(call);
  const counted = things.map((thing) => withPending(thing, pending));
  const kept = counted.filter(({ wire }) =>
    params.delivery_success === undefined ? true : (wire.pending_webhooks === 0) === params.delivery_success,
  );
  return listAnswer(call, 'event', kept, { params, url: '/v1/events' });
};

/** For each event, how many endpoints have not received it yet. */
const pendingByEvent = ({ tx }: StripeCall): Map<string, number> => {
  const pending = new Map<string, number>();
  for (const { id, status } of tx.list('deliveries')) {
    const event = id.split('.')[0] ?? '';
    if (status === 'PENDING' && !id.endsWith('-again')) pending.set(event, (pending.get(event) ?? 0) + 1);
  }
  return pending;
};

const withPending = (event: Thing, pending: Map<string, number>): Thing => ({
  ...event,
  wire: { ...event.wire, pending_webhooks: pending.get(event.id) ?? 0 },
});

const checkUrl = (url: unknown): void => {
  if (typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw badParam('url', 'Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid');
};
