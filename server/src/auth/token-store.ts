import { sql } from 'kysely';
import { readSteadyTime } from '../db/steady-time.ts';
import type { TenantRow } from '../db/tables.ts';
import type { Statements } from './store.ts';

interface UsedAssertionTable extends TenantRow {
  app_id: string;
  key: string;
  expire_time: Date;
}

interface RevokedTokenTable extends TenantRow {
  jti: string;
  app_id: string;
  expire_time: Date;
  revoked_time: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    used_assertion: UsedAssertionTable;
    revoked_token: RevokedTokenTable;
  }
}

/** How long a deleted app is remembered: longer than the life of any of its tokens. */
const rememberDeleted = '65 minutes';

export type RevokedSubject = { subject: string; time: Date };

/**
 * Clients deleted and tokens revoked after the newest known time or, at first, all that may still matter. A row may
 * become visible later than its timestamp, so each poll starts two minutes earlier: no transaction stays open that
 * long.
 */
export const selectRevoked = async (reads: Statements, newest: Date | undefined): Promise<RevokedSubject[]> => {
  const since = sql`coalesce(${newest ?? null}::timestamptz - interval '2 minutes',
    now() - ${rememberDeleted}::interval)`;
  const { rows } = await sql<RevokedSubject>`
    select client_id as subject, deleted_time as time from oauth_app where deleted_time > ${since}
    union all
    select client_id, deleted_time from api_client where deleted_time > ${since}
    union all
    select jti, revoked_time from revoked_token where revoked_time > ${since}
    order by time
  `.execute(reads);
  return rows;
};

/** Closed organizations, where no caller can act. There are few. */
export const selectClosed = async (reads: Statements): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from organization where status = 'DISABLED'`.execute(reads);
  return rows.map(({ id }) => id);
};

export type TokenOf = { orgId: string; appId: string; jti: string };

/** Returns false if the app has too many revoked, unexpired tokens. Idempotent. */
export const insertRevokedToken = async (
  system: Statements,
  { orgId, appId, jti, expireTime, max }: TokenOf & { expireTime: Date; max: number },
): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from revoked_token where org_id = ${orgId} and app_id = ${appId}
  `.execute(system);
  if ((rows[0]?.count ?? 0) >= max) return false;
  await sql`
    insert into revoked_token (org_id, jti, app_id, expire_time) values (${orgId}, ${jti}, ${appId}, ${expireTime})
    on conflict do nothing
  `.execute(system);
  return true;
};

/** Returns false if the assertion was used before. */
export const insertUsedAssertion = async (
  system: Statements,
  { orgId, appId, key, expireTime }: { orgId: string; appId: string; key: string; expireTime: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into used_assertion (org_id, app_id, key, expire_time)
    values (${orgId}, ${appId}, ${key}, ${expireTime}) on conflict do nothing
  `.execute(system);
  return numAffectedRows === 1n;
};

/**
 * Removes expired assertions and tokens, and deleted apps whose last token has expired. A revoked token stays longer than need be: one
 * that a clock which was set forward has removed would be accepted again once that clock is right.
 */
export const purgeTokens = async (system: Statements, now: Date): Promise<void> => {
  const steady = await readSteadyTime(system);
  // A used one that is forgotten too early could be used again.
  await sql`delete from used_assertion where expire_time < least(${now}::timestamptz, ${steady}::timestamptz)`.execute(
    system,
  );
  await sql`delete from revoked_token where expire_time < least(${now}::timestamptz, ${steady}::timestamptz) - interval '2 days'`.execute(
    system,
  );
  await sql`delete from oauth_app where deleted_time < ${steady}::timestamptz - ${rememberDeleted}::interval`.execute(
    system,
  );
};
