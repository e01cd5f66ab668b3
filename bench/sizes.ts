/**
 * Measures list pages in tables of several sizes, on a separate PostgreSQL: every filter in every order, as the store selects
 * the page and its total. One organization has all the rows, another has 100. Prints a table. Never fails because of a figure.
 * `--rows 1000,100000,10000000 --lists contacts,offers`; 10⁷ offers take about 20 GB and an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readQueryPage } from '../server/src/contract/page.ts';
import type { Database } from '../server/src/db/database.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { migrateEngine } from '../server/src/engine/dbos.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createIds } from '../server/src/kit/ids.ts';
import { filtersOf, type GrownList, grownLists, placeId, sortsOf } from '../server/test/lists/grown-lists.ts';
import { fillTable } from '../server/test/lists/grown-rows.ts';
import { startPostgres } from '../tools/postgres.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,100000' },
    lists: { type: 'string', default: 'contacts,offers,entitlements,auditing events,usage reports,messages' },
    /** How often each page is selected; the first time counts too. */
    times: { type: 'string', default: '3' },
  },
});
const times = Number(options.times);
const wanted = options.lists.split(',');
const lists = grownLists.filter(({ name }) => wanted.includes(name));
if (lists.length < wanted.length)
  throw new Error(`--lists takes names of these: ${grownLists.map(({ name }) => name).join(', ')}`);

/** Rows of the small organization. */
const fewRows = 100;
/** The last page that links address by its number. */
const deepPage = 400;

type Timed = { what: string; ms: number };

/** Fills a table as fast as possible: its indexes are built after the rows are inserted. */
const fillFast = async (superuser: pg.Client, list: GrownList, many: string, few: string, rows: number) => {
  for (const table of list.tables) {
    const { rows: indexes } = await superuser.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid = $1::regclass and not i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of indexes) await superuser.query(`drop index ${name}`);
    await superuser.query(`set maintenance_work_mem = '1GB'`);
    await fillTable(superuser, table, [list.fields], { orgIds: [many], rowsEach: rows, placeId });
    await fillTable(superuser, table, [list.fields], { orgIds: [few], rowsEach: fewRows, placeId });
    // The definition of an index of a table with partitions says ONLY, and would leave the partitions without it.
    for (const { definition } of indexes) await superuser.query(definition.replace(' ON ONLY ', ' ON '));
    await superuser.query(`vacuum analyze ${table}`);
  }
};

const timePages = async (
  database: Database,
  list: GrownList,
  orgId: string,
  { page, prefersEstimate }: { page: number; prefersEstimate: boolean },
): Promise<Timed[]> => {
  const db = database.read(orgId);
  const timed: Timed[] = [];
  const asks = [
    ...['', ...filtersOf(list)].flatMap((q) =>
      sortsOf(list).map((s) => ({ params: { s, ...(q && { q }) }, asked: {} })),
    ),
    ...(list.asks ?? []).flatMap((asked) => sortsOf(list).map((s) => ({ params: { s }, asked }))),
  ];
  for (const { params, asked } of asks) {
    for (let time = 0; time < times; time += 1) {
      const given = { page_size: '25', page_number: String(page), ...params };
      const begun = performance.now();
      const what = `${Object.values(params).join(' ')} ${JSON.stringify(asked)}`;
      const call = { orgId, url: '/list', prefersEstimate };
      await list.select(db, readQueryPage(call, given, list.fields), asked).catch((error: Error) => {
        console.error(`${list.name}: ${what}: ${error.message}`);
      });
      timed.push({ what, ms: performance.now() - begun });
    }
  }
  return timed.sort((left, right) => left.ms - right.ms);
};

const at = (timed: readonly Timed[], share: number): string =>
  (timed[Math.min(timed.length - 1, Math.floor(timed.length * share))]?.ms ?? 0).toFixed(1);

const columns = [
  'list',
  'rows',
  'requests',
  'first page p50 ms',
  'p95',
  'p99',
  'slowest',
  'estimated total: p95',
  'p99',
  'page 400: p99',
  'of 100 rows beside them: p99',
];

const cluster = await startPostgres();
if (!cluster) throw new Error('There is no PostgreSQL on this machine: install version 15 or newer.');
try {
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|${'---|'.repeat(columns.length)}`);
  for (const rows of options.rows.split(',').map(Number)) {
    for (const [place, list] of lists.entries()) {
      const name = `sizes_${rows}_${place}`;
      const database = await openDatabase({
        databaseUrl: await cluster.createDatabase(name),
        dataDir: '',
        strictReads: false,
        poolSize: 2,
        migrate: true,
        migrateMore: migrateEngine,
      });
      const ids = createIds(systemClock);
      const [many, few] = [ids.next(), ids.next()];
      const superuser = new pg.Client({ connectionString: cluster.superuserUrl(name) });
      // If the server ends this connection, nothing is lost: the original error is the one to report.
      superuser.on('error', () => {});
      await superuser.connect();
      await fillFast(superuser, list, many, few, rows);
      const first = await timePages(database, list, many, { page: 1, prefersEstimate: false });
      const estimated = await timePages(database, list, many, { page: 1, prefersEstimate: true });
      const deep = await timePages(database, list, many, { page: deepPage, prefersEstimate: true });
      const small = await timePages(database, list, few, { page: 1, prefersEstimate: false });
      const figures = [
        ...[0.5, 0.95, 0.99, 1].map((share) => at(first, share)),
        ...[0.95, 0.99].map((share) => at(estimated, share)),
        ...[deep, small].map((timed) => at(timed, 0.99)),
      ];
      console.log(`| ${[list.name, rows.toLocaleString('en-US'), first.length, ...figures].join(' | ')} |`);
      for (const { what, ms } of [...first.slice(-3), ...estimated.slice(-3)])
        console.error(`  slowest: ${ms.toFixed(1)} ms ${what}`);
      await superuser.end();
      await database.close();
      const admin = new pg.Client({ connectionString: cluster.superuserUrl('postgres') });
      await admin.connect();
      // The server ends the sessions that were closed a moment later.
      for (let tries = 0; tries < 50; tries += 1) {
        const dropped = await admin.query(`drop database ${name}`).catch(() => null);
        if (dropped) break;
        await sleep(200);
      }
      await admin.end();
    }
  }
} finally {
  await cluster.stop();
}
