import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeMessage } from '../change.ts';
import { messageTransitions } from '../states.ts';
import { lockMessage } from '../store.ts';

/** Starts `message.send` when an attempt is due. A message that is done or failed stays as it is. */
export const startDelivery = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockMessage(call.db, entityId);
  if (!old || !allows(messageTransitions, 'start', old.status)) return;
  const status = nextStatus('Message', messageTransitions, 'start', old);
  await changeMessage(call, old, { status, next_attempt_time: null });
  await call.start('message.send', { messageId: old.id }, { entityId: encodeId('message', old.id) });
};
