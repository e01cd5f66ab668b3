import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Attachment } from './attachment.ts';
import { attachmentFields } from './fields.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    support_attachment: Attachment & { org_id: string };
  }
}

const columns = [
  'support_attachment.id',
  'support_attachment.ticket_id',
  'support_attachment.comment_id',
  'support_attachment.name',
  'support_attachment.content_type',
  'support_attachment.size',
  'support_attachment.created_by',
  'support_attachment.creation_time',
] as const;

const select = (db: OrgDb) => db.selectFrom('support_attachment').select(columns);

const ofTicket = (db: OrgDb, ticketId: string) => select(db).where('support_attachment.ticket_id', '=', ticketId);

export type AttachmentName = { ticketId: string; attachmentId: string };

export const findAttachment = async (
  db: OrgDb,
  { ticketId, attachmentId }: AttachmentName,
): Promise<Attachment | undefined> =>
  (await ofTicket(db, ticketId).where('support_attachment.id', '=', attachmentId).executeTakeFirst()) as
    | Attachment
    | undefined;

/** The newest attachments of a ticket, oldest first. */
export const findLatestAttachments = async (db: OrgDb, ticketId: string, count: number): Promise<Attachment[]> =>
  (
    (await ofTicket(db, ticketId)
      .orderBy('support_attachment.creation_time', 'desc')
      .orderBy('support_attachment.id', 'desc')
      .limit(count)
      .execute()) as Attachment[]
  ).reverse();

export const findAttachmentsOfComments = async (db: OrgDb, commentIds: readonly string[]): Promise<Attachment[]> =>
  commentIds.length === 0
    ? []
    : ((await select(db)
        .where('support_attachment.comment_id', '=', sql<string>`any(${commentIds as string[]}::uuid[])`)
        .orderBy('support_attachment.creation_time')
        .orderBy('support_attachment.id')
        .execute()) as Attachment[]);

export const selectAttachments = (db: OrgDb, page: PageRequest, ticketId: string): Promise<SelectedPage<Attachment>> =>
  selectPage(db, ofTicket(db, ticketId), page, attachmentFields);

export const insertAttachments = async (db: OrgDb, attachments: readonly Attachment[]): Promise<void> => {
  await db.insertInto('support_attachment', attachments).execute();
};

export const deleteAttachmentRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('support_attachment').where('support_attachment.id', '=', id).execute();
};

/** Number and bytes of the attachments of an organization. */
export type Storage = { files: number; bytes: number };

export const findStorage = async (db: OrgDb): Promise<Storage> => {
  const { rows } = await sql<Storage>`
    select files, bytes::float8 as bytes from support_storage where org_id = ${db.orgId}
  `.execute(db.raw);
  return rows[0] ?? { files: 0, bytes: 0 };
};

/** Counts attachments that are added, or removed if the numbers are negative. Returns the new totals. */
export const countInStorage = async (db: OrgDb, { files, bytes }: Storage): Promise<Storage> => {
  const { rows } = await sql<Storage>`
    insert into support_storage (org_id, files, bytes) values (${db.orgId}, ${files}, ${bytes})
    on conflict (org_id) do update
      set files = support_storage.files + excluded.files, bytes = support_storage.bytes + excluded.bytes
    returning files, bytes::float8 as bytes
  `.execute(db.raw);
  return rows[0] as Storage;
};
