import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../server/test/app.ts';
import { nonVolatile } from './judge-statement.ts';

test('functions that may stand where rows are changed are not volatile in the catalog', async () => {
  const database = await testDatabase();
  try {
    const { rows } = await sql<{ name: string; volatile: boolean }>`
      select proname as name, bool_or(provolatile = 'v') as volatile from pg_proc
      where proname = any(${[...nonVolatile]}::text[]) group by proname
    `.execute(database.reads);
    assert.deepEqual(new Set(rows.map(({ name }) => name)), nonVolatile);
    assert.deepEqual(
      rows.filter(({ volatile }) => volatile),
      [],
    );
  } finally {
    await database.close();
  }
});
