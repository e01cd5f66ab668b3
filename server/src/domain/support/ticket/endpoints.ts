import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { createSupportTicket } from './actions/create-ticket.ts';
import { closeSupportTicket, reopenSupportTicket, updateSupportTicketStatus } from './actions/move-ticket.ts';
import { updateSupportTicket } from './actions/update-ticket.ts';
import { TicketListParams } from './fields.ts';
import { getSupportTicket, listSupportTickets } from './reads.ts';
import { ticketPath as path, ticketId, ticketMove } from './record.ts';
import {
  ListSupportTicketsResponse,
  NewSupportTicket,
  SupportTicket,
  UpdateSupportTicketRequest,
  UpdateSupportTicketStatus,
} from './schema.ts';

const reading = { family: 'support', permission: 'support:read' } as const;
const writing = { family: 'support', permission: 'support:write' } as const;

export const ticketEndpoints: Endpoint[] = [
  reads({
    ...reading,
    id: 'listSupportTickets',
    method: 'GET',
    path,
    summary: 'List support tickets',
    notes: 'Newest first, with the numbers of their comments and attachments; the ticket itself has these.',
    query: TicketListParams,
    reply: ListSupportTicketsResponse,
    replyHeaders: listHeaders,
    read: listSupportTickets,
  }),
  acts({
    ...writing,
    id: 'createSupportTicket',
    method: 'POST',
    path,
    summary: 'Create a support ticket',
    notes:
      'Only name is needed. creator is the mail address of the requester; absent: the caller. The ticket is mailed to its creator and ' +
      'watchers, who can reply by mail if the service receives mail.',
    body: NewSupportTicket,
    reply: SupportTicket,
    emits: ['support_ticket.created', 'message.created'],
    act: createSupportTicket,
  }),
  reads({
    ...reading,
    id: 'getSupportTicket',
    method: 'GET',
    path: `${path}/{ticketId}`,
    summary: 'Get a support ticket',
    notes: 'With the latest 50 comments and attachments, oldest first; separate lists contain all of them.',
    params: ticketId,
    reply: SupportTicket,
    read: getSupportTicket,
  }),
  acts({
    ...writing,
    id: 'updateSupportTicket',
    method: 'PATCH',
    path: `${path}/{ticketId}`,
    summary: 'Update a support ticket',
    notes:
      'priority and watchers are both required; watchers replaces the list. assignee and entity are kept when absent, null clears. The ' +
      'status has its own endpoint.',
    params: ticketId,
    body: UpdateSupportTicketRequest,
    reply: SupportTicket,
    moves: ticketMove('edit'),
    emits: ['support_ticket.updated'],
    act: updateSupportTicket,
  }),
  acts({
    ...writing,
    id: 'updateSupportTicketStatus',
    method: 'PATCH',
    path: `${path}/{ticketId}/status`,
    summary: 'Report the progress of a support ticket',
    notes: 'While it is BLOCKED the clock of its targets is stopped. Closing and reopening have their own endpoints.',
    params: ticketId,
    body: UpdateSupportTicketStatus,
    reply: SupportTicket,
    moves: ticketMove(['the status OPEN', 'the status IN PROGRESS', 'the status IN REVIEW', 'the status BLOCKED']),
    emits: ['support_ticket.status_changed'],
    act: updateSupportTicketStatus,
  }),
  acts({
    ...writing,
    id: 'closeSupportTicket',
    method: 'PATCH',
    path: `${path}/{ticketId}/close`,
    summary: 'Close a support ticket',
    notes: 'Its creator and watchers are told by mail.',
    params: ticketId,
    reply: SupportTicket,
    moves: ticketMove('close'),
    emits: ['support_ticket.closed', 'message.created'],
    act: closeSupportTicket,
  }),
  acts({
    ...writing,
    id: 'reopenSupportTicket',
    method: 'PATCH',
    path: `${path}/{ticketId}/reopen`,
    summary: 'Reopen a support ticket',
    notes: 'Its creator and watchers are told by mail. The clock of its targets goes on where it stopped.',
    params: ticketId,
    reply: SupportTicket,
    moves: ticketMove('reopen'),
    emits: ['support_ticket.reopened', 'message.created'],
    act: reopenSupportTicket,
  }),
];
