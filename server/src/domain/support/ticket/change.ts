import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { insertTicket, updateTicketRow } from './store.ts';
import { clockIn, firstAnswerDue, missesKept, resolutionDue } from './targets.ts';
import { firstAnswerKind, resolutionKind, type Ticket } from './ticket.ts';
import { viewTicket } from './view.ts';

const add = createRowAdder({ type: 'ticket', view: viewTicket, insert: insertTicket });
const write = createRowChanger({ type: 'ticket', view: viewTicket, update: updateTicketRow });

/** Schedules when each target that is neither reached nor missed yet will be missed. */
const watchTargets = async ({ db }: ActCall, ticket: Ticket): Promise<void> => {
  const watched = [
    { kind: firstAnswerKind, due: firstAnswerDue(ticket), missed: ticket.first_answer_missed_time },
    { kind: resolutionKind, due: resolutionDue(ticket), missed: ticket.resolution_missed_time },
  ];
  for (const { kind, due, missed } of watched) {
    if (due !== null && missed === null) await scheduleDue(db, kind, ticket.id, due);
    else await cancelDue(db, kind, ticket.id);
  }
};

/** Inserts a ticket and records it, with its event; its clock starts. */
export const addTicket = async (call: ActCall, ticket: Ticket): Promise<Ticket> => {
  const { row } = await add(call, ticket, 'support_ticket.created');
  await watchTargets(call, row);
  return row;
};

/** Writes the next version of a ticket and records the change, with its events; its clock follows the status. */
export const changeTicket = async (call: ActCall, old: Ticket, change: Partial<Ticket>, ...events: EventName[]) => {
  const wanted = { ...old, ...change };
  const clock = clockIn(wanted.status, wanted, call.now);
  const misses = missesKept({ ...wanted, ...clock }, call.now);
  const written = await write(call, old, { ...change, ...clock, ...misses }, ...events);
  await watchTargets(call, written.row);
  return written;
};
