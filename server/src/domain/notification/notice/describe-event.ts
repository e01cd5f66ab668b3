import type { EventName } from '../../../contract/events.ts';
import type { StoredEvent } from '../event/event.ts';
import { eventTexts, priorityOf } from '../event/event-texts.ts';
import { nameOf, partnerOf, statusOf } from '../event/texts/event-text.ts';
import type { NotificationEvent, Priority } from '../notification-event/notification-event.ts';

/** An event in plain words. Without a priority nobody is notified, unless a webhook subscribes to it. */
export type Described = Omit<NotificationEvent, 'priority'> & { priority: Priority | '' };

/** What a notice is made of. */
export type Describable = Pick<
  StoredEvent,
  'id' | 'name' | 'entity_type' | 'entity_id' | 'payload' | 'actor' | 'creation_time'
>;

/** The test of a webhook, and whatever a later release may have left: it is named, and nothing is known of it. */
const unknown = { action: 'TEST', entityType: 'WORKFLOW_WEBHOOK', title: 'Test' } as const;

export const describeEvent = (event: Describable): Described => {
  const shown = {
    id: event.id,
    name: event.name,
    entity_id: event.entity_id,
    entity_name: nameOf(event.payload),
    entity_status: statusOf(event.payload),
    partner: partnerOf(event.payload) ?? '',
    actor: event.actor,
    channels: [],
    creation_time: event.creation_time,
  };
  if (!Object.hasOwn(eventTexts, event.name)) {
    const { action, entityType: entity_type, title } = unknown;
    return { ...shown, action, entity_type, title, message: 'This is a test.', priority: '', is_action_item: false };
  }
  const named = { ...event, name: event.name as EventName };
  const row = eventTexts[named.name];
  return {
    ...shown,
    action: row.action,
    entity_type: row.entityType,
    priority: priorityOf(named),
    title: row.title,
    message: row.message(named),
    is_action_item: row.isActionItem ?? false,
  };
};

export const isNotifiable = (event: Described): event is NotificationEvent => event.priority !== '';
