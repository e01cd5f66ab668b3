import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { partnerFileFields, sharedFileFields } from './fields.ts';
import { filesMax, type PartnerFile } from './file.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_file: Omit<PartnerFile, 'version'> & { org_id: string; version: Generated<number> };
  }
}

const columns = [
  'partner_file.id',
  'partner_file.name',
  'partner_file.content_type',
  'partner_file.size',
  'partner_file.shared_with',
  'partner_file.relationship_id',
  'partner_file.created_by',
  'partner_file.creation_time',
  'partner_file.last_update_time',
  'partner_file.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('partner_file').select(columns);

export const findFile = async (db: OrgDb, id: string): Promise<PartnerFile | undefined> =>
  (await select(db).where('partner_file.id', '=', id).executeTakeFirst()) as PartnerFile | undefined;

export const findFiles = async (db: OrgDb, ids: readonly string[]): Promise<PartnerFile[]> =>
  ids.length === 0
    ? []
    : ((await select(db)
        .where('partner_file.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
        .orderBy('partner_file.name')
        .orderBy('partner_file.id')
        .execute()) as PartnerFile[]);

/** Of these files, or of all: those that an invitation may link. The recipient is no partner yet. */
export const findLinkable = async (db: OrgDb, ids?: readonly string[]): Promise<PartnerFile[]> => {
  let from = select(db).where('partner_file.shared_with', '=', 'ALL_PARTNERS');
  if (ids !== undefined) from = from.where('partner_file.id', '=', sql<string>`any(${ids as string[]}::uuid[])`);
  return (await from
    .orderBy('partner_file.name')
    .orderBy('partner_file.id')
    .limit(filesMax)
    .execute()) as PartnerFile[];
};

export const lockFile = async (db: OrgDb, id: string): Promise<PartnerFile | undefined> =>
  (await select(db).where('partner_file.id', '=', id).forUpdate().executeTakeFirst()) as PartnerFile | undefined;

export const insertFile = async (db: OrgDb, file: PartnerFile): Promise<void> => {
  await db.insertInto('partner_file', file).execute();
};

export const updateFileRow = async (db: OrgDb, { id, creation_time: _, ...change }: PartnerFile): Promise<void> => {
  await db.updateTable('partner_file').set(change).where('partner_file.id', '=', id).execute();
};

export const deleteFileRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('partner_file').where('partner_file.id', '=', id).execute();
};

export const selectFiles = (db: OrgDb, page: PageRequest): Promise<SelectedPage<PartnerFile>> =>
  selectPage(db, select(db), page, partnerFileFields);

/** Files that are shared with all partners, or with that one. */
const sharedWith = (db: OrgDb, relationshipId: string) =>
  select(db).where((where) =>
    where.or([
      where('partner_file.shared_with', '=', 'ALL_PARTNERS'),
      where('partner_file.relationship_id', '=', relationshipId),
    ]),
  );

export const selectSharedFiles = (
  db: OrgDb,
  page: PageRequest,
  relationshipId: string,
): Promise<SelectedPage<PartnerFile>> => selectPage(db, sharedWith(db, relationshipId), page, sharedFileFields);

export const findSharedFile = async (
  db: OrgDb,
  { id, relationshipId }: { id: string; relationshipId: string },
): Promise<PartnerFile | undefined> =>
  (await sharedWith(db, relationshipId).where('partner_file.id', '=', id).executeTakeFirst()) as
    | PartnerFile
    | undefined;

/** How many files there are, and how many bytes they have together. */
export const measureFiles = async (db: OrgDb): Promise<{ count: number; bytes: number }> => {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from partner_file where org_id = ${db.orgId}
  `.execute(db.raw);
  return rows[0] ?? { count: 0, bytes: 0 };
};

/** Concurrent uploads of an organization are stored one after the other, so that its limits hold. */
export const lockFiles = async (db: OrgDb): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`partner files\n${db.orgId}`}, 0))`.execute(db.raw);
};
