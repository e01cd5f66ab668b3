import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { createDatabase, type Database, settingsOf } from './database.ts';
import { embeddedConnection, embeddedExtensions } from './embedded.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { migrate, refuseRlsBypass, requireMigrated } from './migrate.ts';
import { surviveLostConnections } from './pool.ts';
import { isBehindPooler } from './pooler.ts';
import { copyToMemory, layTemplate } from './template.ts';
import { columnTypes } from './types.ts';
import { type DatabaseWait, waitForPostgres } from './wait-for-postgres.ts';

export type Choice = 'auto' | 'on' | 'off';

export type OpenOptions = {
  /** If absent, the embedded database under `dataDir` is used; `memory://` keeps it in memory. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The folder of a shut-down cluster to copy into a database in memory; if absent, the database starts empty. */
  cluster?: string | undefined;
  strictReads: boolean;
  poolSize: number;
  /** Whether a pooler stands before PostgreSQL; `auto`, as when absent, finds out. */
  pooler?: Choice;
  /** Whether statements are prepared under names; `auto`, as when absent: unless a pooler stands before PostgreSQL. */
  preparedStatements?: Choice;
  /** How long to wait for a PostgreSQL that does not answer yet; if absent, opening fails at once. */
  wait?: DatabaseWait;
  /** False if another process migrates (roles `serve` and `work`) and this one only checks. */
  migrate: boolean;
  /** Migrates tables in this database that are not ours (the workflow engine's), after our own migrations. */
  migrateMore?: (admin: pg.Pool) => Promise<void>;
};

/** Autocommit reads run as `mos_read`; write transactions switch the role while they last. */
const onConnect = `set role mos_read; ${settingsOf('session')}`;

const decide = (choice: Choice = 'auto'): boolean | undefined => (choice === 'auto' ? undefined : choice === 'on');

/** One client works; the other one holds the lock of migrations. */
const adminClients = 2;

/** Files in memory are as fast as buffers, and clearing 128 MB of buffers would take most of the startup time. */
const smallBuffers = ['-c', 'shared_buffers=8MB'];

const migrateAll = async (admin: pg.Pool, options: OpenOptions): Promise<void> => {
  await migrate(admin);
  await options.migrateMore?.(admin);
};

const openPostgres = async (options: OpenOptions & { databaseUrl: string }): Promise<Database> => {
  const base = {
    connectionString: options.databaseUrl,
    application_name: 'marketplace-operations',
    connectionTimeoutMillis: 5000,
  };
  const admin = surviveLostConnections(new pg.Pool({ ...base, max: adminClients }));
  const prepare = async (): Promise<boolean> => {
    if (options.wait) await waitForPostgres(admin, options.wait);
    const sharesSessions = decide(options.pooler) ?? (await isBehindPooler(admin));
    await (options.migrate ? migrateAll(admin, options) : requireMigrated(admin));
    return sharesSessions;
  };
  const sharesSessions = await prepare().finally(() => admin.end());
  const pool = new pg.Pool({
    ...base,
    max: options.poolSize,
    types: columnTypes,
    idleTimeoutMillis: 30_000,
    ...(sharesSessions ? {} : { onConnect: async (client) => void (await client.query(onConnect)) }),
  });
  surviveLostConnections(pool);
  const database = createDatabase({
    kind: 'postgres',
    pool,
    strictReads: options.strictReads,
    sharesSessions,
    namesStatements: decide(options.preparedStatements) ?? !sharesSessions,
  });
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
      extensions: embeddedExtensions,
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
    const admin = new pg.Pool(configOf(lite));
    await migrateAll(admin, options).finally(() => admin.end());
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
