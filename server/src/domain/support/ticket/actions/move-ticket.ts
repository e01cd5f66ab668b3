import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { badRequest, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { tellPeople } from '../../mail/actions/tell-people.ts';
import { authorOf } from '../author.ts';
import { changeTicket } from '../change.ts';
import type { UpdateSupportTicketStatus } from '../schema.ts';
import { showTicket } from '../show-ticket.ts';
import { ticketTransitions } from '../states.ts';
import { lockTicket } from '../store.ts';
import type { Ticket } from '../ticket.ts';

type Named = { params: { ticketId: string } };

const lock = async (call: ActCall, { params }: Named): Promise<Ticket> => {
  const ticket = requireFound(await lockTicket(call.db, params.ticketId), 'support ticket');
  call.checkVersion(ticket.version);
  return ticket;
};

const move = async (
  call: ActCall,
  old: Ticket,
  { act, event }: { act: keyof typeof ticketTransitions; event: EventName },
  change: Partial<Ticket> = {},
): Promise<Ticket> => {
  const status = nextStatus('Support ticket', ticketTransitions, act, old);
  return (await changeTicket(call, old, { ...change, status }, event)).row;
};

/** Says how the work on a ticket stands. The status that it has already changes nothing. */
export const updateSupportTicketStatus = async (
  call: ActCall,
  { params, body }: Named & { body: z.output<typeof UpdateSupportTicketStatus> },
) => {
  const old = await lock(call, { params });
  const { status } = body;
  if (status === undefined)
    throw badRequest([{ path: 'status', code: 'required', message: 'is required and must not be empty' }]);
  if (status === old.status) return showTicket(call, old);
  return showTicket(
    call,
    await move(call, old, { act: `the status ${status}`, event: 'support_ticket.status_changed' }),
  );
};

/** Closes a ticket, and mails that to its creator and watchers. */
export const closeSupportTicket = async (call: ActCall, input: Named) => {
  const old = await lock(call, input);
  const row = await move(call, old, { act: 'close', event: 'support_ticket.closed' }, { close_time: call.now });
  await tellPeople(call, row, { action: 'CLOSE', author: await authorOf(call) });
  return showTicket(call, row);
};

/** Reopens a closed ticket, and mails that to its creator and watchers. Its clock goes on where it stopped. */
export const reopenSupportTicket = async (call: ActCall, input: Named) => {
  const old = await lock(call, input);
  const row = await move(call, old, { act: 'reopen', event: 'support_ticket.reopened' }, { close_time: null });
  await tellPeople(call, row, { action: 'REOPEN', author: await authorOf(call) });
  return showTicket(call, row);
};
