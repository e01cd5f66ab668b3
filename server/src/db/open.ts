import pg from 'pg';
import { systemClock } from '../kit/clock.ts';
import { createDatabase, type Database, settingsOf } from './database.ts';
import { type EmbeddedServer, openEmbeddedServer } from './embedded.ts';
import { type LockedFolder, lockFolder } from './locked-folder.ts';
import { migrate, refuseRlsBypass, requireMigrated } from './migrate.ts';
import { makeMonths } from './months.ts';
import { keptAlive, surviveLostConnections } from './pool.ts';
import { isBehindPooler } from './pooler.ts';
import { responseMs } from './response-time.ts';
import { ensureTemplate } from './template.ts';
import { columnTypes } from './types.ts';
import { type DatabaseWait, waitForPostgres } from './wait-for-postgres.ts';

export type Choice = 'auto' | 'on' | 'off';

export type OpenOptions = {
  /** If absent, the embedded database under `dataDir` is used; `memory://` keeps it in memory. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** `dataDir` where it is locked already; closed with the database. */
  held?: LockedFolder | undefined;
  /** The folder of a shut-down cluster to copy into a database in memory; if absent, the database starts empty. */
  cluster?: string | undefined;
  strictReads: boolean;
  poolSize: number;
  /** Whether a pooler is in front of PostgreSQL; `auto`, the default, detects it. */
  pooler?: Choice;
  /** Whether statements are prepared under names; `auto`, as when absent: unless a pooler stands before PostgreSQL. */
  preparedStatements?: Choice;
  /** How long an answer of PostgreSQL is waited for; tests wait less. */
  responseMs?: number;
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

const migrateAll = async (admin: pg.Pool, options: Pick<OpenOptions, 'migrateMore'>): Promise<void> => {
  await migrate(admin);
  await options.migrateMore?.(admin);
};

const openPostgres = async (options: OpenOptions & { databaseUrl: string }): Promise<Database> => {
  const base = {
    connectionString: options.databaseUrl,
    application_name: 'marketplace-operations',
    connectionTimeoutMillis: 5000,
    ...keptAlive,
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
    query_timeout: options.responseMs ?? responseMs,
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

const poolOver = ({ connection }: EmbeddedServer, config: pg.PoolConfig = {}): pg.Pool =>
  new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5000, idleTimeoutMillis: 0, ...config });

type MigrateMore = Pick<OpenOptions, 'migrateMore'>;

const migrateEmbedded = async (server: EmbeddedServer, options: MigrateMore): Promise<void> => {
  const admin = poolOver(server);
  await migrateAll(admin, options).finally(() => admin.end());
};

/** As the service works with it: its sessions are `mos_read`. */
const servingPool = (server: EmbeddedServer): pg.Pool =>
  surviveLostConnections(
    poolOver(server, {
      types: columnTypes,
      onConnect: async (client) => void (await client.query(onConnect)),
    } as pg.PoolConfig),
  );

/** Makes the months from today on; a start makes those that are missing by then. */
const makeFirstMonths = async (server: EmbeddedServer): Promise<void> => {
  const database = createDatabase({ kind: 'embedded', pool: servingPool(server), strictReads: false });
  await makeMonths(database, systemClock.now());
};

/**
 * The folder of a migrated cluster without data (`template.ts`), which is created if it is missing. With `months` it has the partitions of
 * the day on which it is created; tests, which have their own clocks, go without.
 */
export const ensureMigratedCluster = (options: MigrateMore, { months }: { months: boolean }): Promise<string> =>
  ensureTemplate(months ? 'months' : 'plain', async (cluster) => {
    const server = await openEmbeddedServer({ folder: cluster });
    try {
      await migrateEmbedded(server, options);
      if (months) await makeFirstMonths(server);
    } finally {
      await server.close();
    }
  });

/** An empty folder has no template yet. If none can be created, for example because the packages are read-only, startup migrates an empty database. */
const serverIn = async (held: LockedFolder, options: MigrateMore): Promise<EmbeddedServer> =>
  held.server ?? held.begin(await ensureMigratedCluster(options, { months: true }).catch(() => undefined));

const serveEmbedded = async (
  server: EmbeddedServer,
  options: OpenOptions,
  closeMore: () => Promise<void>,
): Promise<Database> => {
  await migrateEmbedded(server, options);
  const pool = servingPool(server);
  const database = createDatabase({ kind: 'embedded', pool, strictReads: options.strictReads, closeMore });
  await refuseRlsBypass(database);
  return database;
};

const openInMemory = async (options: OpenOptions): Promise<Database> => {
  const server = await openEmbeddedServer({ folder: 'memory://', cluster: options.cluster });
  return serveEmbedded(server, options, server.close);
};

const openInFolder = async (options: OpenOptions): Promise<Database> => {
  const held = options.held ?? lockFolder(options.dataDir);
  try {
    return await serveEmbedded(await serverIn(held, options), options, held.close);
  } catch (error) {
    await held.close();
    throw error;
  }
};

const openEmbedded = (options: OpenOptions): Promise<Database> =>
  options.dataDir === 'memory://' ? openInMemory(options) : openInFolder(options);

/** Opens, migrates and checks the database. Only this function knows which of the two databases it is. */
export const openDatabase = (options: OpenOptions): Promise<Database> =>
  options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl });
