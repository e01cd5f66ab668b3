import { ensureMigratedCluster, openDatabase } from '../server/src/db/open.ts';
import { migrateEngine } from '../server/src/engine/dbos.ts';
import type { Postgres } from './postgres.ts';

// Test databases are copies of a migrated one. It is migrated the way the service does it, and opening a copy migrates
// again. The shortcut is only that there is nothing left to migrate.

/** The folder of a migrated cluster of the embedded database, the same that the first start of the service copies. */
export const ensureCluster = (): Promise<string> => ensureMigratedCluster({ migrateMore: migrateEngine });

/**
 * Creates a migrated database in a test cluster and returns its name. A database cannot be copied while anyone is
 * connected to it.
 */
export const makeMigratedDatabase = async (postgres: Postgres): Promise<string> => {
  const name = 'migrated';
  const database = await openDatabase({
    databaseUrl: await postgres.createDatabase(name),
    dataDir: '',
    strictReads: false,
    poolSize: 1,
    migrate: true,
    migrateMore: migrateEngine,
  });
  await database.close();
  return name;
};
