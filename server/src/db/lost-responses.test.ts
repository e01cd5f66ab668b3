import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../test/app.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { isUnavailable } from '../kit/database-faults.ts';
import { refusalFrom } from '../kit/problem.ts';
import type { Database } from './database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.test-support.ts';
import { openDatabase } from './open.ts';
import { allowTime } from './response-time.ts';

const responseMs = 300;
const orgId = '00000000-0000-4000-8000-000000000001';

/** A PostgreSQL database behind a proxy; without PostgreSQL the test ends. */
const throughGoBetween = async (work: (database: Database, between: DatabaseProxy) => Promise<void>): Promise<void> => {
  const { url, drop } = await freshDatabase();
  if (url === undefined) return;
  const between = await startDatabaseProxy(url);
  const options = { dataDir: '', strictReads: false, poolSize: 2, migrate: true, responseMs };
  const database = await openDatabase({ databaseUrl: between.url, ...options });
  try {
    await work(database, between);
  } finally {
    await database.close();
    await between.close();
    await drop();
  }
};

const fails = async (work: Promise<unknown>): Promise<unknown> => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(failure !== undefined, 'it did not fail');
  return failure;
};

const one = (database: Database): Promise<unknown> => sql`select 1`.execute(database.reads);
const leave = (database: Database, key: string): Promise<void> =>
  database.system(async (db) => {
    await sql`insert into executor (id) values (${key})`.execute(db);
  });
const isThere = (database: Database, key: string): Promise<boolean> =>
  database.system(async (db) => (await sql`select from executor where id = ${key}`.execute(db)).rows.length > 0);

test('a connection without a response is abandoned, and the next call gets a new one', () =>
  throughGoBetween(async (database, between) => {
    await one(database);
    between.fallSilent();
    const read = await fails(one(database));
    assert.ok(isUnavailable(read), String(read));
    assert.equal(refusalFrom(read)?.code, 'ServiceUnavailable');
    await one(database);

    await leave(database, 'before');
    between.fallSilent();
    assert.ok(isUnavailable(await fails(leave(database, 'silent'))));
    await leave(database, 'after');
    assert.deepEqual([await isThere(database, 'silent'), await isThere(database, 'after')], [false, true]);
  }));

test('a transaction that was given more time waits that much longer for responses, and the next one does not', () =>
  throughGoBetween(async (database, between) => {
    const slow = sql`select pg_sleep(${(responseMs * 1.5) / 1000})`;
    await database.system(async (db) => {
      await allowTime(db, 60_000);
      await slow.execute(db);
    });
    assert.ok(isUnavailable(await fails(database.system((db) => slow.execute(db)))));
    await one(database);
    between.fallSilent();
    assert.ok(isUnavailable(await fails(one(database))));
  }));

test('a caller who loses the response to a commit is told that the change may have been made', () =>
  throughGoBetween(async (database, between) => {
    between.cutAnswerOf('commit');
    const refusal = refusalFrom(await fails(leave(database, 'lost')));
    assert.equal(refusal?.code, 'ServiceUnavailable');
    assert.match(refusal?.message ?? '', /see whether the change was made/);
    assert.equal(await isThere(database, 'lost'), true);

    between.cutAnswerOf('insert into executor');
    const before = refusalFrom(await fails(leave(database, 'never')));
    assert.match(before?.message ?? '', /try again/);
    assert.equal(await isThere(database, 'never'), false);
  }));

test('work that caught the failure of a statement is not taken for committed', async () => {
  const database = await testDatabase();
  try {
    await assert.rejects(
      database.write(orgId, async (db) => {
        await sql`select 1 / 0`.execute(db.raw).catch(() => {});
      }),
      /was not committed \(ROLLBACK\)/,
    );
    await one(database);
  } finally {
    await database.close();
  }
});

test('a connection to a server that only reads is closed, one on which a statement failed is used again', async () => {
  const database = await testDatabase();
  let closed = 0;
  const isClosed = Promise.withResolvers<void>();
  database.pool.on('remove', () => {
    closed += 1;
    isClosed.resolve();
  });
  try {
    const failure = await fails(
      database.system(async (db) => {
        await sql`set transaction read only`.execute(db);
        await sql`insert into executor (id) values ('never')`.execute(db);
      }),
    );
    assert.equal((failure as { code?: string }).code, '25006');
    await one(database);
    // The pool says so once the server has ended the connection.
    await isClosed.promise;
    assert.equal(closed, 1);
    await fails(database.system((db) => sql`select 1 / 0`.execute(db)));
    await fails(sql`select 1 / 0`.execute(database.reads));
    await one(database);
    assert.equal(closed, 1);
  } finally {
    await database.close();
  }
});
