import type { Actor } from '../../../auth/principal.ts';
import type { NotificationChannel } from '../words.ts';

/** How urgent an event is to people. */
export const priorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Priority = (typeof priorities)[number];

/** An event as shown to people. Its id is the event's. */
export type NotificationEvent = {
  id: string;
  /** The event's, such as offer.accepted. */
  name: string;
  action: string;
  entity_type: string;
  /** As clients see it. */
  entity_id: string;
  entity_name: string;
  entity_status: string;
  /** Empty if it is about no partner. */
  partner: string;
  priority: Priority;
  title: string;
  message: string;
  is_action_item: boolean;
  actor: Actor;
  /** The channels on which it was sent. */
  channels: NotificationChannel[];
  creation_time: Date;
};

export const scopeOf = ({ action, entity_type }: Pick<NotificationEvent, 'action' | 'entity_type'>): string =>
  `${action}.${entity_type}`;

/** Whether an event is reported without being named. */
export const isPressing = ({ priority }: Pick<NotificationEvent, 'priority'>): boolean =>
  priority === 'HIGH' || priority === 'CRITICAL';
