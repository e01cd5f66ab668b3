import { sql } from 'kysely';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { oauthAppFields } from './fields.ts';
import type { UsedOAuthApp } from './oauth-app.ts';

const living = (db: OrgDb) => db.selectFrom('oauth_app').where('oauth_app.deleted_time', 'is', null);

/** Days are in UTC, the time zone of every session. */
const columns = (db: OrgDb, query: ReturnType<typeof living>) =>
  query
    .select([
      'oauth_app.id',
      'oauth_app.org_id as orgId',
      'oauth_app.name',
      'oauth_app.description',
      'oauth_app.access_level as accessLevel',
      'oauth_app.custom_role_id as customRoleId',
      'oauth_app.client_id as clientId',
      'oauth_app.jwks',
      'oauth_app.created_by as createdBy',
      'oauth_app.creation_time as creationTime',
      'oauth_app.last_update_time as lastUpdateTime',
      'oauth_app.last_used_time as lastUsedTime',
      'oauth_app.version',
    ])
    .select(
      sql<number>`(select coalesce(sum(c.count), 0)::bigint from oauth_app_call c
        where c.org_id = ${db.orgId} and c.app_id = oauth_app.id and c.day > current_date - 30)`.as('callCount'),
    );

export const findUsedApp = async (db: OrgDb, id: string): Promise<UsedOAuthApp | undefined> =>
  (await columns(db, living(db).where('oauth_app.id', '=', id)).executeTakeFirst()) as UsedOAuthApp | undefined;

export const selectUsedApps = (db: OrgDb, page: PageRequest): Promise<SelectedPage<UsedOAuthApp>> =>
  selectPage(db, columns(db, living(db)), page, oauthAppFields);

/** The permissions of a custom role; until the transaction ends, it can be neither deleted nor changed. */
export const holdRolePermissions = async (db: OrgDb, id: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ permissions: string[] }>`
    select permissions from role where org_id = ${db.orgId} and id = ${id} for share
  `.execute(db.raw);
  return rows[0]?.permissions;
};
