import { sql } from 'kysely';
import { testDatabase } from '../../test/app.ts';
import type { Database } from '../db/database.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { createIds } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { createOAuthApp, type NewOAuthApp } from './apps.ts';
import { type Auth, createAuth } from './auth.ts';
import { createSecretKeys } from './secrets.ts';

/** For tests only: a database, an organization and authentications over them. */
export const authUrl = 'http://auth.test';
export const publicUrl = 'http://api.test/base';
export const ids = createIds(systemClock);
export const secretKeys = createSecretKeys('a test key of more than thirty-two characters');
export const tools = { ids, clock: systemClock, secretKeys };

export const openTestDatabase = (): Promise<Database> => testDatabase();

export const anAuth = (
  database: Database,
  { clock = systemClock, at = authUrl }: { clock?: Clock; at?: string } = {},
): Auth => createAuth({ database, clock, log: silentLog, secretKeys, authUrl: at, publicUrl });

export const anOrganization = async (database: Database): Promise<string> => {
  const id = ids.next();
  const now = systemClock.now();
  await database.system((system) =>
    system
      .insertInto('organization' as never)
      .values({ id, name: 'Test', created_by: 'test', creation_time: now, last_update_time: now } as never)
      .execute(),
  );
  return id;
};

export const anApp = (database: Database, orgId: string, more: Partial<NewOAuthApp> = {}) =>
  database.system((system) =>
    createOAuthApp(system, tools, { orgId, name: 'Robot', accessLevel: 'EDITOR', createdBy: 'test', ...more }),
  );

/** What is stored about an app's use. */
export const useOf = async (database: Database, id: string) => {
  const row = await database.system((system) =>
    system.selectFrom('oauth_app').select(['last_used_time', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const calls = await database.system((system) =>
    system.selectFrom('oauth_app_call').select(['day', 'count']).where('app_id', '=', id).orderBy('day').execute(),
  );
  return { lastUsedTime: row.last_used_time?.getTime(), version: row.version, calls };
};

export const aRole = async (database: Database, orgId: string, permissions: string[]): Promise<string> => {
  const id = ids.next();
  const now = systemClock.now();
  const row = {
    org_id: orgId,
    id,
    name: id,
    permissions,
    created_by: 'test',
    creation_time: now,
    last_update_time: now,
  };
  await database.write(orgId, (db) =>
    db.raw
      .insertInto('role' as never)
      .values(row as never)
      .execute(),
  );
  return id;
};

export const changeRole = (database: Database, orgId: string, id: string, permissions: string[]): Promise<unknown> =>
  database.write(orgId, (db) =>
    sql`
      update role set permissions = ${permissions}, version = version + 1 where org_id = ${orgId} and id = ${id}
    `.execute(db.raw),
  );

export const formOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

export const bearer = (token: string, url = '/org') => ({ rawHeaders: ['Authorization', `Bearer ${token}`], url });

/** A clock whose wall time tests can move, which the service's code cannot do. If stopped, it moves only then. */
export const movableWallClock = (
  { stopped }: { stopped: boolean } = { stopped: false },
): Clock & { move(ms: number): void } => {
  const began = systemClock.wallNow().getTime();
  let offset = 0;
  const time = (): Date => {
    const now = systemClock.wallNow();
    now.setTime((stopped ? began : now.getTime()) + offset);
    return now;
  };
  return {
    now: time,
    wallNow: time,
    move: (ms) => {
      offset += ms;
    },
  };
};
