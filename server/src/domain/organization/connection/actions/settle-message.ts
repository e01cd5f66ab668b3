import type { ActCall } from '../../../../contract/call.ts';
import type { PartnerMessage } from '../connection.ts';
import { lockMessage, updateMessageRow } from '../store.ts';
import { viewMessage } from '../view.ts';

/** Says what became of a message. A message that is settled already stays as it is. */
export const settleMessage = async (
  call: ActCall,
  {
    messageId,
    status,
    error = null,
  }: { messageId: string; status: PartnerMessage['status']; error?: PartnerMessage['error'] },
): Promise<void> => {
  const message = await lockMessage(call.db, messageId);
  if (message?.status !== 'PENDING' || status === 'PENDING') return;
  const after: PartnerMessage = { ...message, status, error, last_update_time: call.now, version: message.version + 1 };
  await updateMessageRow(call.db, after);
  const view = viewMessage(after);
  call.changed({ type: 'message', id: view.id, name: message.type, before: viewMessage(message), after: view });
};
