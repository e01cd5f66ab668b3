import type { OrgDb } from '../../../db/org-db.ts';

/** Both tables are small, because creation is limited. */
export const countLiving = async (db: OrgDb, table: 'api_client' | 'oauth_app'): Promise<number> => {
  const row = await db
    .selectFrom(table)
    .where('deleted_time', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};
