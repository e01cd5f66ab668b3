import type { z } from 'zod';
import type { ActCall, PartsCall } from '../../../../contract/call.ts';
import { typeOfAnyFile } from '../../../../kit/content-type.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { plainFileName } from '../../../../kit/file-name.ts';
import type { TextStream } from '../../../../kit/text-stream.ts';
import { isTextStream } from '../../../../kit/text-stream.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeTicket } from '../../ticket/change.ts';
import { ticketTransitions } from '../../ticket/states.ts';
import { findTicket, lockTicket } from '../../ticket/store.ts';
import type { Ticket } from '../../ticket/ticket.ts';
import { type Attachment, attachmentToKeep } from '../attachment.ts';
import type { NewSupportTicketAttachment } from '../schema.ts';
import { quotaRefusal } from '../storage-quota.ts';
import { countInStorage, findStorage, insertAttachments } from '../store.ts';
import { viewAttachment } from '../view.ts';

type Input = { params: { ticketId: string }; body: z.output<typeof NewSupportTicketAttachment> | TextStream };

/** A file whose bytes are stored. */
export type KeptAttachment = Pick<Attachment, 'id' | 'ticket_id' | 'name' | 'content_type' | 'size'>;

const checkMayAdd = (ticket: Ticket): void => void nextStatus('Support ticket', ticketTransitions, 'add', ticket);

/** Stores the bytes before the transaction that makes them an attachment. If that is refused, they are removed again. */
export const keepAttachment = async (call: PartsCall, { params, body }: Input): Promise<KeptAttachment> => {
  if (isTextStream(body)) throw new Error('an attachment is never streamed');
  const { name: given, bytes } = body.file;
  const ticket = requireFound(await findTicket(call.db, params.ticketId), 'support ticket');
  checkMayAdd(ticket);
  const stored = await findStorage(call.db);
  const fault = quotaRefusal(
    { attachment_count: ticket.attachment_count + 1 },
    { files: stored.files + 1, bytes: stored.bytes + bytes.length },
  );
  if (fault) throw fault;
  const id = call.newId();
  const name = plainFileName(given);
  const contentType = typeOfAnyFile(name, bytes);
  await call.keepFile(attachmentToKeep(call.orgId, id), bytes, contentType);
  return { id, ticket_id: ticket.id, name, content_type: contentType, size: bytes.length };
};

/** Makes stored files attachments of a locked ticket, within the limits of the ticket and of the organization. */
export const insertKept = async (
  call: ActCall,
  ticket: Ticket,
  attachments: readonly Attachment[],
): Promise<number> => {
  const count = ticket.attachment_count + attachments.length;
  if (attachments.length === 0) return count;
  const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
  const stored = await countInStorage(call.db, { files: attachments.length, bytes });
  const fault = quotaRefusal({ attachment_count: count }, stored);
  if (fault) throw fault;
  await insertAttachments(call.db, attachments);
  return count;
};

/** Makes a stored file an attachment. */
export const createSupportTicketAttachment = async (call: ActCall, { answer }: { answer: KeptAttachment }) => {
  const ticket = requireFound(await lockTicket(call.db, answer.ticket_id), 'support ticket');
  call.checkVersion(ticket.version);
  checkMayAdd(ticket);
  const attachment = { ...answer, comment_id: null, created_by: call.actor.id, creation_time: call.now };
  const count = await insertKept(call, ticket, [attachment]);
  await changeTicket(call, ticket, { attachment_count: count }, 'support_ticket.attachment_added');
  const view = viewAttachment(call.orgId, attachment);
  call.recordChange({ type: 'attach', before: null, after: view });
  return [view];
};
