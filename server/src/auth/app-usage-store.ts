import { sql } from 'kysely';
import { readSteadyTime } from '../db/steady-time.ts';
import type { TenantRow } from '../db/tables.ts';
import type { Statements } from './store.ts';

interface OAuthAppCallTable extends TenantRow {
  app_id: string;
  day: string;
  count: number;
}

declare module '../db/tables.ts' {
  interface Tables {
    oauth_app_call: OAuthAppCallTable;
  }
}

export type AppUse = { id: string; time: Date };

/** At most one write per minute and app, across all replicas. It does not change the app's version. */
export const touchApps = async (statements: Statements, uses: readonly AppUse[]): Promise<void> => {
  const sorted = uses.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    update oauth_app set last_used_time = used.time
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ time }) => time)}::timestamptz[]) as used (id, time)
    where oauth_app.id = used.id
      and (oauth_app.last_used_time is null or used.time - oauth_app.last_used_time >= interval '1 minute')
  `.execute(statements);
};

/** Rows of one statement: they are of several organizations, so that each is VALUES of its own. */
const rowsAtOnce = 500;

export type AppCalls = { orgId: string; appId: string; day: string; count: number };

/** Adds calls to those of the same app and day, in the order of the rows' keys, so that replicas never deadlock. */
export const addCalls = async (system: Statements, calls: readonly AppCalls[]): Promise<void> => {
  const keyOf = ({ orgId, appId, day }: AppCalls): string => `${orgId} ${appId} ${day}`;
  const sorted = calls.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (let from = 0; from < sorted.length; from += rowsAtOnce) {
    const rows = sorted
      .slice(from, from + rowsAtOnce)
      .map(({ orgId, appId, day, count }) => sql`(${orgId}::uuid, ${appId}::uuid, ${day}::date, ${count}::bigint)`);
    await sql`
      insert into oauth_app_call as known (org_id, app_id, day, count) values ${sql.join(rows)}
      on conflict (org_id, app_id, day) do update set count = known.count + excluded.count
    `.execute(system);
  }
};

/** Removes days older than the 30-day count. */
export const purgeCalls = async (system: Statements, now: Date): Promise<void> => {
  const steady = await readSteadyTime(system);
  const certain = steady < now ? steady : now;
  await sql`delete from oauth_app_call where day < (${certain}::timestamptz at time zone 'UTC')::date - 31`.execute(
    system,
  );
};

/**
 * Replaces a hash with one of the same secret under the newer pepper, unless the secret was rotated in the meantime.
 */
export const replaceOutdatedHash = async (
  statements: Statements,
  { orgId, id, before, after }: { orgId: string; id: string; before: Buffer; after: Buffer },
): Promise<void> => {
  await sql`
    update oauth_app set secret_hash = ${after} where org_id = ${orgId} and id = ${id} and secret_hash = ${before}
  `.execute(statements);
};
