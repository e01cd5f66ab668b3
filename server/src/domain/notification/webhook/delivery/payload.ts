import type { z } from 'zod';
import { type WebhookEvent, webhookEventVersion } from '../../../../contract/webhook-event.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { encodeJson } from '../../../../kit/json.ts';
import { viewNotificationEvent } from '../../notification-event/view.ts';
import { noticeOf } from '../../telling/notice-of.ts';
import type { WebhookFormat } from '../webhook.ts';
import type { Delivery, EventRest } from './delivery.ts';

type Event = z.input<typeof WebhookEvent>;

/** What a body is made of. */
export type Told = Pick<Delivery, 'event_id' | 'event_type' | 'entity_type' | 'entity_id'> & {
  orgId: string;
  event: EventRest;
};

const writeEvent = ({ orgId, event, ...delivery }: Told): string => {
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
const writeNotification = ({ orgId, event, ...delivery }: Told): string => {
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
  return encodeJson(viewNotificationEvent(orgId, noticeOf(described)));
};

/** The writer of each format's body. */
export const payloads: Readonly<Record<WebhookFormat, (told: Told) => string>> = {
  EVENT: writeEvent,
  NOTIFICATION: writeNotification,
};
