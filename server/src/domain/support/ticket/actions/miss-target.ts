import type { ActCall } from '../../../../contract/call.ts';
import { changeTicket } from '../change.ts';
import { lockTicket } from '../store.ts';
import { firstAnswerDue, resolutionDue } from '../targets.ts';

const isOver = (due: Date | null, now: Date): due is Date => due !== null && due.getTime() <= now.getTime();

/** Records that nobody answered in time. Emits support_ticket.first_answer_overdue. */
export const missFirstAnswer = async (call: ActCall, due: { entityId: string }): Promise<void> => {
  const ticket = await lockTicket(call.db, due.entityId);
  const time = ticket ? firstAnswerDue(ticket) : null;
  if (!ticket || ticket.first_answer_missed_time !== null || !isOver(time, call.now)) return;
  await changeTicket(call, ticket, { first_answer_missed_time: time }, 'support_ticket.first_answer_overdue');
};

/** Records that a ticket was not closed in time. Emits support_ticket.resolution_overdue. */
export const missResolution = async (call: ActCall, due: { entityId: string }): Promise<void> => {
  const ticket = await lockTicket(call.db, due.entityId);
  const time = ticket ? resolutionDue(ticket) : null;
  if (!ticket || ticket.resolution_missed_time !== null || !isOver(time, call.now)) return;
  await changeTicket(call, ticket, { resolution_missed_time: time }, 'support_ticket.resolution_overdue');
};
