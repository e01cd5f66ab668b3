import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { listParams, textParam } from '../../../contract/shapes.ts';
import { entityTypes } from './entity.ts';
import { ticketStatuses } from './states.ts';
import { taskTypes, ticketPriorities } from './ticket.ts';

/** Fields of the list of tickets. */
export const ticketFields: Fields = {
  id: { type: 'id', prefix: 'ticket', column: 'support_ticket.id', sortable: true, required: true },
  status: {
    type: 'enum',
    values: ticketStatuses,
    column: 'support_ticket.status',
    required: true,
    filter: 'status',
  },
  priority: {
    type: 'enum',
    values: ticketPriorities,
    column: 'support_ticket.priority',
    required: true,
    filter: 'priority',
  },
  task_type: {
    type: 'enum',
    values: taskTypes,
    column: 'support_ticket.task_type',
    required: true,
    filter: 'taskType',
  },
  assignee: { type: 'id', prefix: 'user', column: 'support_ticket.assignee_id', filter: 'assignee' },
  entity_type: { type: 'enum', values: entityTypes, column: 'support_ticket.entity_type', filter: 'entityType' },
  entity_id: { type: 'text', column: 'support_ticket.entity_id', filter: 'entityId' },
  creation_time: {
    type: 'time',
    column: 'support_ticket.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const TicketListParams = z.object({
  ...listParams(),
  ...filterParams(ticketFields),
  creator: textParam().meta({
    description: 'The mail address of the creator, or the ID of a program; case is ignored',
  }),
  watcher: textParam().meta({ description: 'The mail address of a watcher; case is ignored' }),
  keyword: textParam().meta({ description: 'Part of the name or of the description' }),
});
