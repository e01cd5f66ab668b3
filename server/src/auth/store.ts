import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables, TenantRow } from '../db/tables.ts';
import type { ClientKeys } from './client-keys.ts';

export type AccessLevel = 'VIEWER' | 'EDITOR' | 'CUSTOM';

export interface OAuthAppTable extends TenantRow {
  id: string;
  name: string;
  description: string;
  access_level: AccessLevel;
  custom_role_id: string | null;
  client_id: string;
  /** An app has either a secret or keys; the other is null. */
  secret_hash: Buffer | null;
  jwks: ClientKeys | null;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  last_used_time: Date | null;
  deleted_time: Date | null;
  version: number;
}

declare module '../db/tables.ts' {
  interface Tables {
    oauth_app: OAuthAppTable;
  }
}

/** Statements over the global tables: `globalReads`, an open `system` transaction, or an act's own. */
export type Statements = Kysely<Tables>;

/** Single reads of the global tables, outside any organization. */
export const globalReads = ({ reads }: Pick<Database, 'reads'>): Statements => reads;

export type AppRow = Omit<OAuthAppTable, 'secret_hash' | 'deleted_time'>;

const appColumns = [
  'id',
  'org_id',
  'name',
  'description',
  'access_level',
  'custom_role_id',
  'client_id',
  'jwks',
  'created_by',
  'creation_time',
  'last_update_time',
  'last_used_time',
  'version',
] as const;

/** Who an access token represents: its app, and the app's custom role if it has one. */
export type AppIdentityRow = Pick<OAuthAppTable, 'id' | 'org_id' | 'name' | 'client_id' | 'access_level'> & {
  custom_role_id: string | null;
  role_permissions: string[] | null;
  role_version: number | null;
};

/** Returns undefined if the client is deleted, the token was revoked, or the organization is closed. */
export const findAppIdentity = async (
  reads: Statements,
  { clientId, jti }: { clientId: string; jti: string },
): Promise<AppIdentityRow | undefined> => {
  const { rows } = await sql<AppIdentityRow>`
    select app.id, app.org_id, app.name, app.client_id, app.access_level, app.custom_role_id,
      role.permissions as role_permissions, role.version as role_version
    from oauth_app app
    join organization o on o.id = app.org_id and o.status <> 'DISABLED'
    left join role on role.org_id = app.org_id and role.id = app.custom_role_id
    where app.client_id = ${clientId} and app.deleted_time is null
      and not exists (select from revoked_token t where t.org_id = app.org_id and t.jti = ${jti})
  `.execute(reads);
  return rows[0];
};

type NewAppRow = Omit<OAuthAppTable, 'jwks' | 'last_used_time' | 'deleted_time' | 'version'> & { jwks: string | null };

export const insertApp = (statements: Statements, row: NewAppRow): Promise<AppRow> =>
  statements
    .insertInto('oauth_app')
    .values({ ...row, version: 1 } as never)
    .returning(appColumns)
    .executeTakeFirstOrThrow();

/** Locks the app for the rest of the transaction. */
export const lockApp = (statements: Statements, orgId: string, id: string): Promise<AppRow | undefined> =>
  statements
    .selectFrom('oauth_app')
    .select(appColumns)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_time', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const updateCredential = (
  statements: Statements,
  change: { orgId: string; id: string; secret_hash: Buffer | null; jwks: string | null; now: Date },
): Promise<AppRow | undefined> =>
  statements
    .updateTable('oauth_app')
    .set((column) => ({
      secret_hash: change.secret_hash,
      jwks: change.jwks as never,
      last_update_time: change.now,
      version: column('version', '+', 1),
    }))
    .where('org_id', '=', change.orgId)
    .where('id', '=', change.id)
    .where('deleted_time', 'is', null)
    .returning(appColumns)
    .executeTakeFirst();

/** From now on its custom role, if any, may be deleted. */
export const markAppDeleted = (statements: Statements, orgId: string, id: string): Promise<AppRow | undefined> =>
  statements
    .updateTable('oauth_app')
    .set((column) => ({
      deleted_time: sql<Date>`now()`,
      custom_role_id: null,
      version: column('version', '+', 1),
    }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_time', 'is', null)
    .returning(appColumns)
    .executeTakeFirst();

/** The number of apps. Locks them, so that concurrent counts wait until the transaction ends. */
export const countAppsAlone = async (statements: Statements, orgId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('oauth_app:' || ${orgId}::text, 0))`.execute(statements);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from oauth_app where org_id = ${orgId} and deleted_time is null
  `.execute(statements);
  return rows[0]?.count ?? 0;
};
