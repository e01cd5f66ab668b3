import type { JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { type Sender, statementsOver } from '../db/statements.ts';
import type { Tables, TenantRow } from '../db/tables.ts';
import { Refusal } from '../kit/errors.ts';

export type AccessLevel = 'VIEWER' | 'EDITOR' | 'CUSTOM';

interface OAuthAppTable extends TenantRow {
  id: string;
  name: string;
  description: string;
  access_level: AccessLevel;
  custom_role_id: string | null;
  client_id: string;
  secret_hash: Buffer;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  last_used_time: Date | null;
  deleted_time: Date | null;
  version: number;
}

interface SigningKeyTable {
  kid: string;
  generation: number;
  public_jwk: JWK;
  sealed_private_key: string;
  creation_time: Date;
  signs_from: Date;
  verifies_until: Date | null;
}

interface AuthThrottleTable {
  key: string;
  drain_time: Date;
  clear_time: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    oauth_app: OAuthAppTable;
    signing_key: SigningKeyTable;
    auth_throttle: AuthThrottleTable;
  }
}

/** Statements over the global tables: of `globalReads`, of an open `system` transaction, or of an act's own. */
export type Statements = Kysely<Tables>;

/** How long a deleted app is remembered: longer than any of its tokens lives. */
const rememberDeleted = '65 minutes';
const maxWaiters = 256;

const busy = (): Refusal =>
  new Refusal('ServiceUnavailable', 'The database is busy; try again.', undefined, { 'retry-after': '1' });

/** Single reads of the global tables as `mos_read`, one round trip each, outside any organization. */
export const globalReads = ({ pool }: Pick<Database, 'pool'>): Statements => {
  const sender: Sender = {
    query: async (config) => {
      if (pool.waitingCount >= maxWaiters) throw busy();
      try {
        return await (pool as unknown as Sender).query(config);
      } catch (error) {
        const timedOut = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
        throw timedOut ? busy() : error;
      }
    },
  };
  return statementsOver(sender);
};

export type AppRow = Omit<OAuthAppTable, 'secret_hash' | 'deleted_time'>;

const appColumns = [
  'id',
  'org_id',
  'name',
  'description',
  'access_level',
  'custom_role_id',
  'client_id',
  'created_by',
  'creation_time',
  'last_update_time',
  'last_used_time',
  'version',
] as const;

export type ClientRow = { id: string; org_id: string; name: string; secret_hash: Buffer };

/** Client and throttle in one round trip, as every token request pays for it. */
export const findClient = async (
  reads: Statements,
  clientId: string,
  throttleKeys: readonly string[],
): Promise<{ client: ClientRow | undefined; clearTime: Date | null }> => {
  const { rows } = await sql<{ clear_time: Date | null } & { [K in keyof ClientRow]: ClientRow[K] | null }>`
    select throttle.clear_time, app.id, app.org_id, app.name, app.secret_hash
    from (select max(clear_time) as clear_time from auth_throttle where key = any(${throttleKeys}::text[])) as throttle
    left join oauth_app app on app.client_id = ${clientId} and app.deleted_time is null
  `.execute(reads);
  const row = rows[0];
  return { client: row?.id ? (row as ClientRow) : undefined, clearTime: row?.clear_time ?? null };
};

export const findAppByClientId = (reads: Statements, clientId: string): Promise<AppRow | undefined> =>
  reads
    .selectFrom('oauth_app')
    .select(appColumns)
    .where('client_id', '=', clientId)
    .where('deleted_time', 'is', null)
    .executeTakeFirst();

export const insertApp = (
  statements: Statements,
  row: Omit<OAuthAppTable, 'last_used_time' | 'deleted_time' | 'version'>,
): Promise<AppRow> =>
  statements
    .insertInto('oauth_app')
    .values({ ...row, version: 1 } as never)
    .returning(appColumns)
    .executeTakeFirstOrThrow();

export const updateSecretHash = (
  statements: Statements,
  change: { orgId: string; id: string; hash: Buffer; now: Date },
): Promise<AppRow | undefined> =>
  statements
    .updateTable('oauth_app')
    .set((column) => ({ secret_hash: change.hash, last_update_time: change.now, version: column('version', '+', 1) }))
    .where('org_id', '=', change.orgId)
    .where('id', '=', change.id)
    .where('deleted_time', 'is', null)
    .returning(appColumns)
    .executeTakeFirst();

export const markAppDeleted = (statements: Statements, orgId: string, id: string): Promise<AppRow | undefined> =>
  statements
    .updateTable('oauth_app')
    .set((column) => ({ deleted_time: sql<Date>`clock_timestamp()`, version: column('version', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_time', 'is', null)
    .returning(appColumns)
    .executeTakeFirst();

export const selectApp = (statements: Statements, orgId: string, id: string): Promise<AppRow | undefined> =>
  statements
    .selectFrom('oauth_app')
    .select(appColumns)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_time', 'is', null)
    .executeTakeFirst();

export const selectApps = (statements: Statements, orgId: string): Promise<AppRow[]> =>
  statements
    .selectFrom('oauth_app')
    .select(appColumns)
    .where('org_id', '=', orgId)
    .where('deleted_time', 'is', null)
    .orderBy('creation_time', 'desc')
    .orderBy('id', 'desc')
    .execute();

export type DeletedClient = { client_id: string; deleted_time: Date };

/**
 * Clients deleted after the newest deletion known, or, at first, all whose tokens may still live. A row may become
 * visible later than the time it bears, so each look begins two minutes early: no transaction is open for that long.
 */
export const selectDeletedClients = async (reads: Statements, newest: Date | undefined): Promise<DeletedClient[]> => {
  const { rows } = await sql<DeletedClient>`
    select client_id, deleted_time from oauth_app
    where deleted_time > coalesce(${newest ?? null}::timestamptz - interval '2 minutes',
      now() - ${rememberDeleted}::interval)
    order by deleted_time
  `.execute(reads);
  return rows;
};

export type AppUse = { id: string; time: Date };

/** At most one write a minute and app, over all replicas. Not a change of the app: its version stays. */
export const touchApps = async (statements: Statements, uses: readonly AppUse[]): Promise<void> => {
  await sql`
    update oauth_app set last_used_time = used.time
    from unnest(${uses.map(({ id }) => id)}::uuid[], ${uses.map(({ time }) => time)}::timestamptz[]) as used (id, time)
    where oauth_app.id = used.id
      and (oauth_app.last_used_time is null or oauth_app.last_used_time <= used.time - interval '1 minute')
  `.execute(statements);
};

/** Replaces a hash by one of the same secret under the newer pepper, unless the secret was rotated meanwhile. */
export const replaceOutdatedHash = async (
  statements: Statements,
  { id, before, after }: { id: string; before: Buffer; after: Buffer },
): Promise<void> => {
  await sql`update oauth_app set secret_hash = ${after} where id = ${id} and secret_hash = ${before}`.execute(
    statements,
  );
};

export type PublicKeyRow = Omit<SigningKeyTable, 'sealed_private_key'>;

export const selectPublicKeys = (reads: Statements, now: Date): Promise<PublicKeyRow[]> =>
  reads
    .selectFrom('signing_key')
    .select(['kid', 'generation', 'public_jwk', 'creation_time', 'signs_from', 'verifies_until'])
    .where((row) => row.or([row('verifies_until', 'is', null), row('verifies_until', '>', now)]))
    .orderBy('generation')
    .execute();

export const selectSealedKeys = (
  system: Statements,
  kids: readonly string[],
): Promise<{ kid: string; sealed_private_key: string }[]> =>
  system.selectFrom('signing_key').select(['kid', 'sealed_private_key']).where('kid', 'in', kids).execute();

export type NewSigningKey = Pick<SigningKeyTable, 'kid' | 'generation' | 'public_jwk' | 'sealed_private_key'> & {
  now: Date;
  signsInSeconds: number;
};

/** False when another replica made this generation first. */
export const insertSigningKey = async (system: Statements, key: NewSigningKey): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into signing_key (kid, generation, public_jwk, sealed_private_key, creation_time, signs_from)
    values (${key.kid}, ${key.generation}, ${JSON.stringify(key.public_jwk)}::jsonb, ${key.sealed_private_key},
      ${key.now}, ${key.now}::timestamptz + make_interval(secs => ${key.signsInSeconds}))
    on conflict (generation) do nothing
  `.execute(system);
  return numAffectedRows === 1n;
};

/** Older keys verify no longer than that; a limit that comes earlier stays. */
export const limitOlderKeys = async (
  system: Statements,
  { generation, now, verifyForSeconds }: { generation: number; now: Date; verifyForSeconds: number },
): Promise<void> => {
  await sql`
    update signing_key
    set verifies_until = least(verifies_until, ${now}::timestamptz + make_interval(secs => ${verifyForSeconds}))
    where generation < ${generation}
  `.execute(system);
};

export type Failure = { key: string; intervalMs: number; burst: number };

/** Adds one failure to each bucket. Buckets are filled in the order of their keys, so that replicas never deadlock. */
export const recordFailures = async (system: Statements, failures: readonly Failure[], now: Date): Promise<void> => {
  const sorted = failures.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await sql`
    insert into auth_throttle as bucket (key, drain_time, clear_time)
    select key, ${now}::timestamptz + pace, ${now}::timestamptz + pace - pace * (burst - 1)
    from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ intervalMs }) => intervalMs)}::int[],
      ${sorted.map(({ burst }) => burst)}::int[]) as failed (key, interval_ms, burst),
      lateral (select failed.interval_ms * interval '1 millisecond') as paced (pace)
    on conflict (key) do update set
      drain_time = greatest(bucket.drain_time, ${now}) + (excluded.drain_time - ${now}),
      clear_time = greatest(bucket.drain_time, ${now}) + (excluded.clear_time - ${now})
  `.execute(system);
};

/** Drained buckets, keys that verify nothing any more, and apps whose last token has expired. */
export const purgeAuth = async (system: Statements, now: Date): Promise<void> => {
  await sql`delete from auth_throttle where drain_time < ${now}`.execute(system);
  await sql`delete from signing_key where verifies_until < ${now}`.execute(system);
  await sql`delete from oauth_app where deleted_time < now() - ${rememberDeleted}::interval`.execute(system);
};
