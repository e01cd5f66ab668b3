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
  /** If absent, the embedded database under `dataDir` is used; `memory://` keeps it in memory. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The folder of a shut-down cluster to copy into a database in memory; if absent, the database starts empty. */
  cluster?: string | undefined;
  strictReads: boolean;
  poolSize: number;
  /** False if another process migrates (roles `serve` and `work`) and this one only checks. */
  migrate: boolean;
  /** Migrates tables in this database that are not ours (the workflow engine's), after our own migrations. */
  migrateMore?: (admin: pg.Pool) => Promise<void>;
};

/** Autocommit reads run as `mos_read`; write transactions switch the role while they last. */
const onConnect = `set role mos_read; set time zone 'UTC'; set statement_timeout = 5000; set idle_in_transaction_session_timeout = 30000`;

/** Files in memory are as fast as buffers, and clearing 128 MB of buffers would take most of the startup time. */
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
    // A separate connection object for each pool; the second pool's client is never closed.
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

/** Opens, migrates and checks the database. Only this function knows which of the two databases it is. */
export const openDatabase = (options: OpenOptions): Promise<Database> =>
  options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl });
