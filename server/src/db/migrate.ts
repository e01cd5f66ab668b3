import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { distributeTables } from './citus/distribute.ts';
import type { Database } from './database.ts';
import { withMigrationLock } from './migration-lock.ts';
import { ensureRoles, requireRoles } from './roles.ts';

const folder = join(import.meta.dirname, '../../migrations');

/**
 * Roles and grants belong to the whole cluster, so two databases migrating at once can conflict. A deadlock is one with a process of
 * the release before that serves meanwhile; all migrations are one transaction, so nothing of it is left.
 */
const meetsOthers = (error: unknown): boolean =>
  error instanceof Error &&
  /deadlock detected|tuple concurrently updated|tuple concurrently deleted|role "\w+" already exists|duplicate key value violates unique constraint "pg_authid|pg_auth_members/.test(
    error.message,
  );

const findNames = async (): Promise<string[]> =>
  (await readdir(folder)).flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -'.sql'.length)] : [])).sort();

const provider = {
  getMigrations: async (): Promise<Record<string, Migration>> => {
    const migrations: Record<string, Migration> = {};
    for (const name of await findNames()) {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8');
      migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
    }
    return migrations;
  },
};

/** Kysely's own lock belongs to a session, and would stay with a pooler: `withMigrationLock` takes its place. */
const withoutLock = Object.assign(new PostgresAdapter(), {
  acquireMigrationLock: async () => {},
  releaseMigrationLock: async () => {},
});

const dialectOver = (pool: pg.Pool): PostgresDialect =>
  Object.assign(new PostgresDialect({ pool: pool as never }), { createAdapter: () => withoutLock });

const migratorOver = (admin: pg.Pool): Migrator =>
  new Migrator({
    db: new Kysely<unknown>({ dialect: dialectOver(admin) }),
    provider,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });

/** The names of the migrations that were applied. */
const readApplied = async (admin: pg.Pool): Promise<string[]> => {
  const table = await admin.query<{ found: boolean }>("select to_regclass('migration') is not null as found");
  if (!table.rows[0]?.found) return [];
  const { rows } = await admin.query<{ name: string }>('select name from migration');
  return rows.map(({ name }) => name).sort();
};

const findMissing = async (admin: pg.Pool): Promise<string[]> => {
  const applied = new Set(await readApplied(admin));
  return (await findNames()).filter((name) => !applied.has(name));
};

/** Text in every script must be storable, which only UTF8 guarantees. */
const requireUnicode = async (admin: pg.Pool): Promise<void> => {
  const { rows } = await admin.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  if (rows[0]?.encoding === 'UTF8') return;
  throw new Error(
    `The database of DATABASE_URL has the encoding ${rows[0]?.encoding}; it must be UTF8. Create one with: create database … ` +
      "encoding 'UTF8' template template0.",
  );
};

/** An older release would write data that a newer one cannot read; the only way back is a backup. */
const refuseNewer = async (admin: pg.Pool): Promise<void> => {
  const known = new Set(await findNames());
  const unknown = (await readApplied(admin)).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer release of this service (${unknown.at(-1)} is unknown to this one). Start that ` +
      'release again, or point DATABASE_URL or DATA_DIR to an earlier backup.',
  );
};

const retryWhenMet = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!meetsOthers(error) || attempt === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
    }
  }
};

/**
 * Creates the roles and runs the SQL files of `server/migrations` that have not run yet, in order of name, each once. Where the
 * operator wants it, it then spreads the tables over the servers of Citus.
 * `admin` is a pool of two clients, or of one that has the database to itself. Tests pass `target` to stop at the state of an earlier
 * release.
 */
export const migrate = async (admin: pg.Pool, target?: string): Promise<void> => {
  await requireUnicode(admin);
  await refuseNewer(admin);
  await retryWhenMet(() => ensureRoles(admin));
  await withMigrationLock(admin, () =>
    retryWhenMet(async () => {
      // The library reads the columns of all tables first, which takes longer than all else of a start that has nothing to migrate.
      if (target === undefined && (await findMissing(admin)).length === 0) return distributeTables(admin);
      const migrator = migratorOver(admin);
      const { error } = await (target === undefined ? migrator.migrateToLatest() : migrator.migrateTo(target));
      if (error !== undefined) throw error;
      if (target === undefined) await distributeTables(admin);
    }),
  );
};

/** For processes that do not migrate: throws a one-line error if the database is behind this release or ahead of it. */
export const requireMigrated = async (admin: pg.Pool): Promise<void> => {
  await refuseNewer(admin);
  const missing = await findMissing(admin);
  // The migration creates the roles, so nothing is needed from an administrator before it.
  if (missing.length === 0) return requireRoles(admin);
  throw new Error(`The database lacks ${missing.length} migrations of this release; start once with ROLE=migrate.`);
};

/** Row-level security does not apply to superusers or roles with BYPASSRLS; the service refuses to run as one. */
export const refuseRlsBypass = async (database: Database): Promise<void> => {
  await database.system(async (statements) => {
    const { rows } = await sql<{ bypasses: boolean }>`
      select bool_or(rolsuper or rolbypassrls) as bypasses from pg_roles where rolname in ('mos_read', 'mos_write', 'mos_system')
    `.execute(statements);
    if (rows[0]?.bypasses !== false)
      throw new Error('the database roles of this service bypass row-level security; recreate them');
  });
};
