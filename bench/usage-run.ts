/**
 * Measures hourly reports of usage: intake, closing, claiming and recording, with a marketplace in memory that answers
 * immediately, so that only our own work counts. `--entitlements 2000 --hours 168`; three dimensions each. The floor does the
 * same with plain tables and bare `pg`: sums up an hour in one statement and sends 25 rows at a time, each with a line in
 * a send log. Service and floor take turns, hour by hour, on one PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../server/src/db/open.ts';
import { startMetering } from '../server/src/domain/metering/metering.test-support.ts';
import { startPostgres } from '../tools/postgres.ts';

const { values: options } = parseArgs({
  options: { entitlements: { type: 'string', default: '2000' }, hours: { type: 'string', default: '168' } },
});
const entitlementCount = Number(options.entitlements);
const hours = Number(options.hours);
const dimensions = ['users', 'gb', 'calls'] as const;
const hourMs = 3_600_000;
const batchSize = 25;
const groupsAtOnce = 1000;
const firstHour = Date.parse('2026-11-03T00:00:00Z');

const floorTables = `
  create table floor_item (entitlement uuid, dimension text, hour timestamptz, quantity numeric, row_id uuid, state text);
  create index on floor_item (hour);
  create index on floor_item (row_id);
  create table floor_row (id uuid primary key default gen_random_uuid(), entitlement uuid, dimension text, hour timestamptz,
    quantity numeric, state text, unique (entitlement, dimension, hour));
  create index on floor_row (hour, id) where state = 'CREATED';
  create table floor_send (row_id uuid, time timestamptz, outcome text, primary key (row_id, time))`;

const floorClose = `
  with closed as (
    insert into floor_row (entitlement, dimension, hour, quantity, state)
    select entitlement, dimension, hour, floor(sum(quantity)), 'CREATED' from floor_item where hour = $1 group by 1, 2, 3
    returning id, entitlement, dimension)
  update floor_item i set row_id = c.id, state = 'REPORT_PENDING' from closed c
  where i.hour = $1 and i.entitlement = c.entitlement and i.dimension = c.dimension`;

const floorClaim = `
  with claimed as (
    update floor_row set state = 'REPORT_PENDING' where id in (
      select id from floor_row where state = 'CREATED' order by hour, id limit ${batchSize} for update skip locked)
    returning id, entitlement, dimension, quantity),
  logged as (insert into floor_send (row_id, time) select id, now() from claimed)
  select * from claimed`;

const floorRecord = `
  with told as (update floor_row set state = 'SUCCESS' where id = any($1) returning id),
  logged as (update floor_send set outcome = 'ACCEPTED' where row_id = any($1))
  update floor_item set state = 'REPORTED' where row_id in (select id from told)`;

type Side = { ms: number[]; intakeMs: number[] };

const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  into.push(performance.now() - began);
};

const inTransaction = async (client: pg.Client, work: () => Promise<unknown>): Promise<void> => {
  await client.query('begin');
  await work();
  await client.query('commit');
};

const startFloor = async (client: pg.Client) => {
  await client.query(floorTables);
  const entitlements = Array.from({ length: entitlementCount }, () => randomUUID());
  const intake = async (hour: Date): Promise<void> => {
    for (let at = 0; at < entitlements.length; at += groupsAtOnce) {
      const some = entitlements.slice(at, at + groupsAtOnce).flatMap((id) => dimensions.map(() => id));
      await inTransaction(client, () =>
        client.query({
          name: 'intake',
          text: `insert into floor_item select e, d, $3, q, null, 'CREATED' from unnest($1::uuid[], $2::text[], $4::numeric[]) as u (e, d, q)`,
          values: [some, some.map((_, index) => dimensions[index % dimensions.length]), hour, some.map(() => '2.5')],
        }),
      );
    }
  };
  const run = async (hour: Date): Promise<void> => {
    await inTransaction(client, () => client.query({ name: 'close', text: floorClose, values: [hour] }));
    for (;;) {
      let ids: string[] = [];
      await inTransaction(client, async () => {
        ids = (await client.query<{ id: string }>({ name: 'claim', text: floorClaim })).rows.map((row) => row.id);
      });
      if (ids.length === 0) return;
      await inTransaction(client, () => client.query({ name: 'record', text: floorRecord, values: [ids] }));
    }
  };
  return { intake, run };
};

const startService = async (url: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-usage-run-'));
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: folder,
    strictReads: false,
    poolSize: 4,
    migrate: true,
  });
  const metering = await startMetering(database);
  const ids: string[] = [];
  for (let index = 0; index < entitlementCount; index += 1) ids.push((await metering.anEntitlement()).typeId);
  const intake = async (hour: Date): Promise<void> => {
    metering.setNow(new Date(hour.getTime() + hourMs / 2));
    for (let at = 0; at < ids.length; at += groupsAtOnce) {
      const body = ids.slice(at, at + groupsAtOnce).map((entitlementID) => ({
        id: randomUUID(),
        entitlementID,
        records: Object.fromEntries(dimensions.map((dimension) => [dimension, 2.5])),
      }));
      await metering.reportBatch(body);
    }
  };
  const run = async (hour: Date): Promise<void> => {
    metering.setNow(new Date(hour.getTime() + hourMs + 20 * 60_000));
    const end = await metering.runReport();
    if (end.status !== 'COMPLETED') throw new Error(end.message);
  };
  const close = async (): Promise<void> => {
    await metering.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { metering, intake, run, close };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const perSecond = (rows: number, ms: readonly number[]): string =>
  Math.round((rows * 1000) / sum(ms)).toLocaleString('en-US');
const megabytes = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);

const cluster = await startPostgres();
if (!cluster) throw new Error('no PostgreSQL server is installed');
const service = await startService(await cluster.createDatabase('bench'));
await cluster.createDatabase('floor');
const client = new pg.Client({ connectionString: cluster.superuserUrl('floor') });
await client.connect();
// An hour lasts only a second, so the statistics are updated by hand as often as they would be in real time.
await client.query("alter system set autovacuum_naptime = '5s'");
await client.query('select pg_reload_conf()');
const floor = await startFloor(client);

const sides: { service: Side; floor: Side } = { service: { ms: [], intakeMs: [] }, floor: { ms: [], intakeMs: [] } };
const rowsEach = entitlementCount * dimensions.length;
const memory: number[] = [];
for (let index = 0; index < hours; index += 1) {
  const hour = new Date(firstHour + index * hourMs);
  await timed(sides.service.intakeMs, () => service.intake(hour));
  await timed(sides.service.ms, () => service.run(hour));
  await timed(sides.floor.intakeMs, () => floor.intake(hour));
  await timed(sides.floor.ms, () => floor.run(hour));
  memory.push(megabytes());
}

const submitted = service.metering.marketplace.journal.size;
const lastDay = Math.max(0, hours - 24);
console.log(
  `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, node ${process.version}; ${entitlementCount} entitlements × ${hours} h × ${dimensions.length} dimensions\n`,
);
console.log('| what | service rows/s | floor rows/s | share |');
console.log('|---|---|---|---|');
for (const [name, key] of [
  ['intake, batches of 1000 groups', 'intakeMs'],
  ['report: close, claim, record', 'ms'],
] as const) {
  const [ours, bare] = [sides.service[key], sides.floor[key]];
  const cells = [perSecond(rowsEach * hours, ours), perSecond(rowsEach * hours, bare)];
  console.log(`| ${name} | ${cells.join(' | ')} | ${(sum(bare) / sum(ours)).toFixed(2)} |`);
  const first = perSecond(rowsEach * Math.min(24, hours), ours.slice(0, 24));
  const last = perSecond(rowsEach * (hours - lastDay), ours.slice(lastDay));
  console.log(`| – in the first day, in the last day | ${first}, ${last} | | |`);
}
console.log(
  `\nmemory of this process after the first hour, at most, at the end: ${memory[0]}, ${Math.max(...memory)}, ${memory.at(-1)} MB (with the journal of the marketplace)`,
);
console.log(
  `submitted: ${submitted} of ${rowsEach * hours} rows; imbalances: ${(await service.metering.imbalances()).length}`,
);
await client.end();
await service.close();
await cluster.stop();
