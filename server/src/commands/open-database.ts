import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type OpenOptions, openDatabase } from '../db/open.ts';
import { migrateEngine } from '../engine/dbos.ts';

/** Opens the database of the service for a command. By default, an embedded one is migrated first: nothing else has it open. */
export const openForCommand = (config: Config, chosen: Partial<OpenOptions> = {}): Promise<Database> =>
  openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    pooler: config.databasePooler,
    preparedStatements: config.preparedStatements,
    dataDir: config.dataDir,
    strictReads: false,
    poolSize: 2,
    migrate: config.databaseUrl === null,
    migrateMore: migrateEngine,
    ...chosen,
  });
