import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../test/app.ts';
import { onPostgres } from '../../test/fresh-database.ts';

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
    // A caller is expected to return for five seconds; PostgreSQL reports its counts a second late.
    await sleep(7_000);
    const countFor = async (seconds: number): Promise<number> => {
      const before = await countTransactions();
      await sleep(seconds * 1000);
      return ((await countTransactions()) - before) / seconds;
    };
    // One statement for all work, the heartbeat, and in the first minute the look of the engine for schedules. It was more than 40.
    // PostgreSQL's own upkeep of a new database is counted too, so that one quiet time of several is enough.
    let least = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 6 && least >= 20; tried += 1) least = Math.min(least, await countFor(5));
    assert.ok(least < 20, `${least} transactions a second`);
  } finally {
    await app.close();
  }
});
