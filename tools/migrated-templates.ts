import { ensureMigratedCluster, openDatabase } from '../server/src/db/open.ts';
import { migrateEngine } from '../server/src/engine/dbos.ts';
import type { Postgres } from './postgres.ts';

// Test databases are copies of a migrated one. It is migrated the way the service does it, and opening a copy migrates
// again. The shortcut is only that there is nothing left to migrate.

const more = { migrateMore: migrateEngine };

/** The folder of a migrated cluster of the embedded database for tests. */
export const ensureCluster = (): Promise<string> => ensureMigratedCluster(more, { months: false });

/** The one that the first start of the service copies. */
export const ensureStartCluster = (): Promise<string> => ensureMigratedCluster(more, { months: true });

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
    ...more,
  });
  await database.close();
  return name;
};
