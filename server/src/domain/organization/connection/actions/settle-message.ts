import type { ActCall } from '../../../../contract/call.ts';
import { createRowChanger } from '../../../../contract/versioned-rows.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import type { PartnerMessage } from '../connection.ts';
import { partnerMessageTransitions } from '../states.ts';
import { lockMessage, updateMessageRow } from '../store.ts';
import { viewMessage } from '../view.ts';

const changeMessage = createRowChanger({
  type: 'message',
  view: (_, message: PartnerMessage) => viewMessage(message),
  update: updateMessageRow,
});

/** Says what became of a message. A message that is settled already stays as it is. */
export const settleMessage = async (
  call: ActCall,
  {
    messageId,
    act,
    error = null,
  }: { messageId: string; act: keyof typeof partnerMessageTransitions; error?: PartnerMessage['error'] },
): Promise<void> => {
  const message = await lockMessage(call.db, messageId);
  if (!message || !allows(partnerMessageTransitions, act, message.status)) return;
  const status = nextStatus('The message', partnerMessageTransitions, act, message);
  await changeMessage(call, message, { status, error });
};
