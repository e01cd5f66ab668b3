import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type pg from 'pg';
import { freshDatabase } from '../../../test/fresh-database.ts';
import { openTest } from '../../engine/engine.test-support.ts';
import { isToBeSpread } from './distribute.ts';
import { readFacts } from './facts.ts';
import { ourChoices } from './placements.ts';
import { planDistribution } from './plan.ts';

// The extension is not here: its functions are stood in for by ones that do nothing, so that the order of the plan is tried on one server.

const { url, drop } = await freshDatabase();
const database = await openTest(url);
after(async () => {
  await database.close();
  await drop();
});

const inAdminTransaction = async (work: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
  const client = await database.pool.connect();
  try {
    await client.query('reset role; begin');
    await work(client);
  } finally {
    await client.query('rollback; set role mos_read');
    client.release();
  }
};

test('a database is spread only where its operator said so, and a wish without the extension is refused', async () => {
  assert.equal(await isToBeSpread(database.pool), false);
  await inAdminTransaction(async (client) => {
    await client.query("set local mos.distribute = 'on'");
    await assert.rejects(isToBeSpread(client), /not the extension citus\. Create the extension, or reset/);
    await client.query("set local mos.distribute = 'off'");
    assert.equal(await isToBeSpread(client), false);
  });
});

test('the plan runs from its first statement to the last, and leaves every foreign key where it was', async () => {
  await inAdminTransaction(async (client) => {
    await client.query(`
      create function create_reference_table(name text) returns text language sql as 'select $1::regclass::text';
      create function create_distributed_table(name text, column_name text, colocate_with text) returns text language sql as
        'select $1::regclass::text'`);
    const before = await readFacts((text) => client.query(text));
    const { statements, obstacles } = planDistribution(before, ourChoices);
    assert.deepEqual(obstacles, []);
    // Roles belong to the whole cluster, which other tests use.
    for (const statement of statements.filter((text) => !text.startsWith('alter role'))) await client.query(statement);
    const afterwards = await readFacts((text) => client.query(text));
    assert.deepEqual(afterwards.foreignKeys, before.foreignKeys);
    const triggersOf = ({ tables }: typeof before): string[] =>
      tables
        .flatMap(({ triggers }) => triggers.map(({ name }) => name))
        .filter((name) => name.startsWith('usage_total_new'));
    assert.deepEqual(triggersOf(before), ['usage_total_new_items', 'usage_total_new_rows']);
    assert.deepEqual(triggersOf(afterwards), ['usage_total_new_item', 'usage_total_new_row']);
  });
});

test('only the parent of partitions is distributed, and every table stands somewhere', async () => {
  await inAdminTransaction(async (client) => {
    const facts = await readFacts((text) => client.query(text));
    const { statements } = planDistribution(facts, ourChoices);
    const distributed = statements.filter((statement) => statement.includes('create_distributed_table'));
    assert.equal(distributed.filter((statement) => statement.includes("'usage_record_item'")).length, 1);
    assert.ok(!distributed.some((statement) => /_20\d\d_\d\d|_default/.test(statement)));
    const spread = statements.filter((statement) => /create_(reference|distributed)_table/.test(statement)).length;
    const kept = [...ourChoices.placements.values()].filter(({ on }) => on === 'coordinator').length;
    assert.equal(spread + kept, facts.tables.length);
  });
});
