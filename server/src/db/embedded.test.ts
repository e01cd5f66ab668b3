import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { withSmallFiles } from '../../../simulators/kit/small-files.test-support.ts';
import { migratedCluster } from '../../test/migrated-cluster.ts';
import { until } from '../../test/until.ts';
import { copyTemplate } from './copy-template.ts';
import { type EmbeddedServer, openEmbeddedServer } from './embedded.ts';

// Both ways in which the embedded database is opened: in memory on this thread, in a folder on its own.

const home = mkdtempSync(join(tmpdir(), 'embedded-'));
const servers: Partial<Record<string, EmbeddedServer>> = {};
const serverOf = (where: string): EmbeddedServer => servers[where] as EmbeddedServer;

/** A folder with a database, or for one. */
const makeFolder = (name: string): string => {
  const folder = join(home, name);
  if (migratedCluster !== undefined) copyTemplate(migratedCluster, folder);
  return folder;
};

before(async () => {
  const folder = makeFolder('database');
  servers.memory = await openEmbeddedServer({ folder: 'memory://', cluster: migratedCluster });
  servers.folder = await openEmbeddedServer({ folder });
});
after(async () => {
  await Promise.all(Object.values(servers).map((server) => server?.close()));
  rmSync(home, { recursive: true, force: true });
});

const connect = async (where: string): Promise<pg.Client> => {
  const client = new pg.Client(serverOf(where).connection);
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** A long response, of which the client has begun to read. */
const someRows = "select i, repeat('x', 1000) as text from generate_series(1, 20000) i";

for (const where of ['memory', 'folder']) {
  test(`${where}: a client begins with a session as a server gives it, whatever the one before has left`, async () => {
    const first = await connect(where);
    await first.query({ name: 'kept', text: 'select 1 as one' });
    await first.query("set time zone 'Asia/Tokyo'; begin; create table left_open (i int)");
    await first.end();
    const second = await connect(where);
    const { rows } = await second.query({ name: 'kept', text: 'select 2 as two' });
    assert.deepEqual(rows, [{ two: 2 }]);
    const state = await second.query(
      "select current_setting('TimeZone') as zone, to_regclass('left_open') as left_open",
    );
    assert.deepEqual(state.rows, [{ zone: 'UTC', left_open: null }]);
    await second.end();
  });

  test(`${where}: a failed statement ends itself only`, async () => {
    const client = await connect(where);
    await assert.rejects(client.query('select $1::int', ['no number']), /invalid input syntax/);
    await assert.rejects(client.query('begin; select 1/0'), /division by zero/);
    await assert.rejects(client.query('select 1'), /current transaction is aborted/);
    await client.query('rollback');
    const { rows } = await client.query('select $1::text as text', ['\uFEFFwhole']);
    assert.deepEqual(rows, [{ text: '\uFEFFwhole' }]);
    await client.end();
  });

  test(`${where}: requests and responses of many megabytes arrive whole`, async () => {
    const client = await connect(where);
    const long = 'äx'.repeat(3_000_000);
    const { rows } = await client.query('select $1::text as text, length($1) as length', [long]);
    assert.equal(rows[0]?.length, long.length);
    assert.ok(rows[0]?.text === long);
    assert.equal((await client.query(someRows)).rows.length, 20_000);
    await client.end();
  });

  test(`${where}: a client that is abandoned in the middle of a response affects no other client`, async () => {
    const first = await connect(where);
    const asked = assert.rejects(first.query(`begin; ${someRows}`));
    (first as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await asked;
    const second = await connect(where);
    assert.deepEqual((await second.query('select pg_current_xact_id_if_assigned() is null as fresh')).rows, [
      { fresh: true },
    ]);
    await second.end();
  });
}

test('folder: the process goes on while a statement runs', async () => {
  const client = await connect('folder');
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 5);
  const began = performance.now();
  await client.query('select count(*) from generate_series(1, 3000000)').finally(() => clearInterval(counting));
  const ms = performance.now() - began;
  assert.ok(turns > 3, `${turns} turns in ${Math.round(ms)} ms`);
  await client.end();
});

test('folder: a database that cannot be opened reports why', async () => {
  const file = join(home, 'not-a-folder');
  writeFileSync(file, '');
  const cluster = mkdtempSync(join(tmpdir(), 'cluster-'));
  await assert.rejects(openEmbeddedServer({ folder: join(file, 'database'), cluster }), { code: 'ENOTDIR' });
  rmSync(cluster, { recursive: true });
});

test('folder: after it was closed, the database refuses, and opens again with what was written', async () => {
  const folder = makeFolder('again');
  const server = await openEmbeddedServer({ folder });
  const client = new pg.Client(server.connection);
  client.on('error', () => {});
  await client.connect();
  await client.query('create table kept (i int); insert into kept values (7)');
  await server.close();
  await assert.rejects(client.query('select 1'));
  const again = await openEmbeddedServer({ folder });
  const reader = new pg.Client(again.connection);
  await reader.connect();
  assert.deepEqual((await reader.query('select i from kept')).rows, [{ i: 7 }]);
  await reader.end();
  await again.close();
});

test('folder: a database that can no longer write its log opens again once it can, with everything that was committed', async (t) => {
  const ignore = (): void => {};
  const folder = makeFolder('full');
  const server = await openEmbeddedServer({ folder });
  const pool = new pg.Pool({ ...server.connection, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  let last = 0;
  try {
    const startTime = async (): Promise<string> =>
      (await pool.query('select pg_postmaster_start_time()::text as time')).rows[0].time;
    await pool.query('create table kept (i int); create table filling (text text)');
    const began = await startTime();
    const fill = (): Promise<unknown> =>
      pool.query(
        `with gone as (delete from filling) insert into filling select string_agg(md5(i::text || $1), '')
        from generate_series(1, 2000) as i`,
        [String(last)],
      );
    const count = async (): Promise<number> => {
      const { rows } = await pool.query('select count(*)::int as count from kept');
      return rows[0].count;
    };
    // The log's first file has 16 MiB.
    const couldLimit = await withSmallFiles(12 * 2 ** 20, async () => {
      await assert.rejects(async () => {
        for (; last < 2000; last += 1) {
          await fill();
          await pool.query('insert into kept values ($1)', [last]);
        }
      });
      assert.ok(last > 0);
      await assert.rejects(fill());
    });
    if (!couldLimit) return t.skip('the size of files cannot be limited here');
    let found = 0;
    // A failed attempt to open it again is repeated after a second.
    await until('the database is open again', async () => {
      found = (await count().catch(() => undefined)) ?? 0;
      return found > 0;
    });
    assert.ok(found === last || found === last + 1, `${found} of ${last}`);
    assert.notEqual(await startTime(), began, 'it went on after a failure from which a server recovers by a restart');
    await pool.query('insert into kept values (-1)');
    assert.equal(await count(), found + 1);
  } finally {
    await pool.end();
    await server.close();
  }
});
