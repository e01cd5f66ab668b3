import { sql } from 'kysely';
import { enterStatement, type OrgDb } from './org-db.ts';

const enter = async (db: OrgDb, orgId: string): Promise<void> => {
  await sql.raw(enterStatement(orgId)).execute(db.raw);
};

/**
 * Moves an open transaction behind the fence of another organization and back: both fences then admit its rows alone, so
 * the handle of the first organization sees nothing until `work` has ended. Only `engine/run-act.ts` calls it.
 */
export const inOrganization = async <T>(db: OrgDb, orgId: string, work: (there: OrgDb) => Promise<T>): Promise<T> => {
  await enter(db, orgId);
  let result: T;
  try {
    result = await work(db.withOrgId(orgId));
  } catch (error) {
    // After a failed statement the transaction is aborted and can only be rolled back, with this setting.
    await enter(db, db.orgId).catch(() => {});
    throw error;
  }
  await enter(db, db.orgId);
  return result;
};

/**
 * Has two organizations wait for each other's acts on what they share, whichever of them acts: taken before the rows of
 * either are locked, so that two acts never wait for each other.
 */
export const lockPair = async (db: OrgDb, otherOrgId: string): Promise<void> => {
  const pair = [db.orgId, otherOrgId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair\n${pair}`}, 0))`.execute(db.raw);
};

/** The name of the organization that the handle belongs to. */
export const findOrganizationName = async (db: OrgDb): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from organization where id = ${db.orgId}`.execute(db.raw);
  return rows[0]?.name ?? '';
};
