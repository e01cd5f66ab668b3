import type { Delivery, DeliveryRules } from '../kit/deliveries.ts';
import type { Reader, Row } from '../kit/store.ts';
import { type AwsTables, readSettings } from './state.ts';

/** API destinations retry after these statuses and after 5xx; other refusals are final (EventBridge User Guide). */
const retriedStatuses = [401, 407, 409, 429];

/** How events are delivered to the API destination of a seller account. */
export const eventDelivery: DeliveryRules<AwsTables> = {
  async post({ store }, { accountId, body }) {
    const target = store.get('accounts', accountId)?.messageTarget;
    if (!target) return null;
    return {
      url: target.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Amazon/EventBridge/ApiDestinations',
        ...target.headers,
      },
      body: JSON.stringify(body),
    };
  },
  triesAgain: (status) => status >= 500 || retriedStatuses.includes(status),
  retries({ store }) {
    const { eventAttemptsMax, eventRetryMs } = readSettings(store);
    return { attemptsMax: eventAttemptsMax, firstPauseMs: eventRetryMs };
  },
  timeoutMs: 5000,
};

type OldDelivery = Delivery & { eventId: string };
type OldEvent = Row & { accountId: string; envelope: Record<string, unknown> };

/** Release 0.1.0 stored events in a separate table, and an account's URL under another name. */
export const readRow = (table: string, row: Row, reader: Reader<AwsTables>): Row => {
  if (table === 'accounts' && 'eventTarget' in row) {
    const { eventTarget: messageTarget, ...account } = row;
    return { ...account, messageTarget } as Row;
  }
  if (table !== 'deliveries' || !('eventId' in row)) return row;
  const { id, eventId, status, attempts, nextWall, lastStatus, lastError } = row as OldDelivery;
  const events = reader as unknown as Reader<{ events: OldEvent }>;
  const { accountId = '', envelope = {} } = events.get('events', eventId) ?? {};
  const type = String(envelope['detail-type']);
  const delivery: Delivery = { id, type, accountId, body: envelope, status, attempts, nextWall, lastStatus, lastError };
  return delivery;
};
