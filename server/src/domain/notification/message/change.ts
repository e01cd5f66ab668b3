import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import type { Message } from './message.ts';
import { updateMessageRow } from './store.ts';
import { viewMessage } from './view.ts';

/** Writes a changed message as its next version with its audit trail, and its event where there is one. */
export const changeMessage = async (
  call: ActCall,
  old: Message,
  change: Partial<Message>,
  event: EventName | null,
): Promise<Message> => {
  const message: Message = { ...old, ...change, last_update_time: call.now, version: old.version + 1 };
  await updateMessageRow(call.db, message);
  const after = viewMessage(call.orgId, message);
  call.changed({ type: 'message', id: after.id, name: message.subject, before: viewMessage(call.orgId, old), after });
  if (event !== null)
    call.emit({ name: event, entityType: 'message', entityId: after.id, version: message.version, payload: after });
  return message;
};
