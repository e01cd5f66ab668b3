import type { z } from 'zod';
import { type WebhookEvent, webhookEventVersion } from '../../../../contract/webhook-event.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { encodeJson } from '../../../../kit/json.ts';
import { describeEvent } from '../../notice/describe-event.ts';
import { viewNotificationEvent } from '../../notification-event/view.ts';
import type { WebhookFormat } from '../webhook.ts';
import type { Delivery, EventRest } from './delivery.ts';

type Event = z.input<typeof WebhookEvent>;

/** What a body is made of. */
export type PayloadSource = Pick<Delivery, 'event_id' | 'event_type' | 'entity_type' | 'entity_id'> & {
  orgId: string;
  event: EventRest;
};

const writeEvent = ({ orgId, event, ...delivery }: PayloadSource): string => {
  const payload: Event = {
    id: encodeId('event', delivery.event_id),
    type: delivery.event_type as Event['type'],
    timestamp: event.time,
    version: webhookEventVersion,
    organizationId: encodeId('org', orgId),
    entityType: delivery.entity_type,
    entityId: delivery.entity_id,
    entityVersion: event.version,
    actor: event.actor,
    data: event.data,
  };
  return encodeJson(payload);
};

/** The shape that clients of the reference know from its lists. */
const writeNotification = ({ orgId, event, ...delivery }: PayloadSource): string => {
  const { event_id: id, event_type: name, entity_type, entity_id } = delivery;
  const payload = event.data as Record<string, unknown>;
  const described = {
    id,
    name,
    entity_type,
    entity_id,
    payload,
    actor: event.actor,
    creation_time: new Date(event.time),
  };
  return encodeJson(viewNotificationEvent(orgId, describeEvent(described)));
};

/** The writer of each format's body. */
export const payloads: Readonly<Record<WebhookFormat, (source: PayloadSource) => string>> = {
  EVENT: writeEvent,
  NOTIFICATION: writeNotification,
};
