/**
 * Runs one side of a benchmark in its own process: `service` or `floor`, on PostgreSQL (DATABASE_URL) or on its own
 * in-memory PGlite. Prints one line of JSON when it is serving.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startApp } from '../server/src/app.ts';
import { createSecretKeys } from '../server/src/auth/secrets.ts';
import { loadConfig } from '../server/src/config/config.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { createLog } from '../server/src/kit/log.ts';
import { startFloor } from './floor.ts';
import { type Seeded, seedDatabase } from './seed.ts';

const side = process.argv[2];
const databaseUrl = process.env.DATABASE_URL;
const secretKey = process.env.SECRET_KEY ?? randomBytes(32).toString('base64');
const poolSize = 10;

const serveService = async (): Promise<object> => {
  const config = loadConfig(
    {
      PORT: '0',
      SIMULATORS: 'off',
      DEMO: 'off',
      RATE_LIMIT: 'off',
      RATE_LIMIT_METERING: 'off',
      LOG_LEVEL: 'error',
      SECRET_KEY: secretKey,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    { folderIsEmpty: () => false },
  );
  const app = await startApp(config, { log: createLog('error'), inMemory: databaseUrl === undefined });
  const seeded = databaseUrl === undefined ? await seedEmbedded(app.database, app.secretKeys) : readSeeded();
  const { api, auth } = app.urls;
  return { url: api, authUrl: auth, seeded };
};

const readSeeded = (): Seeded => JSON.parse(readFileSync(process.env.SEEDED ?? '', 'utf8')) as Seeded;

const embeddedSize = {
  organizations: 5,
  offersEach: 1000,
  revenue: process.env.WITH_REVENUE === '1' ? { rows: 20_000, entitlements: 2000 } : null,
  referrals: process.env.WITH_REFERRALS === '1' ? 5000 : 0,
};

/** The embedded database has one session; the seed runs on it as its owner. */
const seedEmbedded = async (
  database: Awaited<ReturnType<typeof openDatabase>>,
  keys: ReturnType<typeof createSecretKeys>,
): Promise<Seeded> => {
  const asOwner = {
    query: async (text: string, values?: unknown[]) => {
      const client = await database.pool.connect();
      try {
        await client.query('reset role');
        return await client.query(text, values);
      } finally {
        await client.query('set role mos_read');
        client.release();
      }
    },
  };
  return seedDatabase(asOwner as unknown as pg.ClientBase, database, keys, embeddedSize);
};

const serveFloor = async (): Promise<object> => {
  if (databaseUrl !== undefined) {
    const seeded = readSeeded();
    const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
    const port = await startFloor(pool, seeded.orgUuid, seeded.entitlementUuid);
    return { url: `http://127.0.0.1:${port}`, seeded };
  }
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: 'memory://',
    strictReads: false,
    poolSize,
    migrate: true,
  });
  const seeded = await seedEmbedded(database, createSecretKeys(secretKey));
  await database.pool.query('reset role');
  const port = await startFloor(database.pool, seeded.orgUuid, seeded.entitlementUuid);
  return { url: `http://127.0.0.1:${port}`, seeded };
};

const ready = side === 'service' ? await serveService() : await serveFloor();
process.stdout.write(`${JSON.stringify(ready)}\n`);
