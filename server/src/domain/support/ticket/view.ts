import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { TicketEntityType } from './entity.ts';
import type { SupportTicket } from './schema.ts';
import { firstAnswerDue, resolutionDue } from './targets.ts';
import type { Ticket } from './ticket.ts';

type Shown = z.input<typeof SupportTicket>;

const targetOf = (due: Date | null, done: Date | null, missed: Date | null): Shown['targets']['resolution'] => ({
  ...(due !== null && { dueTime: due.toISOString() }),
  ...(done !== null && { doneTime: done.toISOString() }),
  ...(missed !== null && { missedTime: missed.toISOString() }),
});

/** A ticket as lists, audit rows and events show it: without its comments and attachments. */
export const viewTicket = (orgId: string, ticket: Ticket): Shown => {
  const due = resolutionDue(ticket);
  return {
    id: encodeId('ticket', ticket.id),
    organizationId: encodeId('org', orgId),
    name: ticket.name,
    description: ticket.description,
    priority: ticket.priority,
    status: ticket.status,
    taskType: ticket.task_type,
    creator: ticket.creator,
    watchers: ticket.watchers,
    ...(ticket.assignee_id !== null && { assignee: encodeId('user', ticket.assignee_id) }),
    ...(ticket.entity_type !== null && { entityType: ticket.entity_type as TicketEntityType }),
    ...(ticket.entity_id !== null && { entityId: ticket.entity_id }),
    creationTime: ticket.creation_time.toISOString(),
    lastUpdateTime: ticket.last_update_time.toISOString(),
    ...(ticket.close_time !== null && { closeTime: ticket.close_time.toISOString() }),
    ...(due !== null && { dueTime: due.toISOString() }),
    targets: {
      firstAnswer: targetOf(firstAnswerDue(ticket), ticket.first_answer_time, ticket.first_answer_missed_time),
      resolution: targetOf(due, ticket.close_time, ticket.resolution_missed_time),
    },
    commentCount: ticket.comment_count,
    attachmentCount: ticket.attachment_count,
  };
};
