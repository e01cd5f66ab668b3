import { z } from 'zod';
import { acts, actsInParts, downloads, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { standardLimits } from '../../../contract/limits.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { ticketId, ticketMove, ticketPath } from '../ticket/record.ts';
import { createSupportTicketAttachment, keepAttachment } from './actions/add-attachment.ts';
import { deleteSupportTicketAttachment } from './actions/delete-attachment.ts';
import { attachmentBytesMax, attachmentsOfTicketMax } from './attachment.ts';
import { AttachmentListParams } from './fields.ts';
import { downloadAttachment, listAttachments } from './reads.ts';
import { NewSupportTicketAttachment, SupportTicketAttachment, SupportTicketAttachmentPage } from './schema.ts';

const path = `${ticketPath}/{ticketId}/attachment`;
const attachmentId = { ...ticketId, attachmentId: { id: 'attach', noun: 'attachment' } } as const;

const reading = { family: 'support', permission: 'support:read' } as const;
const writing = { family: 'support', permission: 'support:write' } as const;

export const ticketAttachmentEndpoints: Endpoint[] = [
  actsInParts({
    ...writing,
    id: 'createSupportTicketAttachment',
    method: 'POST',
    path,
    summary: 'Add an attachment to a support ticket',
    notes:
      `One file of any kind, up to ${attachmentBytesMax / 1024 / 1024} MiB, in the field file. Its type is detected from its content, whatever the ` +
      `form claims; only the last part of its name is kept. A ticket has at most ${attachmentsOfTicketMax} attachments, an organization 20,000 and ` +
      '10 GiB of them: 409.',
    params: ticketId,
    form: true,
    bodyLimits: { ...standardLimits, bytes: attachmentBytesMax },
    body: NewSupportTicketAttachment,
    unversioned: true,
    reply: z.array(SupportTicketAttachment),
    moves: ticketMove('add'),
    emits: ['support_ticket.attachment_added'],
    inParts: keepAttachment,
    act: createSupportTicketAttachment,
  }),
  reads({
    ...reading,
    id: 'listSupportTicketAttachments',
    method: 'GET',
    path,
    summary: 'List the attachments of a support ticket',
    notes: 'All of them, newest first; the ticket itself shows the latest 50.',
    params: ticketId,
    query: AttachmentListParams,
    reply: SupportTicketAttachmentPage,
    replyHeaders: listHeaders,
    read: listAttachments,
  }),
  downloads({
    ...reading,
    id: 'downloadSupportTicketAttachment',
    method: 'GET',
    path: `${path}/{attachmentId}`,
    summary: 'Download an attachment of a support ticket',
    notes: 'Sent for saving (Content-Disposition: attachment), never for showing.',
    params: attachmentId,
    read: downloadAttachment,
  }),
  acts({
    ...writing,
    id: 'deleteSupportTicketAttachment',
    method: 'DELETE',
    path: `${path}/{attachmentId}`,
    summary: 'Delete an attachment of a support ticket',
    notes: 'Its content is removed from the storage. If-Match is about the ticket.',
    params: attachmentId,
    unversioned: true,
    reply: z.literal(''),
    moves: ticketMove('add'),
    emits: ['support_ticket.attachment_deleted'],
    act: deleteSupportTicketAttachment,
  }),
];
