import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { ticketId, ticketMove, ticketPath } from '../ticket/record.ts';
import { createSupportTicketComment } from './actions/create-comment.ts';
import { CommentListParams } from './fields.ts';
import { listComments } from './reads.ts';
import { NewSupportTicketComment, SupportTicketComment, SupportTicketCommentPage } from './schema.ts';

const path = `${ticketPath}/{ticketId}/comment`;

export const ticketCommentEndpoints: Endpoint[] = [
  acts({
    id: 'createSupportTicketComment',
    method: 'POST',
    path,
    family: 'support',
    permission: 'support:write',
    summary: 'Comment on a support ticket',
    notes:
      'Only comment_text is needed. A PUBLIC comment, the default, is mailed to the creator and the watchers, except its author; an ' +
      'INTERNAL one to nobody. The first public comment by a member of the organization other than the creator counts as the first response.',
    params: ticketId,
    body: NewSupportTicketComment,
    bodyId: 'own',
    unversioned: true,
    reply: SupportTicketComment,
    moves: ticketMove('add'),
    emits: ['support_ticket.commented', 'message.created'],
    act: createSupportTicketComment,
  }),
  reads({
    id: 'listSupportTicketComments',
    method: 'GET',
    path,
    family: 'support',
    permission: 'support:read',
    summary: 'List the comments of a support ticket',
    notes: 'All of them, newest first; the ticket itself shows the latest 50.',
    params: ticketId,
    query: CommentListParams,
    reply: SupportTicketCommentPage,
    replyHeaders: listHeaders,
    read: listComments,
  }),
];
