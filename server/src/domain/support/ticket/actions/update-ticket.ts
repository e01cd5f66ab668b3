import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeTicket } from '../change.ts';
import type { UpdateSupportTicketRequest } from '../schema.ts';
import { showTicket } from '../show-ticket.ts';
import { ticketTransitions } from '../states.ts';
import { lockTicket, replaceWatchers } from '../store.ts';
import type { Ticket } from '../ticket.ts';
import { viewTicket } from '../view.ts';
import { readAssignee, readEntity } from './read-links.ts';

type Input = { params: { ticketId: string }; body: z.output<typeof UpdateSupportTicketRequest> };

/** Sets priority and watchers; assignee and entity only if they are given. A change that changes nothing leaves no trace. */
export const updateSupportTicket = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockTicket(call.db, params.ticketId), 'support ticket');
  call.checkVersion(old.version);
  nextStatus('Support ticket', ticketTransitions, 'edit', old);
  if (body.priority === undefined)
    throw badRequest([{ path: 'priority', code: 'required', message: 'is required and must not be empty' }]);
  const change: Partial<Ticket> = {
    priority: body.priority,
    watchers: body.watchers ?? [],
    assignee_id: await readAssignee(call, body.assignee, old.assignee_id),
    ...(await readEntity(call, body, old)),
  };
  const wanted = { ...old, ...change };
  if (isSameDocument(viewTicket(call.orgId, old), viewTicket(call.orgId, wanted))) return showTicket(call, old);
  await replaceWatchers(call.db, wanted);
  const { row } = await changeTicket(call, old, change, 'support_ticket.updated');
  return showTicket(call, row);
};
