import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migratedCluster } from '../../test/migrated-cluster.ts';
import type { Database } from './database.ts';
import { refreshStatistics } from './embedded-statistics.ts';
import { openDatabase } from './open.ts';

let database: Database;
before(async () => {
  const options = { databaseUrl: undefined, dataDir: 'memory://', strictReads: false, poolSize: 1, migrate: true };
  database = await openDatabase({ ...options, cluster: migratedCluster });
});
after(() => database.close());

const asOwner = async (statement: string): Promise<void> => {
  const client = await database.pool.connect();
  await client.query(`reset role; ${statement}; set role mos_read`);
  client.release();
};

const guessOf = async (table: string): Promise<number> =>
  Number((await database.pool.query('select reltuples from pg_class where relname = $1', [table])).rows[0]?.reltuples);

const fill = (table: string, count: number): Promise<void> =>
  asOwner(`insert into ${table} select i from generate_series(1, ${count}) i`);

test('the planner knows how many rows a table has after it has grown, and sessions keep their role', async () => {
  await asOwner('create table growing (i int)');
  await fill('growing', 5000);
  while ((await refreshStatistics(database.pool)) > 0);
  assert.equal(await guessOf('growing'), 5000);
  await fill('growing', 15_000);
  assert.equal(await refreshStatistics(database.pool), 1);
  assert.equal(await guessOf('growing'), 20_000);
  const { rows } = await database.pool.query('select current_user as name');
  assert.deepEqual(rows, [{ name: 'mos_read' }]);
});

test('a table that is removed meanwhile does not delay the others', async () => {
  await asOwner('create table leaving (i int); create table staying (i int)');
  await fill('leaving', 9000);
  await fill('staying', 3000);
  const refreshed = refreshStatistics(database.pool);
  await asOwner('drop table leaving');
  assert.equal(await refreshed, 1);
  assert.equal(await guessOf('staying'), 3000);
});
