import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../server/test/app.ts';
import { stable } from './judge-shards.ts';
import { nonVolatile } from './judge-statement.ts';

test('functions allowed in statements that change rows are what the lists say in the catalog: not volatile, and immutable or stable', async () => {
  const database = await testDatabase();
  try {
    const { rows } = await sql<{ name: string; volatile: boolean; stable: boolean }>`
      select proname as name, bool_or(provolatile = 'v') as volatile, bool_or(provolatile = 's') as stable from pg_proc
      where proname = any(${[...nonVolatile]}::text[]) group by proname
    `.execute(database.reads);
    assert.deepEqual(new Set(rows.map(({ name }) => name)), nonVolatile);
    assert.deepEqual(
      rows.filter(({ volatile }) => volatile),
      [],
    );
    const found = rows.filter((row) => row.stable).map(({ name }) => name);
    // Stable in forms that no statement uses: for a time of day alone, and for a time that is not `at time zone 'UTC'`.
    assert.deepEqual(new Set(found), new Set([...stable, 'timezone', 'extract']));
  } finally {
    await database.close();
  }
});
