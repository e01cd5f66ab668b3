import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { authorOf } from '../../ticket/author.ts';
import { ticketTransitions } from '../../ticket/states.ts';
import { lockTicket } from '../../ticket/store.ts';
import type { NewSupportTicketComment } from '../schema.ts';
import { storeComment } from './store-comment.ts';

type Input = { params: { ticketId: string }; body: z.output<typeof NewSupportTicketComment> };

export const createSupportTicketComment = async (call: ActCall, { params, body }: Input) => {
  const ticket = requireFound(await lockTicket(call.db, params.ticketId), 'support ticket');
  call.checkVersion(ticket.version);
  nextStatus('Support ticket', ticketTransitions, 'add', ticket);
  const written = { visibility: body.visibility ?? 'PUBLIC', body: body.comment_text, mail_key: null } as const;
  return storeComment(call, { ticket, author: await authorOf(call), written }, { id: call.newId() });
};
