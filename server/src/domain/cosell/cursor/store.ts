import type { OrgDb } from '../../../db/org-db.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    cosell_cursor: { org_id: string; connection_id: string; cursor: string };
  }
}

/** How far the changes of an account are read, as its partner counts; null: never. */
export const findCursor = async (db: OrgDb, connectionId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('cosell_cursor')
      .select('cosell_cursor.cursor')
      .where('cosell_cursor.connection_id', '=', connectionId)
      .executeTakeFirst()
  )?.cursor ?? null;

export const saveCursor = async (db: OrgDb, connectionId: string, cursor: string): Promise<void> => {
  await db
    .insertInto('cosell_cursor', { connection_id: connectionId, cursor })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id']).doUpdateSet({ cursor }))
    .execute();
};
