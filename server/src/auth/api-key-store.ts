import { type Generated, sql } from 'kysely';
import { readSteadyTime } from '../db/steady-time.ts';
import type { TenantRow } from '../db/tables.ts';
import type { Statements } from './store.ts';
import { type Drains, drainsOf } from './throttle-store.ts';

export type ApiClientType = 'API_KEY' | 'BEARER_TOKEN';

interface ApiClientTable extends TenantRow {
  id: string;
  type: ApiClientType;
  role: 'VIEWER' | 'EDITOR';
  /** Its ID as clients see it, which is the subject of its tokens. */
  client_id: string;
  /** Shown to owners so that they can recognize the secret. */
  fingerprint: string;
  secret_hash: Buffer;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  last_used_time: Generated<Date | null>;
  deleted_time: Generated<Date | null>;
  version: Generated<number>;
}

declare module '../db/tables.ts' {
  interface Tables {
    api_client: ApiClientTable;
  }
}

/** Longer than any token of a deleted client lives; replicas check for deletions this long. */
const rememberDeleted = '65 minutes';

export type ApiClientRow = Pick<ApiClientTable, 'id' | 'org_id' | 'role' | 'client_id' | 'fingerprint' | 'secret_hash'>;

/** Includes the throttle's state, in one round trip. */
type Found = { clients: ApiClientRow[]; drains: Drains };
type Joined = { drains: Drains } & { [K in keyof ApiClientRow]: ApiClientRow[K] | null };

const foundIn = (rows: readonly Joined[]): Found => ({
  clients: rows.filter((row): row is Joined & ApiClientRow => row.id !== null),
  drains: rows[0]?.drains ?? {},
});

/** The clients with this key, in every organization that imported it, oldest first; and the throttle's state. */
export const findClientsByKey = async (
  reads: Statements,
  hashes: readonly Buffer[],
  throttleKeys: readonly string[],
): Promise<Found> => {
  const { rows } = await sql<Joined>`
    select throttle.drains, c.id, c.org_id, c.role, c.client_id, c.fingerprint, c.secret_hash
    from (select ${drainsOf} as drains from auth_throttle where key = any(${throttleKeys}::text[])) as throttle
    left join (api_client c join organization o on o.id = c.org_id and o.status <> 'DISABLED')
      on c.secret_hash = any(${hashes}::bytea[]) and c.type = 'API_KEY' and c.deleted_time is null
    order by c.creation_time, c.id
  `.execute(reads);
  return foundIn(rows);
};

/** The client that requests a token, and the throttle's state. */
export const findTokenClient = async (
  reads: Statements,
  { orgId, id }: { orgId: string; id: string },
  throttleKeys: readonly string[],
): Promise<Found> => {
  const { rows } = await sql<Joined>`
    select throttle.drains, c.id, c.org_id, c.role, c.client_id, c.fingerprint, c.secret_hash
    from (select ${drainsOf} as drains from auth_throttle where key = any(${throttleKeys}::text[])) as throttle
    left join (api_client c join organization o on o.id = c.org_id and o.status <> 'DISABLED')
      on c.org_id = ${orgId} and c.id = ${id} and c.type = 'BEARER_TOKEN' and c.deleted_time is null
  `.execute(reads);
  return foundIn(rows);
};

/** The client that a token was issued to. */
export const findTokenOwner = (
  reads: Statements,
  { orgId, id }: { orgId: string; id: string },
): Promise<ApiClientRow | undefined> =>
  reads
    .selectFrom('api_client')
    .innerJoin('organization', 'organization.id', 'api_client.org_id')
    .select(['api_client.id', 'org_id', 'role', 'client_id', 'fingerprint', 'secret_hash'])
    .where('org_id', '=', orgId)
    .where('api_client.id', '=', id)
    .where('deleted_time', 'is', null)
    .where('organization.status', '!=', 'DISABLED')
    .executeTakeFirst();

export type ApiClientUse = { orgId: string; id: string; time: Date };

/** At most one write per minute and client, across all replicas. It does not change the client's version. */
export const touchApiClients = async (system: Statements, uses: readonly ApiClientUse[]): Promise<void> => {
  const sorted = uses.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    update api_client set last_used_time = used.time
    from unnest(${sorted.map(({ orgId }) => orgId)}::uuid[], ${sorted.map(({ id }) => id)}::uuid[],
      ${sorted.map(({ time }) => time)}::timestamptz[]) as used (org_id, id, time)
    where api_client.org_id = used.org_id and api_client.id = used.id
      and (api_client.last_used_time is null or used.time - api_client.last_used_time >= interval '1 minute')
  `.execute(system);
};

/** Replaces a hash with one of the same secret under the newer pepper. */
export const replaceOutdatedKeyHash = async (
  system: Statements,
  { orgId, id, before, after }: { orgId: string; id: string; before: Buffer; after: Buffer },
): Promise<void> => {
  await sql`
    update api_client set secret_hash = ${after} where org_id = ${orgId} and id = ${id} and secret_hash = ${before}
  `.execute(system);
};

/** Removes deleted clients whose last token has expired. */
export const purgeApiClients = async (system: Statements): Promise<void> => {
  const steady = await readSteadyTime(system);
  await sql`delete from api_client where deleted_time < ${steady}::timestamptz - ${rememberDeleted}::interval`.execute(
    system,
  );
};
