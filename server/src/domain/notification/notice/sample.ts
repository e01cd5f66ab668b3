import type { ReadCall } from '../../../contract/call.ts';
import { nilId } from '../../../kit/ids.ts';
import { visibleEvents } from '../event/event-permissions.ts';
import type { NotificationEvent } from '../notification-event/notification-event.ts';
import { findLatestOfScope } from '../notification-event/store.ts';

/** An event to show a notification with: the latest of the scope that the caller may see, or a made-up one. */
export const sampleOf = async (
  call: Pick<ReadCall, 'db' | 'membership' | 'actor' | 'now'>,
  scope: string,
): Promise<NotificationEvent> => {
  const [action = '', entityType = ''] = scope.split('.');
  const found = await findLatestOfScope(call.db, visibleEvents(call.membership), { action, entityType });
  return (
    found ?? {
      id: nilId,
      name: '',
      action,
      entity_type: entityType,
      entity_id: '',
      entity_name: 'Example',
      entity_status: '',
      partner: '',
      priority: 'MEDIUM',
      title: 'Example',
      message: `This is how a notification of ${scope} looks.`,
      is_action_item: false,
      actor: call.actor,
      channels: [],
      creation_time: call.now,
    }
  );
};
