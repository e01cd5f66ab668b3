import { type Kysely, sql } from 'kysely';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Tables } from '../../../../db/tables.ts';

export type AccountActivity = {
  org_id: string;
  id: string;
  membership_id: string;
  actor_name: string;
  what: string;
  request_id: string;
  source_ip: string;
};

/** The oldest activities across all organizations. */
export const findActivities = async (statements: Kysely<Tables>, limit: number): Promise<AccountActivity[]> => {
  const { rows } = await sql<AccountActivity>`
    select org_id, id, membership_id, actor_name, what, request_id, source_ip from account_activity
    order by wall_time, org_id, id limit ${limit}
  `.execute(statements);
  return rows;
};

/** Returns false if another process has taken it. */
export const takeActivity = async (db: OrgDb, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from account_activity where org_id = ${db.orgId} and id = ${id}
  `.execute(db.raw);
  return numAffectedRows === 1n;
};
