import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import { readQueryPage } from '../src/contract/page.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { type OperationField, operationFields } from '../src/domain/operation/fields.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createIds } from '../src/kit/ids.ts';
import { onPostgres } from './fresh-address.ts';
import { type Asked, filtersOf, type GrownList, grownLists, placeId, sortsOf } from './lists/grown-lists.ts';
import { fillTable, pretendRows } from './lists/grown-rows.ts';

// Every filter of a list in every order, and every pair of filters, reads the rows of one organization by an index, in tables
// whose statistics say 10⁷ rows of each of many organizations. The plans are those of a server: the embedded database has none.

const organizations = 20;
const rowsEach = 400;
const pretendedEach = 10_000_000;

/**
 * What a page with its total may cost by the planner's reckoning. Reading and sorting all rows of one organization costs about
 * 700,000, reading them all 200,000, a page and a total of 100,001 rows by an index 3,000 to 10,000.
 */
const costMax = 50_000;

/**
 * Fields without an index of their own, because what is written most would pay for what is seldom asked. A filter by one reads
 * the rows of the organization until the page is full, at most as long as a statement may take.
 */
const readsOn: Readonly<Record<string, readonly string[]>> = {
  'usage record groups': ['metaInfo', 'source', 'productId', 'buyerId'],
  'revenue records': [
    ...[
      'amount',
      'billed',
      'collected',
      'currency',
      'disburse_date',
      'disbursed',
      'due_date',
      'invoice_date',
      'offer_id',
    ],
    'outstanding',
  ],
  'differences of revenue': ['currency', 'resolved_time'],
};

let cluster: Postgres | null;
let database: Database;
let orgId: string;
before(async () => {
  cluster = onPostgres ? await startPostgres({ isDurable: false }) : null;
  if (!cluster) return;
  // As in production, where reads are bound by their statements: behind the fence, few filters could use an index.
  database = await openDatabase({
    ...{ databaseUrl: await cluster.createDatabase('grown'), dataDir: '', poolSize: 4, migrate: true },
    strictReads: false,
  });
  const ids = createIds(systemClock);
  const orgIds = Array.from({ length: organizations }, () => ids.next());
  orgId = orgIds[3] ?? '';
  const superuser = new pg.Client({ connectionString: cluster.superuserUrl('grown') });
  await superuser.connect();
  try {
    // Its statistics must stay as they are pretended.
    await superuser.query('alter system set autovacuum = off');
    await superuser.query('select pg_reload_conf()');
    const tables = [...new Set(grownLists.flatMap((list) => list.tables))];
    for (const table of tables) {
      const fields = grownLists.filter((list) => list.tables[0] === table).map((list) => list.fields);
      await fillTable(superuser, table, fields, { orgIds, rowsEach, placeId });
    }
    await superuser.query(`vacuum analyze ${tables.join(', ')}`);
    await pretendRows(superuser, tables, organizations * pretendedEach);
  } finally {
    await superuser.end();
  }
});
after(async () => {
  await database?.close();
  await cluster?.stop();
});

type Plan = {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** The plans of the statements that a store sends for a page. */
const plansOf = async (
  { fields, select }: GrownList,
  params: Record<string, string>,
  asked: Asked,
): Promise<Plan[]> => {
  const page = readQueryPage({ orgId, url: '/list' }, { page_size: '25', ...params }, fields);
  const db = database.read(orgId);
  const plans: Plan[] = [];
  await select(
    {
      ...db,
      sendUpTo: async (text, values) => {
        const { rows: explained } = await db.send(`explain (format json) ${text}`, values);
        const [{ 'QUERY PLAN': given } = { 'QUERY PLAN': [] }] = explained as { 'QUERY PLAN': { Plan: Plan }[] }[];
        plans.push(...given.map(({ Plan: plan }) => plan));
        return { rows: [], whole: true } as never;
      },
    },
    page,
    asked,
  );
  return plans;
};

const scansOf = (plan: Plan): Plan[] => [
  ...('Relation Name' in plan || plan['Node Type'] === 'Bitmap Index Scan' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

const isByOrganization = (scan: Plan): boolean =>
  scan['Node Type'] === 'Bitmap Heap Scan' || (scan['Index Cond'] ?? '').includes('org_id');

const pairsOf = (filters: readonly string[]): string[] =>
  filters.flatMap((one, at) => filters.slice(at + 1).map((other) => `(and ${one} ${other})`));

test('every list has a filter or an order to try', () => {
  for (const list of grownLists) assert.ok(filtersOf(list).length + sortsOf(list).length > 0, list.name);
});

for (const list of onPostgres ? grownLists : []) {
  test(`${list.name}: every filter in every order reads one organization by an index`, async () => {
    const filters = filtersOf(list);
    const sorts = sortsOf(list);
    const tried: { params: Record<string, string>; asked: Asked }[] = [
      ...['', ...filters].flatMap((q) => sorts.map((s) => ({ params: { s, ...(q && { q }) }, asked: {} }))),
      ...pairsOf(filters).map((q) => ({ params: { q, ...(list.order && { s: list.order }) }, asked: {} })),
      ...(list.asks ?? []).flatMap((asked) => sorts.map((s) => ({ params: { s }, asked }))),
    ];
    const bad: string[] = [];
    const needed = new Set<string>();
    for (const { params, asked } of tried) {
      const plans = await plansOf(list, params, asked);
      const what = `${Object.values(params).join(' ')} ${JSON.stringify(asked)}`;
      assert.ok(plans.length > 0);
      for (const plan of plans) {
        const wrong = scansOf(plan).filter((scan) => !isByOrganization(scan));
        if (wrong.length > 0) bad.push(`${what}: ${JSON.stringify(wrong).slice(0, 300)}`);
        if (plan['Total Cost'] <= costMax) continue;
        const word = (readsOn[list.name] ?? []).find((one) => what.includes(one));
        if (word === undefined) bad.push(`${what}: costs ${plan['Total Cost']}`);
        else needed.add(word);
      }
    }
    assert.deepEqual(bad.slice(0, 20), []);
    assert.deepEqual([...needed].sort(), [...(readsOn[list.name] ?? [])].sort(), 'an exception that is not needed');
  });
}

if (onPostgres)
  test('operations: by a value that none has, every filter reads an index by its column', async () => {
    const list = grownLists.find(({ name }) => name === 'operations') ?? assert.fail();
    const none = { organization: orgId, operation: orgId, text: 'none', status: 'NONE', time: '2000-01-01T00:00:00Z' };
    for (const { field } of list.asks ?? []) {
      const { column, type } = operationFields[field as OperationField];
      const conditions = (await plansOf(list, {}, { field, value: none[type] }))
        .flatMap(scansOf)
        .map((scan) => scan['Index Cond'] ?? '');
      assert.ok(
        conditions.some((condition) => condition.includes(`(${column} = `)),
        `${column}: ${conditions.join(', ')}`,
      );
    }
  });
