import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { systemClock } from '../kit/clock.ts';
import { createDatabase, type Database, settingsOf } from './database.ts';
import { embeddedConnection, embeddedExtensions } from './embedded.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { migrate, refuseRlsBypass, requireMigrated } from './migrate.ts';
import { makeMonths } from './months.ts';
import { surviveLostConnections } from './pool.ts';
import { isBehindPooler } from './pooler.ts';
import { copyToMemory, ensureTemplate, layTemplate } from './template.ts';
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

/**
 * The buffers lie in the memory of this process and are cleared at the start: 128 MB, the default, take most of a second. What is
 * not in them is read from the page cache of the system; files in memory are as fast as buffers.
 */
const buffers = { memory: '8MB', folder: '32MB' } as const;

const migrateAll = async (admin: pg.Pool, options: Pick<OpenOptions, 'migrateMore'>): Promise<void> => {
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

/** A separate connection object for each pool. */
const poolOver = (lite: PGlite, config: pg.PoolConfig = {}): pg.Pool =>
  new pg.Pool({
    ...embeddedConnection(lite),
    max: 1,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 0,
    ...config,
  } as pg.PoolConfig);

type MigrateMore = Pick<OpenOptions, 'migrateMore'>;

const migrateEmbedded = async (lite: PGlite, options: MigrateMore): Promise<void> => {
  const admin = poolOver(lite);
  await migrateAll(admin, options).finally(() => admin.end());
};

/** As the service works with it: its sessions are `mos_read`. */
const servingPool = (lite: PGlite): pg.Pool =>
  surviveLostConnections(
    poolOver(lite, {
      types: columnTypes,
      onConnect: async (client) => void (await client.query(onConnect)),
    } as pg.PoolConfig),
  );

/** Makes the months from today on; a start makes those that are missing by then. */
const makeFirstMonths = async (lite: PGlite): Promise<void> => {
  const database = createDatabase({ kind: 'embedded', pool: servingPool(lite), strictReads: false });
  await makeMonths(database, systemClock.now());
};

/**
 * The folder of a migrated cluster without data (`template.ts`), which is created if it is missing. With `months` it has those
 * of the day on which it is made; tests, which have clocks of their own, go without.
 */
export const ensureMigratedCluster = (options: MigrateMore, { months }: { months: boolean }): Promise<string> =>
  ensureTemplate(months ? 'months' : 'plain', async (cluster) => {
    const lite = await PGlite.create(cluster, { extensions: embeddedExtensions });
    try {
      await migrateEmbedded(lite, options);
      if (months) await makeFirstMonths(lite);
    } finally {
      await lite.close();
    }
  });

/** Where there is no template and none can be made, because the packages are read-only say, the database is created on the spot. */
const layOut = async (folder: string, options: MigrateMore): Promise<void> => {
  const cluster = await ensureMigratedCluster(options, { months: true }).catch(() => undefined);
  if (cluster !== undefined) layTemplate(cluster, folder);
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
    if (!inMemory && readdirSync(folder).length === 0) await layOut(folder, options);
    const files = inMemory && options.cluster !== undefined ? copyToMemory(options.cluster) : undefined;
    lite = await PGlite.create(folder, {
      extensions: embeddedExtensions,
      ...(files ? { fs: files } : {}),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${buffers[inMemory ? 'memory' : 'folder']}`],
    });
    await migrateEmbedded(lite, options);
    const pool = servingPool(lite);
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
