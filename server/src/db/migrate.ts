import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** Roles and grants live in the whole cluster, so two databases that migrate at once can meet there. */
const meetsInCatalog = (error: unknown): boolean =>
  error instanceof Error &&
  /tuple concurrently updated|tuple concurrently deleted|duplicate key value violates unique constraint "pg_authid|pg_auth_members/.test(
    error.message,
  );

const provider = {
  getMigrations: async (): Promise<Record<string, Migration>> => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    const migrations: Record<string, Migration> = {};
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      migrations[file.replace('.sql', '')] = { up: async (db) => void (await sql.raw(text).execute(db)) };
    }
    return migrations;
  },
};

const migratorOver = (admin: pg.Pool): Migrator =>
  new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: admin as never }) }),
    provider,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });

/** Runs the SQL files of `server/migrations` that have not run yet, in order of their names, each once. */
export const migrate = async (admin: pg.Pool): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await migratorOver(admin).migrateToLatest();
    if (error === undefined) return;
    if (!meetsInCatalog(error) || attempt === 5) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
  }
};

/** For processes that do not migrate: fails, in one line, when the database is behind this release. */
export const requireMigrated = async (admin: pg.Pool): Promise<void> => {
  const missing = (await migratorOver(admin).getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  if (missing.length === 0) return;
  throw new Error(`The database lacks ${missing.length} migrations of this release; start once with ROLE=migrate.`);
};

/** Row-level security does not bind superusers, nor roles with BYPASSRLS; the service refuses to run as one. */
export const refuseRlsBypass = async (database: Database): Promise<void> => {
  await database.system(async (statements) => {
    const { rows } = await sql<{ bypasses: boolean }>`
      select bool_or(rolsuper or rolbypassrls) as bypasses from pg_roles where rolname in ('mos_read', 'mos_write', 'mos_system')
    `.execute(statements);
    if (rows[0]?.bypasses !== false)
      throw new Error('the database roles of this service bypass row-level security; recreate them');
  });
};
