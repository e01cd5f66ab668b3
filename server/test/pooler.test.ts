import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type Pgbouncer, startPgbouncer } from '../../tools/pgbouncer.ts';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import type { Database } from '../src/db/database.ts';
import { type OpenOptions, openDatabase } from '../src/db/open.ts';
import { openSystemPool } from '../src/db/system.ts';
import { migrateEngine } from '../src/engine/dbos.ts';

/** R14: behind pgbouncer in transaction mode, nothing of one transaction is left on the session for the next one. */

const first = '00000000-0000-7000-8000-000000000001';
const second = '00000000-0000-7000-8000-000000000002';

describe('behind pgbouncer', { concurrency: false }, () => {
  let cluster: Postgres | null = null;
  let pooler: Pgbouncer | null = null;
  let direct = '';
  let pooled = '';

  const open = (databaseUrl: string, options: Partial<OpenOptions> = {}): Promise<Database> =>
    openDatabase({
      databaseUrl,
      dataDir: '',
      strictReads: false,
      poolSize: 20,
      migrate: true,
      migrateMore: migrateEngine,
      ...options,
    });

  before(async () => {
    cluster = await startPostgres({ isDurable: false });
    if (!cluster) return;
    direct = await cluster.createDatabase('pooled');
    pooler = await startPgbouncer(direct);
    pooled = pooler?.through(direct) ?? '';
  });
  after(async () => {
    await pooler?.stop();
    await cluster?.stop();
  });

  const missing = (): string | undefined =>
    !cluster ? 'no PostgreSQL server is installed' : !pooler ? 'pgbouncer is not installed' : undefined;

  test('two processes migrate at once, and neither leaves a lock behind', async (t) => {
    const reason = missing();
    if (reason) return t.skip(reason);
    const opened = await Promise.all([open(pooled), open(pooled)]);
    for (const database of opened) await database.close();
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    const { rows } = await client
      .query("select * from pg_locks where locktype = 'advisory'")
      .finally(() => client.end());
    assert.deepEqual(rows, []);
  });

  test('a pooler is detected, and the operator’s setting overrides that', async (t) => {
    const reason = missing();
    if (reason) return t.skip(reason);
    for (const [url, options, shares] of [
      [direct, {}, false],
      [pooled, {}, true],
      [pooled, { pooler: 'auto' }, true],
      [direct, { pooler: 'on' }, true],
      [direct, { pooler: 'off' }, false],
    ] as const) {
      const database = await open(url, { migrate: false, ...options });
      assert.equal(
        database.sharesSessions,
        shares,
        `${url === direct ? 'direct' : 'pooled'} ${JSON.stringify(options)}`,
      );
      await database.close();
    }
  });

  test('each transaction has its role, organization and limits, and leaves none of them on the session', async (t) => {
    const reason = missing();
    if (reason) return t.skip(reason);
    const database = await open(pooled);
    const system = openSystemPool(database, 4);
    const standing = sql<{ role: string; org: string | null; zone: string; limit: string; idle: string; sync: string }>`
      select current_user as role, nullif(current_setting('app.org_id', true), '') as org, current_setting('TimeZone') as zone,
        current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('synchronous_commit') as sync`;
    const own = { zone: 'UTC', limit: '5s', idle: '30s', sync: 'on' };
    const expect = async (handle: Database['reads'], role: string, org: string | null): Promise<void> => {
      // Three times, for a statement is prepared from its second use on where that is allowed.
      for (let turn = 0; turn < 3; turn += 1)
        assert.deepEqual((await standing.execute(handle)).rows, [{ ...own, role, org }]);
    };
    try {
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const orgId = index % 2 === 0 ? first : second;
          if (index % 5 === 0) return expect(database.reads, 'mos_read', null);
          if (index % 5 === 1) return database.system((statements) => expect(statements, 'mos_system', null));
          if (index % 5 === 2) return expect(database.read(orgId).raw, 'mos_read', null);
          if (index % 5 === 3) return void (await system.pool.query('select 1'));
          return database.write(orgId, (db) => expect(db.raw, 'mos_write', orgId));
        }),
      );
      // Every session of the server at once: held in open transactions of a client that sets nothing.
      const plain = new pg.Pool({ connectionString: pooled, max: 6 });
      const sessions = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const client = await plain.connect();
          await client.query('begin');
          return client;
        }),
      );
      const seen = new Set<number>();
      for (const client of sessions) {
        const { rows } = await client.query(`select pg_backend_pid() as pid, current_user as role,
          coalesce(current_setting('app.org_id', true), '') as org, current_setting('statement_timeout') as limit,
          current_setting('synchronous_commit') as sync,
          (select count(*)::int from pg_prepared_statements) as prepared`);
        const { pid, ...rest } = rows[0];
        seen.add(pid);
        assert.deepEqual(rest, { role: 'marketplace_owner', org: '', limit: '0', sync: 'on', prepared: 0 });
        await client.query('rollback');
        client.release();
      }
      assert.equal(seen.size, 6);
      await plain.end();
    } finally {
      await system.end();
      await database.close();
    }
  });

  test('statements that recur are not prepared under names, unless the operator says so', async (t) => {
    const reason = missing();
    if (reason) return t.skip(reason);
    const count = async (url: string, options: Partial<OpenOptions>): Promise<number> => {
      const database = await open(url, { migrate: false, poolSize: 1, ...options });
      try {
        return await database.write(first, async ({ raw }) => {
          for (let turn = 0; turn < 3; turn += 1) await sql`select ${turn}::int as turn, 'recurs'`.execute(raw);
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from pg_prepared_statements where statement like '%recurs%' and statement not like '%count%'`.execute(
            raw,
          );
          return rows[0]?.count ?? -1;
        });
      } finally {
        await database.close();
      }
    };
    assert.equal(await count(direct, {}), 1);
    assert.equal(await count(direct, { preparedStatements: 'off' }), 0);
    assert.equal(await count(pooled, {}), 0);
  });
});
