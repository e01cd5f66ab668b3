/**
 * Measures the service against the floor, alternating between the two, on PostgreSQL and on PGlite. Prints a table and
 * JSON. Never fails because of a figure. `--seconds 5 --rounds 5 --only read,batch --on postgres,embedded --costs --servers 2`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createSecretKeys } from '../server/src/auth/secrets.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { startPostgres } from '../tools/postgres.ts';
import { type DatabaseUse, readDatabaseUse } from './database-use.ts';
import { type Load, type Measured, peakMemoryOf, runLoad } from './load.ts';
import { seedDatabase } from './seed.ts';
import { type Side, type Workload, workloads } from './workloads.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    on: { type: 'string', default: 'postgres,embedded' },
    /** Also what a request costs each tier. PostgreSQL only, on its own cluster. */
    costs: { type: 'boolean', default: false },
    /** Above 1: also compares this many serving processes on one PostgreSQL with a single one. */
    servers: { type: 'string', default: '1' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const servers = Number(options.servers);
const folder = mkdtempSync(join(tmpdir(), 'mos-bench-'));
const secretKey = randomBytes(32).toString('base64');
const children: ChildProcess[] = [];

const startSide = async (side: 'service' | 'floor', env: Record<string, string>): Promise<Side> => {
  // The same memory settings as `npm start`.
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--heap-growing-percent=40', join(import.meta.dirname, 'serve.ts'), side],
    {
      env: { MALLOC_ARENA_MAX: '2', PATH: process.env.PATH ?? '', SECRET_KEY: secretKey, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"url"')) continue;
    const ready = JSON.parse(line) as Omit<Side, 'pid'>;
    return { ...ready, pid: child.pid ?? 0, ...(ready.authUrl === undefined ? {} : { token: await tokenOf(ready) }) };
  }
  throw new Error(`the ${side} did not start`);
};

const tokenOf = async ({ authUrl, seeded }: Omit<Side, 'pid'>): Promise<string> => {
  const response = await fetch(`${authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: seeded.clientId,
      client_secret: seeded.clientSecret,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

const median = (values: number[]): number =>
  values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const middle = (runs: Measured[]): Measured => ({
  perSecond: median(runs.map((run) => run.perSecond)),
  p50: median(runs.map((run) => run.p50)),
  p99: median(runs.map((run) => run.p99)),
  cpuMicros: median(runs.map((run) => run.cpuMicros)),
  refused: runs.reduce((sum, run) => sum + run.refused, 0),
});

type Row = { database: string; workload: string; unitsEach: number; service: Measured; floor: Measured | null };

const measure = async (database: string, workload: Workload, service: Side, floor: Side): Promise<Row> => {
  const serviceRuns: Measured[] = [];
  const floorRuns: Measured[] = [];
  const loads: { side: Side; load: Load; runs: Measured[] }[] = [
    ...(workload.floor ? [{ side: floor, load: workload.floor(floor), runs: floorRuns }] : []),
    { side: service, load: workload.service(service), runs: serviceRuns },
  ];
  for (const { side, load } of loads) await runLoad(load, side.pid, Math.min(2, seconds));
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, load, runs } of loads) runs.push(await runLoad(load, side.pid, seconds));
  }
  return {
    database,
    workload: workload.name,
    unitsEach: workload.unitsEach,
    service: middle(serviceRuns),
    floor: floorRuns.length > 0 ? middle(floorRuns) : null,
  };
};

const round = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1));

const printRow = (row: Row): void => {
  const units = (side: Measured): string => round(side.perSecond * row.unitsEach);
  const cells = [
    row.database,
    row.workload,
    row.floor ? units(row.floor) : '–',
    units(row.service),
    row.floor ? (row.service.perSecond / row.floor.perSecond).toFixed(2) : '–',
    round(row.service.p50),
    round(row.service.p99),
    round(row.service.cpuMicros),
    row.floor ? round(row.floor.cpuMicros) : '–',
    String(row.service.refused + (row.floor?.refused ?? 0)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
};

type Sides = {
  service: Side;
  floor: Side;
  /** Further serving processes on the same database. */
  others: Side[];
  stop: () => Promise<void>;
  readUse?: (() => Promise<DatabaseUse>) | undefined;
};

/** What a request costs each tier: processor time, bytes of the log that PostgreSQL writes, and rows. */
const printCosts = async (
  workload: Workload,
  { service }: Sides,
  readUse: () => Promise<DatabaseUse>,
): Promise<void> => {
  const load = workload.service(service);
  const before = await readUse();
  const { perSecond, cpuMicros } = await runLoad(load, service.pid, seconds);
  const after = await readUse();
  const requests = perSecond * seconds;
  const each = (figure: keyof DatabaseUse): string => round((after[figure] - before[figure]) / requests);
  const cells = [each('cpuMicros'), each('walBytes'), each('rowsRead'), each('rowsWritten')];
  console.log(`| ${[workload.name, round(cpuMicros), ...cells].join(' | ')} |`);
};

/** Alternates between one serving process and all of them, with the same total number of connections. */
const printServers = async (workload: Workload, { service, others }: Sides): Promise<void> => {
  const all = [service, ...others];
  const runs = { one: [] as Measured[], all: [] as Measured[] };
  for (let at = 0; at < rounds; at += 1) {
    runs.one.push(await runLoad(workload.service(service), service.pid, seconds));
    const together = await Promise.all(
      all.map((side) => {
        const load = workload.service(side);
        const connections = Math.max(1, Math.round(load.connections / all.length));
        return runLoad({ ...load, connections }, side.pid, seconds);
      }),
    );
    const perSecond = together.reduce((sum, run) => sum + run.perSecond, 0);
    const cpuMicros = together.reduce((sum, run) => sum + run.cpuMicros * run.perSecond, 0) / perSecond;
    runs.all.push({ ...middle(together), p99: Math.max(...together.map(({ p99 }) => p99)), perSecond, cpuMicros });
  }
  const cells = [middle(runs.one), middle(runs.all)].flatMap(({ perSecond, p99, cpuMicros }) => [
    round(perSecond * workload.unitsEach),
    round(p99),
    round(cpuMicros),
  ]);
  console.log(`| ${[workload.name, ...cells].join(' | ')} |`);
};

const onPostgres = async (): Promise<Sides | null> => {
  const given = process.env.BENCH_DATABASE_URL;
  const cluster = given === undefined ? await startPostgres() : null;
  if (given === undefined && !cluster) return null;
  const url = given ?? (await (cluster as NonNullable<typeof cluster>).createDatabase('bench'));
  // The seed and the floor set no organization, so the fence would hide all rows from an owner.
  const superuserUrl = cluster?.superuserUrl('bench') ?? url;
  const admin = new pg.Client({ connectionString: superuserUrl });
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: folder,
    strictReads: false,
    poolSize: 2,
    migrate: true,
  });
  await admin.connect();
  const seeded = await seedDatabase(admin, database, createSecretKeys(secretKey), {
    organizations: 100,
    offersEach: 1000,
    revenue: withRevenue ? { rows: 1_000_000, entitlements: 2000 } : null,
    referrals: withReferrals ? 100_000 : 0,
  });
  await database.close();
  const file = join(folder, 'seeded.json');
  writeFileSync(file, JSON.stringify(seeded));
  const floor = await startSide('floor', { DATABASE_URL: superuserUrl, SEEDED: file });
  const service = await startSide('service', { DATABASE_URL: url, SEEDED: file });
  const others: Side[] = [];
  for (let at = 1; at < servers; at += 1) others.push(await startSide('service', { DATABASE_URL: url, SEEDED: file }));
  return {
    service,
    floor,
    others,
    stop: async () => {
      await admin.end();
      await cluster?.stop();
    },
    readUse: cluster ? () => readDatabaseUse(admin, cluster.pid) : undefined,
  };
};

const onEmbedded = async (): Promise<Sides> => ({
  service: await startSide('service', seedSettings),
  floor: await startSide('floor', seedSettings),
  others: [],
  stop: async () => {},
});

const endChildren = (): void => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
};

const wanted = workloads.filter(
  (workload) => options.only === '' || options.only.split(',').some((part) => workload.name.includes(part)),
);
/** Seeding a million rows of revenue takes minutes. */
const withRevenue = wanted.some((workload) => workload.ofRevenue);
const withReferrals = wanted.some((workload) => workload.ofReferrals);
const seedSettings = { WITH_REVENUE: withRevenue ? '1' : '0', WITH_REFERRALS: withReferrals ? '1' : '0' };
const rows: Row[] = [];
console.log(
  `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, node ${process.version}; ${rounds} rounds of ${seconds} s each, floor and service in turn; RATE_LIMIT=off\n`,
);
console.log(
  '| database | workload | floor /s | service /s | share | p50 ms | p99 ms | CPU µs | floor CPU µs | not 2xx |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
try {
  for (const [name, start] of [
    ['postgres', onPostgres],
    ['embedded', onEmbedded],
  ] as const) {
    if (!options.on.includes(name)) continue;
    const sides = await start();
    if (!sides) {
      console.log(`| ${name} | no PostgreSQL server is installed | | | | | | | | |`);
      continue;
    }
    for (const workload of wanted) {
      const row = await measure(name, workload, sides.service, sides.floor);
      rows.push(row);
      printRow(row);
    }
    if (options.costs && sides.readUse) {
      console.log(
        '\n| workload | CPU of the service µs | CPU of PostgreSQL µs | log bytes | rows read | rows written |\n|---|---|---|---|---|---|',
      );
      for (const workload of wanted) await printCosts(workload, sides, sides.readUse);
    }
    if (sides.others.length > 0) {
      const named = (of: string): string => `${of} /s | p99 ms | CPU µs`;
      console.log(
        `\n| workload | ${named('one server')} | ${named(`${servers} servers`)} |\n|---|---|---|---|---|---|---|`,
      );
      for (const workload of wanted) await printServers(workload, sides);
    }
    console.log(`\n${name}: the service held at most ${peakMemoryOf(sides.service.pid)} MB\n`);
    endChildren();
    await sides.stop();
  }
  console.log(`\n${JSON.stringify(rows)}`);
} finally {
  endChildren();
  rmSync(folder, { recursive: true, force: true });
}
