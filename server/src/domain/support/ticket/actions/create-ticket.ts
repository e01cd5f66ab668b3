import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { foldCase } from '../../../../kit/fold-case.ts';
import { tellPeople } from '../../mail/actions/tell-people.ts';
import { type Author, authorOf } from '../author.ts';
import { addTicket } from '../change.ts';
import type { NewSupportTicket } from '../schema.ts';
import { showTicket } from '../show-ticket.ts';
import type { Ticket } from '../ticket.ts';
import { readEntity } from './read-links.ts';

type Body = z.output<typeof NewSupportTicket>;

/** Whoever asks for help: the address that is given, or the caller. */
const readCreator = ({ creator }: Body, author: Author): Pick<Ticket, 'creator' | 'creator_id'> => {
  const own = author.email ?? author.id ?? '';
  const isOwn = !creator || foldCase(creator) === foldCase(own);
  return { creator: creator || own, creator_id: isOwn ? author.id : null };
};

/** Creates a ticket, and mails it to its creator and watchers. */
export const createSupportTicket = async (call: ActCall, { body }: { body: Body }) => {
  const author = await authorOf(call);
  const ticket = await addTicket(call, {
    id: call.newId(),
    name: body.name,
    description: body.description ?? '',
    priority: body.priority ?? 'NORMAL',
    status: 'OPEN',
    task_type: body.taskType ?? 'Task',
    ...readCreator(body, author),
    watchers: body.watchers ?? [],
    assignee_id: null,
    ...(await readEntity(call, body, { entity_type: null, entity_id: null })),
    running_ms: 0,
    running_since: call.now,
    first_answer_time: null,
    first_answer_missed_time: null,
    resolution_missed_time: null,
    close_time: null,
    comment_count: 0,
    attachment_count: 0,
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  });
  await tellPeople(call, ticket, { action: 'CREATE', author });
  return showTicket(call, ticket);
};
