import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase, onPostgres } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import type { ActCall } from '../contract/call.ts';
import {
  claimRuns,
  countUnfinishedRuns,
  endHeartbeatsAhead,
  findDeadExecutors,
  findFlows,
  forgiveRuns,
  openSystemPool,
  returnRuns,
} from '../db/system.ts';
import { findWaiting } from '../db/waiting-work.ts';
import { createTestEngine, leaveMark, openTest, type TestEngine, testWorkflow } from './engine.test-support.ts';
import { runAct } from './run-act.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
let open: TestEngine | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});
after(async () => {
  await database.close();
  await drop();
});

const hang = (): Promise<never> => new Promise(() => {});

test('a stop gives the runs back within its time, and a start in the same process goes on with them', async () => {
  let calls = 0;
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.waits', async (run) => {
        await run.partner('call', {}, async () => {
          calls += 1;
          return calls === 1 ? hang() : calls;
        });
      }),
    ],
  });
  await open.engine.start();
  const id = await open.startRun('offer.waits');
  await until('the partner is called', () => calls === 1);
  const began = performance.now();
  await open.engine.stop();
  assert.ok(performance.now() - began < 2000);
  assert.equal((await open.operation(id)).status, 'RUNNING');
  await open.engine.start();
  await open.engine.idle();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
  assert.equal(calls, 2);
});

test('a stop waits for a step under way and records it', async () => {
  let answered = false;
  open = await createTestEngine({
    database,
    drainMs: 3000,
    workflows: [
      testWorkflow('offer.slow', async (run) => {
        await run.partner('call', {}, async () => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          answered = true;
        });
        await run.change('after', [], async (call) => leaveMark(call, 'after'));
      }),
    ],
  });
  await open.engine.start();
  const id = await open.startRun('offer.slow');
  await until('the call is under way', async () => (await (open as TestEngine).events(id)).length === 2);
  await open.engine.stop();
  assert.ok(answered);
  assert.equal((await open.events(id)).at(-1)?.type, 'STEP_COMPLETED');
});

test('a slow partner does not hold the runs of another one, and more runs than places wait their turn', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.slow', async (run) => void (await run.partner('call', {}, () => held))),
      testWorkflow(
        'offer.quick',
        async (run) => void (await run.change('mark', [], async (call) => leaveMark(call, 'quick'))),
      ),
    ],
    // The organization may use half of them.
    maxRuns: 100,
  });
  await open.engine.start();
  for (let n = 0; n < 40; n += 1) await open.startRun('offer.slow');
  const quick = await open.startRun('offer.quick');
  await until(
    'the quick one is done',
    async () => (await (open as TestEngine).operation(quick)).status === 'COMPLETED',
    5000,
  );
  for (let n = 0; n < 60; n += 1) await open.startRun('offer.quick');
  release();
  await open.engine.idle();
  assert.equal((await open.marks()).filter((mark) => mark === 'quick').length, 61);
});

test('a run that was abandoned is undone, and its operation ends', async () => {
  const undo = {
    emits: [],
    act: async (call: ActCall, _: unknown, failure: { code: string }) => leaveMark(call, `undone ${failure.code}`),
  };
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.poison', async () => {}, undo)] });
  const id = await open.startRun('offer.poison');
  await database.system(async (db) => {
    await sql`update dbos.workflow_status set status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' where workflow_uuid = ${id}`.execute(
      db,
    );
  });
  await open.engine.start();
  await until('the operation has failed', async () => (await (open as TestEngine).operation(id)).status === 'FAILED');
  assert.equal((await open.events(id)).at(-1)?.type, 'FAILED');
  assert.deepEqual(await open.marks(), ['started', 'undone InternalServerError']);
});

const attemptsOf = (id: string): Promise<number> =>
  database.system(async (db) => {
    const { rows } = await sql<{ recovery_attempts: number }>`
      select recovery_attempts::int from dbos.workflow_status where workflow_uuid = ${id}`.execute(db);
    return rows[0]?.recovery_attempts ?? -1;
  });

test('a database that is away within a call of a partner takes no attempt, and the call keeps its key', async () => {
  const keys: string[] = [];
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.reads', async (run) => {
        await run.partner('call', { retry: { maxAttempts: 1 } }, async ({ key }) => {
          keys.push(key);
          if (keys.length <= 3)
            throw Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' });
        });
      }),
    ],
  });
  await open.engine.start();
  const id = await open.startRun('offer.reads');
  await open.engine.idle();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
});

test('a run that waits for a partner survives any number of restarts', async () => {
  let [looks, isReady] = [0, false];
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('product.review', async (run) => {
        await run.poll('look', { firstDelayMs: 5, giveUpAfterMs: 60_000 }, async () => {
          looks += 1;
          return isReady ? looks : undefined;
        });
      }),
    ],
  });
  const id = await open.startRun('product.review');
  for (let restart = 1; restart <= 25; restart += 1) {
    const before = looks;
    await open.engine.start();
    await until('it looks', () => looks > before);
    await open.engine.stop();
  }
  isReady = true;
  await open.engine.start();
  await open.engine.idle();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
});

test('a run that gets further after a restart is not what kills processes', async () => {
  let calls = 0;
  const mayEnd = Promise.withResolvers<void>();
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.long', async (run) => {
        await run.change('one', [], async (call) => leaveMark(call, 'one'));
        await run.partner('two', {}, async () => {
          calls += 1;
          await mayEnd.promise;
        });
      }),
    ],
  });
  const id = await open.startRun('offer.long');
  await open.engine.start();
  await until('it calls', () => calls === 1);
  await open.engine.stop();
  await database.system(async (db) => {
    await sql`update dbos.workflow_status set recovery_attempts = 18, updated_at = 0 where workflow_uuid = ${id}`.execute(
      db,
    );
  });
  await open.engine.start();
  await until('it calls again', () => calls === 2);
  assert.equal(await attemptsOf(id), 19, 'it has done nothing new yet');
  mayEnd.resolve();
  await open.engine.idle();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
  assert.equal(await attemptsOf(id), 1);
});

test('a run that its process has had for long is not what kills processes', async () => {
  const executorId = 'worker_test';
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.waits', async () => {})] });
  const id = await open.startRun('offer.waits');
  const claimed = (seconds: number): Promise<void> =>
    database.system(async (db) => {
      await sql`update dbos.workflow_status set status = 'PENDING', executor_id = ${executorId}, recovery_attempts = 20,
        started_at_epoch_ms = (extract(epoch from now()) * 1000)::bigint - ${seconds * 1000}::bigint
        where workflow_uuid = ${id}`.execute(db);
    });
  const { pool, end } = openSystemPool(database, 1);
  try {
    await claimed(50);
    await forgiveRuns(pool, { executorId, heldMs: 60_000 });
    assert.equal(await attemptsOf(id), 20);
    await claimed(70);
    await forgiveRuns(pool, { executorId, heldMs: 60_000 });
    assert.equal(await attemptsOf(id), 1);
  } finally {
    await end();
  }
  await open.engine.start();
  await open.engine.idle();
});

test('a process that died before the clock was set back a day is found ten seconds later, and one that lives never', async () => {
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.waits', async () => {})] });
  const id = await open.startRun('offer.waits');
  const deadAfter = (ahead: string): Promise<string[]> =>
    database.system(async (db) => {
      await sql`update dbos.workflow_status set status = 'PENDING', executor_id = 'ahead' where workflow_uuid = ${id}`.execute(
        db,
      );
      await sql`insert into executor (id, heartbeat_time) values ('ahead', now() + ${ahead}::interval)
        on conflict (id) do update set heartbeat_time = excluded.heartbeat_time`.execute(db);
      return findDeadExecutors(db, 'other', 10);
    });
  const secondsAhead = (): Promise<number> =>
    database.system(async (db) => {
      await endHeartbeatsAhead(db, 10);
      const { rows } = await sql<{ ahead: number }>`
        select extract(epoch from heartbeat_time - now())::float8 as ahead from executor where id = 'ahead'`.execute(
        db,
      );
      return Math.round(rows[0]?.ahead ?? Number.NaN);
    });
  const isReadyAfter = (ahead: string): Promise<boolean> =>
    database.system(async (db) => {
      await sql`update dbos.workflow_status set status = 'ENQUEUED', recovery_attempts = 20,
        updated_at = (extract(epoch from now() + ${ahead}::interval) * 1000)::bigint where workflow_uuid = ${id}`.execute(
        db,
      );
      return (await findWaiting(db, { now: new Date(), lanes: ['runs'] })).runs;
    });
  assert.deepEqual(await deadAfter('-5 seconds'), []);
  assert.deepEqual(await deadAfter('5 seconds'), []);
  assert.deepEqual(await deadAfter('-1 day'), ['ahead']);
  assert.deepEqual(await deadAfter('1 day'), [], 'it may live');
  assert.equal(await secondsAhead(), 0, 'and is silent from now on');
  await deadAfter('5 seconds');
  assert.equal(await secondsAhead(), 5, 'clocks differ by a few seconds');
  assert.equal(await isReadyAfter('0 seconds'), false);
  assert.equal(await isReadyAfter('1 day'), true, 'a run with which processes died is held no longer either');
  await database.system(async (db) => {
    await sql`delete from executor where id = 'ahead'`.execute(db);
    await sql`update dbos.workflow_status set status = 'ENQUEUED', executor_id = null, recovery_attempts = 0
      where workflow_uuid = ${id}`.execute(db);
  });
  await open.engine.start();
  await open.engine.idle();
});

/** Processes die with a run after so many seconds, for so long. Returns how often it was claimed, and how long it is held then. */
const crashLoop = async (
  id: string,
  lifeSeconds: number,
  seconds: number,
): Promise<{ attempts: number; held: number }> => {
  const { pool, end } = openSystemPool(database, 1);
  const isReady = async (): Promise<boolean> =>
    (await database.system((db) => findWaiting(db, { now: new Date(), lanes: ['runs'] }))).runs;
  const pass = (passed: number): Promise<unknown> =>
    pool.query(`update dbos.workflow_status set updated_at = updated_at - $2::bigint where workflow_uuid = $1`, [
      id,
      passed * 1000,
    ]);
  const { rows } = await pool.query<{ key: string }>(
    'select queue_partition_key as key from dbos.workflow_status where workflow_uuid = $1',
    [id],
  );
  const shares = [{ lane: 'runs', key: rows[0]?.key ?? '', count: 1 }];
  try {
    for (let passed = 0; passed < seconds; passed += lifeSeconds) {
      const executorId = `life ${passed}`;
      const flows = { looks: [{ lane: 'runs', after: '', most: 1 }], flowsMax: 10, version: '1' };
      const found = (await findFlows(pool, flows)).some(({ key }) => key === shares[0]?.key);
      const claimed = await claimRuns(pool, { shares, executorId, owner: executorId, version: '1' });
      assert.equal(found, claimed.length === 1);
      await pass(lifeSeconds);
      await pool.query(
        `update dbos.workflow_status set status = 'ENQUEUED', updated_at = (extract(epoch from now()) * 1000)::bigint
        where workflow_uuid = $1 and status = 'PENDING'`,
        [id],
      );
    }
    const attempts = await attemptsOf(id);
    for (let held = 0; ; held += 10) {
      if (await isReady()) return { attempts, held };
      await pass(10);
    }
  } finally {
    await end();
  }
};

test('whatever kills processes, runs wait until it ends, and are abandoned only after hours', async () => {
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.innocent', async () => {})] });
  const id = await open.startRun('offer.innocent');
  const [minutes, hour] = [await crashLoop(id, 15, 600), await crashLoop(id, 15, 3000)];
  assert.ok(minutes.attempts > 5 && minutes.attempts < 12, `${minutes.attempts}`);
  assert.ok(minutes.held <= 600, `${minutes.held}`);
  assert.ok(hour.attempts < 16, `${hour.attempts}`);
  assert.ok(hour.held <= 3600, `${hour.held}`);
  const day = await crashLoop(id, 60, 86_400);
  assert.ok(day.attempts > 22, 'DBOS gives it up when it is claimed for the 22nd time');
  await database.system((db) =>
    sql`update dbos.workflow_status set recovery_attempts = 1 where workflow_uuid = ${id}`.execute(db),
  );
  await open.engine.start();
  await open.engine.idle();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
});

test('a run that was claimed and did not start is not what kills processes', async () => {
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.waits', async () => {})] });
  const id = await open.startRun('offer.waits');
  const { pool, end } = openSystemPool(database, 1);
  try {
    const { rows } = await pool.query<{ key: string }>(
      'select queue_partition_key as key from dbos.workflow_status where workflow_uuid = $1',
      [id],
    );
    const shares = [{ lane: 'runs', key: rows[0]?.key ?? '', count: 1 }];
    for (let claim = 0; claim < 30; claim += 1) {
      const claimed = await claimRuns(pool, { shares, executorId: 'lost', owner: 'lost', version: '1' });
      assert.deepEqual(claimed, [{ id, attempts: 1 }]);
      await returnRuns(pool, { ids: [id], executorId: 'lost' });
    }
  } finally {
    await end();
  }
  await open.engine.start();
  await open.engine.idle();
});

test('a key keeps its effect while the clock of the process is a day ahead, and work goes on when it is set back', async () => {
  let aheadMs = 0;
  const time = (): Date => new Date(Date.now() + aheadMs);
  open = await createTestEngine({
    database,
    clock: { now: time, wallNow: time },
    workflows: [
      testWorkflow('offer.clock', async (run) => run.change('mark', [], async (call) => leaveMark(call, 'run'))),
    ],
  });
  const { engine, orgId } = open;
  const change = (key: string, id: string) =>
    runAct(
      engine.environment,
      {
        orgId,
        actor: { type: 'user', id: 'user_test', name: 'test' },
        action: 'test',
        requestId: 'test',
        emits: [],
        idempotency: { key, fingerprint: Buffer.from(id), inProgress: 'Conflict' },
      },
      async (call) => {
        leaveMark(call, id);
        return id;
      },
    );
  assert.equal((await change('first', 'one')).replayed, false);
  aheadMs = 25 * 3_600_000;
  assert.equal((await change('first', 'one')).replayed, true);
  await engine.start();
  assert.equal((await change('second', 'two')).replayed, false);
  aheadMs = -2 * 3_600_000;
  assert.equal((await change('second', 'two')).replayed, true);
  await change('third', 'three');
  const id = await open.startRun('offer.clock');
  await engine.idle(10_000);
  assert.equal((await open.operation(id)).status, 'COMPLETED');
  assert.deepEqual(await open.marks(), ['one', 'two', 'three', 'started', 'run']);
});

test('old idempotency records and finished runs are removed, recent ones stay', async () => {
  open = await createTestEngine({ database, workflows: [testWorkflow('offer.done', async () => {})] });
  const { orgId } = open;
  await open.engine.start();
  const ids = [await open.startRun('offer.done'), await open.startRun('offer.done')];
  await open.engine.idle();
  await open.engine.stop();
  await database.write(orgId, async (db) => {
    for (const [key, age] of [
      ['old', '25 hours'],
      ['young', '23 hours'],
    ]) {
      await sql`insert into idempotency (org_id, caller, key, fingerprint, reply, headers, wall_time)
        values (${orgId}, 'test', ${key}, '', '', '{}', now() - ${age}::interval)`.execute(db.raw);
    }
  });
  await database.system(async (db) => {
    await sql`update dbos.workflow_status set completed_at = completed_at - 8 * 86400000::bigint where workflow_uuid = ${ids[0]}`.execute(
      db,
    );
  });
  await open.engine.start();
  const left = async (table: string): Promise<number> =>
    await database.system(
      async (db) => (await sql`select 1 from ${sql.ref(table)} where org_id = ${orgId}`.execute(db)).rows.length,
    );
  await until('the old rows are gone', async () => (await left('idempotency')) === 1, 5000);
  await until('the old run is gone', async () => {
    const rows = await database.system((db) =>
      sql<{
        workflow_uuid: string;
      }>`select workflow_uuid from dbos.workflow_status where workflow_uuid = any(${ids})`.execute(db),
    );
    return rows.rows.length === 1 && rows.rows[0]?.workflow_uuid === ids[1];
  });
  assert.equal((await open.operation(ids[0] as string)).status, 'COMPLETED');
});

const outage = async (): Promise<void> => {
  let broken = 0;
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  const name = new URL(url as string).pathname.slice(1);
  open = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.outage', async (run) => {
        for (let n = 1; n <= 5; n += 1) {
          await run.change(`mark-${n}`, [], async (call) => {
            leaveMark(call, `mark ${n}`);
            if (broken === 3) return;
            broken += 1;
            await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
          });
        }
      }),
    ],
  });
  await open.engine.start();
  const id = await open.startRun('offer.outage');
  const app = open;
  await until('the run is done', () =>
    app.operation(id).then(
      (row) => row.status === 'COMPLETED',
      () => false,
    ),
  );
  await admin.end();
  assert.equal((await open.operation(id)).status, 'COMPLETED');
  assert.deepEqual(await open.marks(), ['started', 'mark 1', 'mark 2', 'mark 3', 'mark 4', 'mark 5']);
  assert.deepEqual(
    (await open.events(id)).filter((event) => event.type === 'STEP_FAILED').map((event) => event.attributes),
    [],
  );
};

// The embedded database cannot be lost without its process.
if (onPostgres) test('the database may go down while a run works', outage);

test('no run is left unfinished', async () => {
  assert.equal(await database.system(countUnfinishedRuns), 0);
});
