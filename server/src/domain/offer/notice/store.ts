import type { OrgDb } from '../../../db/org-db.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    offer_notice: { org_id: string; id: string; offer_id: string; personal_line: string; creation_time: Date };
  }
}

type Notice = { id: string; offer_id: string; personal_line: string; creation_time: Date };

export const insertNotice = async (db: OrgDb, notice: Notice): Promise<void> => {
  await db.insertInto('offer_notice', notice).execute();
};

export const findPersonalLine = async (db: OrgDb, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('offer_notice')
      .select('offer_notice.personal_line')
      .where('offer_notice.id', '=', id)
      .executeTakeFirst()
  )?.personal_line;
