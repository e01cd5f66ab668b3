import { maxPageBytes, type PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Comment } from './comment.ts';
import { commentFields } from './fields.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    support_comment: Comment & { org_id: string };
  }
}

const columns = [
  'support_comment.id',
  'support_comment.ticket_id',
  'support_comment.visibility',
  'support_comment.body',
  'support_comment.author_id',
  'support_comment.author_name',
  'support_comment.author_email',
  'support_comment.mail_key',
  'support_comment.creation_time',
] as const;

const ofTicket = (db: OrgDb, ticketId: string) =>
  db.selectFrom('support_comment').select(columns).where('support_comment.ticket_id', '=', ticketId);

export const insertComment = async (db: OrgDb, comment: Comment): Promise<void> => {
  await db.insertInto('support_comment', comment).execute();
};

/** The newest comments of a ticket, oldest first. */
export const findLatestComments = async (db: OrgDb, ticketId: string, count: number): Promise<Comment[]> =>
  (
    (await ofTicket(db, ticketId)
      .orderBy('support_comment.creation_time', 'desc')
      .orderBy('support_comment.id', 'desc')
      .limit(count)
      .execute()) as Comment[]
  ).reverse();

/** The comment that was made of a mail. */
export const findCommentOfMail = async (db: OrgDb, ticketId: string, mailKey: string): Promise<Comment | undefined> =>
  (await ofTicket(db, ticketId).where('support_comment.mail_key', '=', mailKey).executeTakeFirst()) as
    | Comment
    | undefined;

export const selectComments = (db: OrgDb, page: PageRequest, ticketId: string): Promise<SelectedPage<Comment>> =>
  // A comment shows its text twice.
  selectPage(db, ofTicket(db, ticketId), page, commentFields, maxPageBytes / 2);
