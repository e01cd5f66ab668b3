import type { ActCall } from '../../../../contract/call.ts';
import { createRowChanger } from '../../../../contract/versioned-rows.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import type { PartnerMessage } from '../partner-message.ts';
import { partnerMessageTransitions } from '../states.ts';
import { lockPartnerMessage, updatePartnerMessageRow } from '../store.ts';
import { viewPartnerMessage } from '../view.ts';

const changePartnerMessage = createRowChanger({
  type: 'message',
  view: (_, message: PartnerMessage) => viewPartnerMessage(message),
  update: updatePartnerMessageRow,
});

/** Records the outcome of a message. A settled message stays as it is. */
export const settlePartnerMessage = async (
  call: ActCall,
  {
    messageId,
    act,
    error = null,
  }: { messageId: string; act: keyof typeof partnerMessageTransitions; error?: PartnerMessage['error'] },
): Promise<void> => {
  const message = await lockPartnerMessage(call.db, messageId);
  if (!message || !allows(partnerMessageTransitions, act, message.status)) return;
  const status = nextStatus('The message', partnerMessageTransitions, act, message);
  await changePartnerMessage(call, message, { status, error });
};
