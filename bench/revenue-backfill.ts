/**
 * Measures how fast billing events become raw rows, lines, records, days, totals and events: the CSV is read, every row is
 * checked and translated, and batches of 2000 are stored by the act that a sync uses. The floor is a bare COPY of the same
 * file into a table with a primary key. The two alternate, file by file, on one PostgreSQL.
 *
 *   node bench/revenue-backfill.ts --files 20 --invoices 1500
 *
 * With --sync, the operation of a backfill reads the files from a bucket instead, checks each as a whole, and stores it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { awsDatasets } from '../server/src/adapters/revenue/aws/datasets.ts';
import { readFeedRows } from '../server/src/adapters/revenue/aws/read-rows.ts';
import { translateBillingEvent } from '../server/src/adapters/revenue/aws/translate-billing-event.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { startMetering } from '../server/src/domain/metering/metering.test-support.ts';
import { backfillRevenueConnection } from '../server/src/domain/revenue/connection/actions/start-backfill.ts';
import { ingestEvents, ingestRows } from '../server/src/domain/revenue/record/actions/ingest-rows.ts';
import { migrateEngine } from '../server/src/engine/dbos.ts';
import { readAhead } from '../server/src/kit/read-ahead.ts';
import { prepareRows } from '../server/src/workflows/revenue/prepare-rows.ts';
import { openRevenue } from '../server/src/workflows/revenue/revenue.test-support.ts';
import { startPostgres } from '../tools/postgres.ts';
import { columns, fileOf, rowsOfInvoice } from './billing-events.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '20' },
    invoices: { type: 'string', default: '1500' },
    sync: { type: 'boolean', default: false },
  },
});
const files = Number(options.files);
const invoices = Number(options.invoices);
const dataset = awsDatasets.find((one) => one.dataset === 'billing_event');
if (!dataset) throw new Error('there is no feed of billing events');

const folder = mkdtempSync(join(tmpdir(), 'mos-revenue-'));
// The database server reads the files as another user.
chmodSync(folder, 0o755);
const cluster = await startPostgres();
if (!cluster) throw new Error('no PostgreSQL server is installed');
const database = await openDatabase({
  databaseUrl: await cluster.createDatabase('bench'),
  dataDir: folder,
  strictReads: false,
  poolSize: 4,
  migrate: true,
  migrateMore: migrateEngine,
});
const service = await startMetering(database);
await cluster.createDatabase('floor');
const client = new pg.Client({ connectionString: cluster.superuserUrl('floor') });
await client.connect();
await client.query(
  `create table floor_row (${columns.map((name) => `${name} text`).join(', ')}, primary key (billing_event_id))`,
);

const ticksPerSecond = 100;

/** CPU time of the service's database connections, in ms; NaN where the system does not report it. */
const databaseCpu = async (): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where datname = 'bench'`);
  const ticks = rows.map(({ pid }) => {
    const file = `/proc/${pid}/stat`;
    if (!existsSync(file)) return Number.NaN;
    const [user, system] = readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    return Number(user) + Number(system);
  });
  return (ticks.reduce((sum, one) => sum + one, 0) * 1000) / ticksPerSecond;
};

const store = async (path: string): Promise<void> => {
  const read = readFeedRows(createReadStream(path), dataset, path);
  for await (const prepared of readAhead(prepareRows(read, { translate: translateBillingEvent }))) {
    const given = { channel: 'AWS', connectionId: service.orgId, part: path, ...prepared } as const;
    await service.act((call) => ingestRows(call, given), ingestEvents);
  }
};

const shownMb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
console.log(`${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, node ${process.version}`);

const measureStore = async (): Promise<void> => {
  const spent = { service: 0, floor: 0, cpu: 0, databaseCpu: 0 };
  let rowCount = 0;
  const perFile: string[] = [];
  for (let file = 0; file < files; file += 1) {
    const path = join(folder, `billing-${file}.csv`);
    writeFileSync(path, fileOf(file, invoices), { mode: 0o644 });
    const rows = invoices * rowsOfInvoice;
    rowCount += rows;
    const databaseBegan = await databaseCpu();
    const cpuBegan = process.cpuUsage();
    const began = performance.now();
    await store(path);
    const ms = performance.now() - began;
    spent.service += ms;
    perFile.push(Math.round((rows * 1000) / ms).toString());
    const cpu = process.cpuUsage(cpuBegan);
    spent.cpu += (cpu.user + cpu.system) / 1000;
    spent.databaseCpu += (await databaseCpu()) - databaseBegan;
    const floorBegan = performance.now();
    await client.query(`copy floor_row from '${path}' with (format csv, header)`);
    spent.floor += performance.now() - floorBegan;
  }
  const perSecond = (ms: number): string => Math.round((rowCount * 1000) / ms).toLocaleString('en-US');
  console.log(`${rowCount} rows\n`);
  console.log('| what | service rows/s | floor rows/s | share | processor time of this process | of its connections |');
  console.log('|---|---|---|---|---|---|');
  const share = (spent.floor / spent.service).toFixed(2);
  const perRow = (ms: number): string => `${((ms * 1000) / rowCount).toFixed(0)} µs a row`;
  const rates = `${perSecond(spent.service)} | ${perSecond(spent.floor)} | ${share}`;
  console.log(`| billing events | ${rates} | ${perRow(spent.cpu)} | ${perRow(spent.databaseCpu)} |`);
  console.log(`\nby file: ${perFile.join(', ')} rows/s`);
  console.log(`memory at the end: ${shownMb(process.memoryUsage().rss)}`);
};

const measureSync = async (): Promise<void> => {
  const given = ['--files', String(files), '--invoices', String(invoices)];
  const bucket = fork(join(import.meta.dirname, 'feed-bucket.ts'), given);
  const [url] = (await once(bucket, 'message')) as [string];
  const revenue = await openRevenue({ database, now: () => Date.parse('2026-11-24T00:00:00Z'), origins: [url] });
  await revenue.connect({
    ...{ partner: 'AWS', service: 'MARKETPLACE', accountId: '999988887777', endpoint: url },
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'x'.repeat(40), feedBucket: 'feeds' },
  });
  await revenue.act((call) => backfillRevenueConnection(call, { params: { partner: 'AWS' } }));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  const databaseBegan = await databaseCpu();
  const cpuBegan = process.cpuUsage();
  const began = performance.now();
  await revenue.finish();
  const seconds = (performance.now() - began) / 1000;
  const cpu = process.cpuUsage(cpuBegan);
  clearInterval(watch);
  bucket.disconnect();
  const rows = files * invoices * rowsOfInvoice;
  const perRow = (ms: number): string => `${((ms * 1000) / rows).toFixed(0)} µs a row`;
  console.log((await revenue.lastRun('revenue.backfill')).message);
  console.log(`${rows} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString('en-US')} rows/s`);
  console.log(`processor time of this process: ${perRow((cpu.user + cpu.system) / 1000)}`);
  console.log(`of its connections: ${perRow((await databaseCpu()) - databaseBegan)}`);
  console.log(`memory: ${shownMb(before)} before, at most ${shownMb(most)}`);
};

await (options.sync ? measureSync() : measureStore());
await client.end();
await service.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
