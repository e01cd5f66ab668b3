import { z } from 'zod';
import {
  choiceIn,
  componentOf,
  ownedDocument,
  ownedDocuments,
  ownedText,
  paged,
  text,
  timeOut,
} from '../../../contract/shapes.ts';
import { SupportTicketAttachment } from '../attachment/schema.ts';
import { bodyMax, visibilities } from './comment.ts';

export const NewSupportTicketComment = z
  .object({
    comment_text: text(bodyMax, 1),
    visibility: choiceIn(visibilities).nullish(),
    id: ownedText,
    date: ownedText,
    creator: ownedDocument,
    comment: ownedDocuments,
  })
  .meta(componentOf('SupportTicketCommentInput'));

const thumbnails = {
  thumbnail_large: z.string().optional(),
  thumbnail_medium: z.string().optional(),
  thumbnail_small: z.string().optional(),
};

/** `frame` and `image` are members of the reference; comments here have text and attachments only. */
const SupportTicketCommentDetail = z
  .strictObject({
    type: z.string(),
    text: z.string().optional(),
    attachment: SupportTicketAttachment.optional(),
    frame: z
      .strictObject({ id: z.string().optional(), url: z.string().optional() })
      .meta({ id: 'SupportTicketFrame' })
      .optional(),
    image: z
      .strictObject({
        id: z.string().optional(),
        name: z.string().optional(),
        title: z.string().optional(),
        type: z.string().optional(),
        extension: z.string().optional(),
        url: z.string().optional(),
        ...thumbnails,
      })
      .meta({ id: 'SupportTicketImage' })
      .optional(),
  })
  .meta({ id: 'SupportTicketCommentDetail' });

const SupportTicketUser = z
  .strictObject({
    id: z.string().optional(),
    username: z.string(),
    email: z.string().optional(),
    isSugerEmployee: z.boolean().optional(),
    profilePicture: z.string().optional(),
  })
  .meta({ id: 'SupportTicketUser' });

export const SupportTicketComment = z
  .strictObject({
    id: z.string(),
    comment_text: z.string(),
    comment: z.array(SupportTicketCommentDetail),
    visibility: z.enum(visibilities),
    creator: SupportTicketUser,
    date: timeOut,
  })
  .meta({ id: 'SupportTicketComment' });

export const SupportTicketCommentPage = paged(SupportTicketComment);
