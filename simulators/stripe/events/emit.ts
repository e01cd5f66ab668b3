import { putMessage } from '../../kit/deliveries.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing } from '../things.ts';
import { textOf, textsOf } from '../wire/params.ts';

/** The API version of this simulator. */
export const apiVersion = '2026-10-28.endive';

/**
 * Records an event of the account and queues it for every endpoint that listens to its type: the account's own, and
 * those of its platform that listen to connected accounts. `previous` holds the previous values of changed members.
 */
export const emit = (call: StripeCall, type: string, object: Json, previous?: Json): void => {
  const { tx, account } = call;
  const endpoints = tx.list('webhook_endpoint').filter((endpoint) => hears(endpoint, call, type));
  const data: Json =
    previous && Object.keys(previous).length > 0 ? { object, previous_attributes: previous } : { object };
  const event = createThing(call, 'event', {
    api_version: apiVersion,
    data,
    pending_webhooks: endpoints.length,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  });
  for (const endpoint of endpoints) {
    const isConnected = endpoint.accountId !== account.id;
    const body = isConnected ? { ...event.wire, account: account.id } : event.wire;
    putMessage(tx, { id: `${event.id}.${endpoint.id}`, type, accountId: endpoint.id, body });
  }
};

const hears = (endpoint: Thing, { account }: StripeCall, type: string): boolean => {
  const { wire, hidden } = endpoint;
  if (wire.status !== 'enabled' || wire.deleted === true) return false;
  const types = textsOf(wire.enabled_events);
  if (!types.includes('*') && !types.includes(type)) return false;
  return hidden.connect === true ? endpoint.accountId === account.platformId : endpoint.accountId === account.id;
};

/** The previous values of members that differ between two states of an object, in the form of `previous_attributes`. */
export const changedOf = (before: Json, after: Json): Json => {
  const changed: Json = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[name] ?? null;
    if (JSON.stringify(old) !== JSON.stringify(after[name] ?? null)) changed[name] = old;
  }
  return changed;
};

/** The secret with which messages to an endpoint are signed. */
export const secretOf = (endpoint: Thing): string => textOf(endpoint.hidden.secret) ?? '';
