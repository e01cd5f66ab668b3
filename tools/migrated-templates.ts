import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedExtensions } from '../server/src/db/embedded.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { migrateEngine } from '../server/src/engine/dbos.ts';
import type { Postgres } from './postgres.ts';

// Test databases are copies of a migrated one. It is migrated the way the service does it, and opening a copy migrates
// again. The shortcut is only that there is nothing left to migrate.

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache');

/** What a migrated cluster depends on: the migrations, the code that runs them, and the packages. */
const madeFrom = ['server/migrations/*.sql', 'server/src/db/*.ts', 'server/src/engine/dbos*.ts', 'package-lock.json'];

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync(madeFrom, { cwd: root }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
};

const migrateDatabase = async (at: { databaseUrl?: string; dataDir: string }): Promise<void> => {
  const database = await openDatabase({
    databaseUrl: undefined,
    ...at,
    strictReads: false,
    poolSize: 1,
    migrate: true,
    migrateMore: migrateEngine,
  });
  await database.close();
};

/** A newer one may belong to a test run in progress. */
const removeIfOld = (folder: string): void => {
  if (statSync(folder).mtimeMs < Date.now() - 86_400_000) rmSync(folder, { recursive: true, force: true });
};

/**
 * The folder of a migrated, closed cluster of the embedded database, created once for each version of the migrations.
 */
export const ensureMigratedCluster = async (): Promise<string> => {
  const folder = join(cache, `migrated-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'migrating-'));
  try {
    await migrateDatabase({ dataDir: draft });
    const cluster = join(draft, 'database');
    // Ends the log of the migrations with a new segment; otherwise every copy would soon need to allocate another one.
    const lite = await PGlite.create(cluster, { extensions: embeddedExtensions });
    await lite.query('select pg_switch_wal()');
    await lite.query('checkpoint');
    await lite.close();
    for (const other of globSync('migrat*-*', { cwd: cache })) removeIfOld(join(cache, other));
    if (!existsSync(folder)) renameSync(cluster, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};

/**
 * Creates a migrated database in a test cluster and returns its name. A database cannot be copied while anyone is
 * connected to it.
 */
export const makeMigratedDatabase = async (postgres: Postgres): Promise<string> => {
  const name = 'migrated';
  await migrateDatabase({ databaseUrl: await postgres.createDatabase(name), dataDir: '' });
  return name;
};
