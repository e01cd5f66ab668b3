import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeTicket } from '../../ticket/change.ts';
import { ticketTransitions } from '../../ticket/states.ts';
import { lockTicket } from '../../ticket/store.ts';
import { type AttachmentName, countInStorage, deleteAttachmentRow, findAttachment } from '../store.ts';
import { viewAttachment } from '../view.ts';

const noun = 'attachment';

/** Deletes an attachment; a run removes its bytes. */
export const deleteSupportTicketAttachment = async (
  call: ActCall,
  { params }: { params: AttachmentName },
): Promise<''> => {
  const ticket = requireFound(await lockTicket(call.db, params.ticketId), noun);
  const attachment = requireFound(await findAttachment(call.db, params), noun);
  call.checkVersion(ticket.version);
  nextStatus('Support ticket', ticketTransitions, 'add', ticket);
  await deleteAttachmentRow(call.db, attachment.id);
  await countInStorage(call.db, { files: -1, bytes: -attachment.size });
  const entityId = encodeId('attach', attachment.id);
  await call.start('support-attachment.remove', { attachmentId: attachment.id }, { entityId });
  const change = { attachment_count: ticket.attachment_count - 1 };
  await changeTicket(call, ticket, change, 'support_ticket.attachment_deleted');
  call.recordChange({ type: 'attach', before: viewAttachment(call.orgId, attachment), after: null });
  return '';
};
