import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeMessage } from '../change.ts';
import { type DeliveryError, type Message, nextAttempt, sendKind } from '../message.ts';
import { messageTransitions } from '../states.ts';
import { lockMessage } from '../store.ts';

/** The result of an attempt; null if a mail server accepted the mail. `isFinal`: a retry would fail the same way. */
export type DeliveryOutcome = null | (DeliveryError & { isFinal: boolean });

const messageMax = 500;

/**
 * Records the result of an attempt: DONE, PENDING until the next attempt, or FAILED if it was refused permanently or
 * the 24 hours are over. A message that is done or failed stays as it is. Emits message.sent or message.failed.
 */
export const recordDelivery = async (
  call: ActCall,
  messageId: string,
  outcome: DeliveryOutcome,
): Promise<Pick<Message, 'status' | 'last_error' | 'next_attempt_time'> | undefined> => {
  const old = await lockMessage(call.db, messageId);
  if (!old || !allows(messageTransitions, 'taken', old.status)) return old;
  const attempts = old.attempts + 1;
  const first_attempt_time = old.first_attempt_time ?? call.now;
  const change = async (fields: Partial<Message>, ...events: EventName[]): Promise<Message> =>
    (await changeMessage(call, old, { ...fields, attempts, first_attempt_time }, ...events)).row;
  const follows = (act: keyof typeof messageTransitions) => nextStatus('Message', messageTransitions, act, old);
  if (outcome === null) {
    const done = { last_error: null, next_attempt_time: null, done_time: call.now };
    return change({ ...done, status: follows('taken') }, 'message.sent');
  }
  const last_error = { code: outcome.code, message: cutText(outcome.message, messageMax) };
  const next_attempt_time = outcome.isFinal ? null : nextAttempt({ first_attempt_time }, attempts, call.now);
  const failed = { last_error, next_attempt_time };
  if (next_attempt_time === null) return change({ ...failed, status: follows('giveUp') }, 'message.failed');
  await scheduleDue(call.db, sendKind, old.id, next_attempt_time);
  return change({ ...failed, status: follows('wait') });
};
