import { z } from 'zod';
import { componentOf, formFile, paged, timeOut } from '../../../contract/shapes.ts';

export const NewSupportTicketAttachment = z
  .object({ file: formFile })
  .meta(componentOf('CreateSupportTicketAttachment_request'));

/** Thumbnails are members of the reference; none are made here. */
export const SupportTicketAttachment = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    mimetype: z.string(),
    size: z.int(),
    url: z.string(),
    date: timeOut,
    thumbnail_large: z.string().optional(),
    thumbnail_medium: z.string().optional(),
    thumbnail_small: z.string().optional(),
  })
  .meta({ id: 'SupportTicketAttachment' });

export const SupportTicketAttachmentPage = paged(SupportTicketAttachment);
