import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { foldCase } from '../../../../kit/fold-case.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { findMember } from '../../../organization/actions/find-member.ts';
import type { KeptAttachment } from '../../attachment/actions/add-attachment.ts';
import { quotaRefusal } from '../../attachment/storage-quota.ts';
import { findStorage } from '../../attachment/store.ts';
import { storeComment } from '../../comment/actions/store-comment.ts';
import { bodyMax } from '../../comment/comment.ts';
import { findCommentOfMail } from '../../comment/store.ts';
import { type Author, addressesOf } from '../../ticket/author.ts';
import { ticketIs, ticketTransitions } from '../../ticket/states.ts';
import { lockTicket } from '../../ticket/store.ts';
import type { Ticket } from '../../ticket/ticket.ts';
import { newTextOf } from '../reply-text.ts';

/** Events of a mail that becomes a comment. */
export const replyEvents: readonly EventName[] = [
  'support_ticket.reopened',
  'support_ticket.commented',
  'message.created',
];

/** A mail to the address of a ticket. `mailKey` identifies it. */
export type Reply = { ticketId: string; from: string; mailKey: string };

/** Why a mail does not become a comment. */
export type Ignored = { ignored: 'UNKNOWN_TICKET' | 'NO_COMMENTS_NOW' | 'UNKNOWN_SENDER' | 'KNOWN_MAIL' };

/** Who may answer by mail: users who may comment, the creator, and the watchers. */
const readSender = async (call: ActCall, ticket: Ticket, from: string): Promise<Author | undefined> => {
  const member = await findMember(call.db, from, 'support:write');
  if (member) return member;
  const key = foldCase(from);
  const isTold = (await addressesOf(call, ticket)).some((address) => foldCase(address) === key);
  return isTold ? { id: null, name: from, email: from } : undefined;
};

const lockForReply = async (
  call: ActCall,
  { ticketId, from, mailKey }: Reply,
): Promise<Ignored | { ticket: Ticket; author: Author }> => {
  const ticket = await lockTicket(call.db, ticketId);
  if (!ticket) return { ignored: 'UNKNOWN_TICKET' };
  const author = await readSender(call, ticket, from);
  if (!author) return { ignored: 'UNKNOWN_SENDER' };
  if (await findCommentOfMail(call.db, ticket.id, mailKey)) return { ignored: 'KNOWN_MAIL' };
  if (!allows(ticketTransitions, 'add', ticket.status)) return { ignored: 'NO_COMMENTS_NOW' };
  return { ticket, author };
};

/**
 * Whether a mail will become a comment, of whom, and how many of its files have room, in their order. Changes nothing.
 */
export const admitReply = async (
  call: ActCall,
  reply: Reply,
  sizes: readonly number[],
): Promise<Ignored | { author: Author; fits: boolean[] }> => {
  const found = await lockForReply(call, reply);
  if ('ignored' in found) return found;
  const stored = await findStorage(call.db);
  let count = found.ticket.attachment_count;
  const fits = sizes.map((size) => {
    const next = { files: stored.files + 1, bytes: stored.bytes + size };
    if (quotaRefusal({ attachment_count: count + 1 }, next) !== null) return false;
    Object.assign(stored, next);
    count += 1;
    return true;
  });
  return { author: found.author, fits };
};

const cutMark = '\n[The mail is longer than a comment may be; its rest is left out.]';

/** The text of a comment, made of a mail's. Names the files for which there was no room. */
const bodyOf = (text: string, left: readonly string[]): string => {
  const note = left.length === 0 ? '' : `\n[Not stored, for lack of room: ${cutText(left.join(', '), 1000)}]`;
  const words = newTextOf(text.replaceAll('\u0000', '').toWellFormed()) || '[The mail has no text.]';
  const most = bodyMax - note.length;
  const isLong = words.length > most;
  return `${isLong ? cutText(words, most - cutMark.length) + cutMark : words}${note}`;
};

/**
 * Makes a mail a public comment, with its stored files. If the ticket is closed and the sender is not of the organization,
 * it is reopened. A mail that arrives again changes nothing.
 */
export const addReply = async (
  call: ActCall,
  reply: Reply,
  { text, files, left }: { text: string; files: readonly KeptAttachment[]; left: readonly string[] },
): Promise<Ignored | { commentId: string }> => {
  const found = await lockForReply(call, reply);
  if ('ignored' in found) return found;
  const { ticket, author } = found;
  const id = call.newId();
  const reopens = ticketIs.closed(ticket.status) && author.id === null;
  const attachments = files.map((file) => ({
    ...file,
    comment_id: id,
    created_by: author.id ?? author.name,
    creation_time: call.now,
  }));
  const written = { visibility: 'PUBLIC', body: bodyOf(text, left), mail_key: reply.mailKey } as const;
  const view = await storeComment(
    call,
    { ticket, author, written },
    {
      id,
      attachments,
      ...(reopens && {
        change: { status: nextStatus('Support ticket', ticketTransitions, 'reopen', ticket), close_time: null },
        events: ['support_ticket.reopened'],
      }),
    },
  );
  return { commentId: view.id };
};
