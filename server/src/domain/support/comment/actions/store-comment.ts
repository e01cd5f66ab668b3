import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { foldCase } from '../../../../kit/fold-case.ts';
import { insertKept } from '../../attachment/actions/add-attachment.ts';
import type { Attachment } from '../../attachment/attachment.ts';
import { tellPeople } from '../../mail/actions/tell-people.ts';
import type { Author } from '../../ticket/author.ts';
import { changeTicket } from '../../ticket/change.ts';
import type { Ticket } from '../../ticket/ticket.ts';
import { type Comment, commentsMax } from '../comment.ts';
import { insertComment } from '../store.ts';
import { viewComment } from '../view.ts';

type Written = Pick<Comment, 'visibility' | 'body' | 'mail_key'>;

/** What comes with a comment: its files, and other changes of the ticket in the same step. */
type With = {
  id: string;
  attachments?: readonly Attachment[];
  change?: Partial<Ticket>;
  events?: readonly EventName[];
};

/** The first public comment by somebody of the organization, other than whoever made the ticket, answers it. */
const isAnswer = (
  { creator, creator_id: creatorId }: Ticket,
  { id, email }: Author,
  { visibility }: Written,
): boolean =>
  visibility === 'PUBLIC' &&
  id !== null &&
  id !== creatorId &&
  (email === null || foldCase(email) !== foldCase(creator));

/**
 * Adds a comment to a locked ticket. A public one is mailed to the creator and the watchers, except its author. Emits
 * support_ticket.commented, and message.created for each mail.
 */
export const storeComment = async (
  call: ActCall,
  { ticket: old, author, written }: { ticket: Ticket; author: Author; written: Written },
  { id, attachments = [], change = {}, events = [] }: With,
) => {
  if (old.comment_count >= commentsMax) {
    const message = `A ticket has at most ${commentsMax} comments; create another ticket.`;
    throw new Refusal('Conflict', message, { limit: commentsMax, used: old.comment_count });
  }
  const comment: Comment = {
    ...written,
    id,
    ticket_id: old.id,
    author_id: author.id,
    author_name: author.name,
    author_email: author.email,
    creation_time: call.now,
  };
  await insertComment(call.db, comment);
  const attachmentCount = await insertKept(call, old, attachments);
  const answered = isAnswer(old, author, written) && old.first_answer_time === null;
  const changed = {
    ...change,
    comment_count: old.comment_count + 1,
    attachment_count: attachmentCount,
    ...(answered && { first_answer_time: call.now }),
  };
  const { row } = await changeTicket(call, old, changed, ...events, 'support_ticket.commented');
  const view = viewComment(call.orgId, comment, attachments);
  call.recordChange({ type: 'comment', before: null, after: view });
  if (comment.visibility === 'PUBLIC') await tellPeople(call, row, { action: 'ADD', author, comment: comment.body });
  return view;
};
