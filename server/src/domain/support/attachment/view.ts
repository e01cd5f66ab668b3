import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Attachment } from './attachment.ts';
import type { SupportTicketAttachment } from './schema.ts';

/** An attachment as clients see it; `url` is where it can be downloaded, below the address of the API. */
export const viewAttachment = (orgId: string, attachment: Attachment): z.input<typeof SupportTicketAttachment> => {
  const id = encodeId('attach', attachment.id);
  const ticket = encodeId('ticket', attachment.ticket_id);
  return {
    id,
    title: attachment.name,
    mimetype: attachment.content_type,
    size: attachment.size,
    url: `/org/${encodeId('org', orgId)}/support/ticket/${ticket}/attachment/${id}`,
    date: attachment.creation_time.toISOString(),
  };
};
