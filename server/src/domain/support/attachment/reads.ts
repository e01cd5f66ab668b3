import type { z } from 'zod';
import type { AskCall, ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import type { StoredFile } from '../../../kit/form-file.ts';
import { findTicket } from '../ticket/store.ts';
import { keyOfAttachment } from './attachment.ts';
import { type AttachmentListParams, attachmentFields } from './fields.ts';
import { type AttachmentName, findAttachment, selectAttachments } from './store.ts';
import { viewAttachment } from './view.ts';

const noun = 'attachment';

type Listed = { params: { ticketId: string }; query: z.output<typeof AttachmentListParams> };

export const listAttachments = async (call: ReadCall, { params, query }: Listed) => {
  const page = readQueryPage(call, query, attachmentFields);
  const ticket = requireFound(await findTicket(call.db, params.ticketId), 'support ticket');
  const selected = await selectAttachments(call.db, page, ticket.id);
  setPageHeaders(call, page, selected);
  return pagedReply(
    page,
    selected.rows.map((attachment) => viewAttachment(call.orgId, attachment)),
    selected.total,
  );
};

export const downloadAttachment = async (
  call: AskCall,
  { params }: { params: AttachmentName },
): Promise<StoredFile> => {
  const attachment = requireFound(await findAttachment(call.db, params), noun);
  const bytes = await call.documents.readFile(keyOfAttachment(call.orgId, attachment.id));
  return { name: attachment.name, contentType: attachment.content_type, bytes: requireFound(bytes, noun) };
};
