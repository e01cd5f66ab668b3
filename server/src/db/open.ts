import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { createDatabase, type Database } from './database.ts';
import { embeddedConnection } from './embedded.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { migrate, refuseRlsBypass, requireMigrated } from './migrate.ts';
import { surviveLostConnections } from './pool.ts';
import { copyToMemory, layTemplate } from './template.ts';
import { columnTypes } from './types.ts';

export type OpenOptions = {
  /** Absent: the embedded database under `dataDir`; `memory://` keeps it in memory. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The folder of a closed cluster that a database in memory begins as a copy of; it is empty when absent. */
  cluster?: string | undefined;
  strictReads: boolean;
  poolSize: number;
  /** Another process migrates (roles `serve` and `work`); this one only checks. */
  migrate: boolean;
  /** Migrates what is not ours but lives in this database (the workflow engine's tables), after our own files. */
  migrateMore?: (admin: pg.Pool) => Promise<void>;
};

/** Autocommit reads run as `mos_read`; write transactions change the role for their own length. */
const onConnect = `set role mos_read; set time zone 'UTC'; set statement_timeout = 5000; set idle_in_transaction_session_timeout = 30000`;

/** Files in memory are as near as buffers, and clearing those of 128 MB is most of a start. */
const smallBuffers = ['-c', 'shared_buffers=8MB'];

const migrateAll = async (admin: pg.Pool, options: OpenOptions): Promise<void> => {
  try {
    await migrate(admin);
    await options.migrateMore?.(admin);
  } finally {
    await admin.end();
  }
};

const openPostgres = async (options: OpenOptions & { databaseUrl: string }): Promise<Database> => {
  const base = {
    connectionString: options.databaseUrl,
    application_name: 'marketplace-operations',
    connectionTimeoutMillis: 5000,
  };
  const admin = surviveLostConnections(new pg.Pool({ ...base, max: 1 }));
  if (options.migrate) await migrateAll(admin, options);
  else await requireMigrated(admin).finally(() => admin.end());
  const pool = new pg.Pool({
    ...base,
    max: options.poolSize,
    types: columnTypes,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => void (await client.query(onConnect)),
  });
  surviveLostConnections(pool);
  const database = createDatabase({ kind: 'postgres', pool, strictReads: options.strictReads });
  await refuseRlsBypass(database);
  return database;
};

const openEmbedded = async (options: OpenOptions): Promise<Database> => {
  const inMemory = options.dataDir === 'memory://';
  const folder = inMemory ? 'memory://' : join(options.dataDir, 'database');
  if (!inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = inMemory ? undefined : acquireFolderLock(options.dataDir);
  let lite: PGlite | undefined;
  const closeMore = async (): Promise<void> => {
    await lite?.close();
    lock?.release();
  };
  try {
    if (!inMemory) layTemplate(folder);
    const files = inMemory ? copyToMemory(options.cluster) : undefined;
    lite = await PGlite.create(folder, {
      extensions: { pg_trgm },
      ...(files ? { fs: files, startParams: [...PGlite.defaultStartParams, ...smallBuffers] } : {}),
    });
    // A connection object of its own for each pool; the client of the second one stays for good.
    const configOf = (embedded: PGlite): pg.PoolConfig =>
      ({
        ...embeddedConnection(embedded),
        max: 1,
        connectionTimeoutMillis: 5000,
        idleTimeoutMillis: 0,
      }) as pg.PoolConfig;
    await migrateAll(new pg.Pool(configOf(lite)), options);
    const pool = new pg.Pool({
      ...configOf(lite),
      types: columnTypes,
      onConnect: async (client) => void (await client.query(onConnect)),
    });
    surviveLostConnections(pool);
    const database = createDatabase({ kind: 'embedded', pool, strictReads: options.strictReads, closeMore });
    await refuseRlsBypass(database);
    return database;
  } catch (error) {
    await closeMore();
    throw error;
  }
};

/** Opens, migrates and checks the database. The only place that knows which of the two it is. */
export const openDatabase = (options: OpenOptions): Promise<Database> =>
  options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl });
