import { sql } from 'kysely';
import type { PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { ApiClient } from './api-client.ts';
import { apiClientFields } from './fields.ts';

const columns = [
  'api_client.id',
  'api_client.type',
  'api_client.role',
  'api_client.client_id',
  'api_client.fingerprint',
  'api_client.created_by',
  'api_client.creation_time',
  'api_client.last_update_time',
  'api_client.last_used_time',
  'api_client.version',
] as const;

const living = (db: OrgDb) => db.selectFrom('api_client').where('api_client.deleted_time', 'is', null);

export const findApiClient = (db: OrgDb, id: string): Promise<ApiClient | undefined> =>
  living(db).select(columns).where('api_client.id', '=', id).executeTakeFirst();

export const lockApiClient = (db: OrgDb, id: string): Promise<ApiClient | undefined> =>
  living(db).select(columns).where('api_client.id', '=', id).forUpdate().executeTakeFirst();

/** The number of API clients, and whether one of them has the secret behind these hashes. */
export const countApiClients = async (db: OrgDb, hashes: Buffer[]): Promise<{ count: number; known: boolean }> => {
  const { rows } = await sql<{ count: number; known: boolean }>`
    select count(*)::int as count, coalesce(bool_or(secret_hash = any(${hashes}::bytea[])), false) as known
    from api_client where org_id = ${db.orgId} and deleted_time is null
  `.execute(db.raw);
  return rows[0] ?? { count: 0, known: false };
};

export const insertApiClient = async (db: OrgDb, client: ApiClient, secretHash: Buffer): Promise<void> => {
  await db.insertInto('api_client', { ...client, secret_hash: secretHash }).execute();
};

/** Uses the database's clock, which all replicas share. */
export const markApiClientDeleted = async (db: OrgDb, { id, version }: ApiClient): Promise<void> => {
  await db
    .updateTable('api_client')
    .set({ deleted_time: sql<Date>`now()`, version: version + 1 })
    .where('api_client.id', '=', id)
    .execute();
};

export const selectApiClients = (db: OrgDb, page: PageRequest): Promise<SelectedPage<ApiClient>> => {
  const from = living(db);
  return selectPage(db, from.select(columns), page, apiClientFields);
};
