import type { ActCall } from '../../../../../contract/call.ts';
import type { StoredEvent } from '../../../event/event.ts';
import { holdEnabledWebhooks } from '../../store.ts';
import { createMatcher } from '../../subscription.ts';
import type { Webhook } from '../../webhook.ts';
import { insertDeliveries, type Queued } from '../queue-store.ts';

/** Rows of one statement. */
const atOnce = 2000;

export const queued = (
  call: ActCall,
  { id, epoch, ordered }: Webhook,
  event: Pick<StoredEvent, 'id' | 'name' | 'entity_type' | 'entity_id' | 'sequence'>,
): Queued => ({
  id: call.newId(),
  webhook_id: id,
  event_id: event.id,
  event_type: event.name,
  entity_type: event.entity_type,
  entity_id: event.entity_id,
  epoch,
  ordered,
  sequence: event.sequence,
  own_event: null,
});

/**
 * Queues events, in the order of their sequence, for every enabled webhook that wants them. An event that a webhook has already is not
 * queued again. Without webhooks it costs one small query.
 */
export const queueDeliveries = async (call: ActCall, events: readonly StoredEvent[]): Promise<void> => {
  if (events.length === 0) return;
  for (const webhook of await holdEnabledWebhooks(call.db)) {
    const rows = events.filter(createMatcher(webhook)).map((event) => queued(call, webhook, event));
    for (let from = 0; from < rows.length; from += atOnce)
      await insertDeliveries(call.db, rows.slice(from, from + atOnce), { now: call.now });
  }
};
