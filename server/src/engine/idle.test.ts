import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../test/app.ts';
import { onPostgres } from '../../test/fresh-address.ts';

test('an idle process asks little of the database', async () => {
  // The embedded database counts nothing.
  if (!onPostgres) return;
  const app = await startApp();
  const countTransactions = async (): Promise<number> => {
    const { rows } = await app.database.pool.query(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    );
    return rows[0].count;
  };
  try {
    await app.app.engine.idle();
    // A caller is expected to come again for five seconds; PostgreSQL tells its counts a second late.
    await sleep(7_000);
    const before = await countTransactions();
    const seconds = 5;
    await sleep(seconds * 1000);
    const aSecond = ((await countTransactions()) - before) / seconds;
    // One statement for all work, the heartbeat, and in the first minute the look of the engine for schedules. It was more than 40.
    assert.ok(aSecond < 20, `${aSecond} transactions a second`);
  } finally {
    await app.close();
  }
});
