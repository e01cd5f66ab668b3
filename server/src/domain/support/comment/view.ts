import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Attachment } from '../attachment/attachment.ts';
import { viewAttachment } from '../attachment/view.ts';
import type { Comment } from './comment.ts';
import type { SupportTicketComment } from './schema.ts';

/** A comment as clients see it, with the attachments that came with it. */
export const viewComment = (
  orgId: string,
  comment: Comment,
  attachments: readonly Attachment[] = [],
): z.input<typeof SupportTicketComment> => ({
  id: encodeId('comment', comment.id),
  comment_text: comment.body,
  comment: [
    { type: 'text', text: comment.body },
    ...attachments.map((attachment) => ({ type: 'attachment', attachment: viewAttachment(orgId, attachment) })),
  ],
  visibility: comment.visibility,
  creator: {
    ...(comment.author_id !== null && { id: comment.author_id }),
    username: comment.author_name,
    ...(comment.author_email !== null && { email: comment.author_email }),
  },
  date: comment.creation_time.toISOString(),
});

/** Comments with the attachments that came with each. */
export const viewComments = (orgId: string, comments: readonly Comment[], attachments: readonly Attachment[]) => {
  const byComment = Map.groupBy(attachments, ({ comment_id: id }) => id);
  return comments.map((comment) => viewComment(orgId, comment, byComment.get(comment.id)));
};
