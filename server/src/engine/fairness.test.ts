import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import type { Database } from '../db/database.ts';
import { adoptRuns } from '../db/system.ts';
import { createIds } from '../kit/ids.ts';
import { createTestEngine, leaveMark, openTest, type TestEngine, testWorkflow } from './engine.test-support.ts';

let database: Database;
let drop: () => Promise<void>;
let app: TestEngine | undefined;
before(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = await openTest(fresh.url);
});
after(async () => {
  await database.close();
  await drop();
});
afterEach(() => app?.close());

const ids = createIds({ now: () => new Date() });

type Start = { orgId: string; count: number; name?: string; dueBy?: Date };

/** Puts runs into the queue; an act can start many. */
const put = (engine: TestEngine, { orgId, count, name = 'offer.test', dueBy }: Start): Promise<unknown> =>
  engine.act(
    async (call) => {
      leaveMark(call, 'started');
      for (let one = 0; one < count; one += 1)
        await call.start(name as never, {} as never, {
          entityId: 'offer_test',
          partner: 'AWS',
          ...(dueBy ? { dueBy } : {}),
        });
    },
    { orgId },
  );

/** An engine, not started, whose runs note their organization when they begin and then last for `ms`. */
const noting = async (maxRuns: number, ms = 0, name = 'offer.test') => {
  const began: string[] = [];
  app = await createTestEngine({
    database,
    maxRuns,
    workflows: [
      testWorkflow(name, async (run) => {
        began.push(run.orgId);
        await run.partner('call', {}, () => new Promise((resolve) => setTimeout(resolve, ms)));
      }),
    ],
  });
  return { app, began };
};

/** Ends the engine and forgets what still waits, for the tests that follow. */
const forgetWaiting = async (engine: TestEngine): Promise<void> => {
  await engine.close();
  app = undefined;
  await database.pool.query(`delete from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')`);
};

test('an organization with one run does not wait behind the backlog of another', async () => {
  const { app: engine, began } = await noting(16);
  const [large, small] = [ids.next(), ids.next()];
  await put(engine, { orgId: large, count: 1200 });
  await put(engine, { orgId: small, count: 1 });
  await engine.engine.start();
  await until('it began', () => began.includes(small));
  assert.ok(began.indexOf(small) < 16, `${began.indexOf(small)} runs of the other began first`);
  // Also while all slots that the other may have are taken.
  await put(engine, { orgId: ids.next(), count: 1 });
  const later = ids.next();
  await put(engine, { orgId: later, count: 1 });
  const before = began.length;
  await until('it began', () => began.includes(later));
  assert.ok(began.indexOf(later) - before < 64, `${began.indexOf(later) - before} others began first`);
  await engine.engine.idle(240_000);
  assert.equal(began.length, 1203);
});

test('several organizations with backlogs advance together', async () => {
  const { app: engine, began } = await noting(12, 5);
  const organizations = [ids.next(), ids.next(), ids.next()];
  for (const orgId of organizations) await put(engine, { orgId, count: 100 });
  await engine.engine.start();
  await engine.engine.idle(240_000);
  const half = began.slice(0, 150);
  for (const orgId of organizations) {
    const own = half.filter((one) => one === orgId).length;
    assert.ok(own > 30 && own < 70, `one organization began ${own} of the first 150`);
  }
});

test('of runs with deadlines, the one with the nearest goes first', async () => {
  const { app: engine, began } = await noting(1, 0, 'usage.report');
  const [late, soon, next] = [ids.next(), ids.next(), ids.next()];
  for (const [orgId, hours] of [
    [late, 30],
    [next, 6],
    [soon, 2],
  ] as const)
    await put(engine, {
      orgId,
      count: 1,
      name: 'usage.report',
      dueBy: new Date(engine.clock.now().getTime() + hours * 3_600_000),
    });
  await engine.engine.start();
  await engine.engine.idle();
  assert.deepEqual(began, [soon, next, late]);
});

test('a run that was claimed and never started returns to the queue', async () => {
  const { app: engine, began } = await noting(16);
  await engine.engine.start();
  await put(engine, { orgId: ids.next(), count: 1 });
  await engine.engine.idle();
  const [orgId, other] = [ids.next(), ids.next()];
  const executor = `(select executor_id from dbos.workflow_status where status = 'SUCCESS' order by updated_at desc limit 1)`;
  await engine.act(
    async (call) => {
      leaveMark(call, 'started');
      await call.start('offer.test' as never, {} as never, { entityId: 'offer_test', partner: 'AWS' });
      // As after a claim whose answer was lost.
      await sql`update dbos.workflow_status set status = 'PENDING', executor_id = ${sql.raw(executor)}
        where queue_partition_key = ${orgId}`.execute(call.db.raw);
    },
    { orgId },
  );
  await put(engine, { orgId: other, count: 1 });
  await engine.engine.idle(20_000);
  assert.deepEqual(began.slice(1), [other, orgId]);
});

test('runs that an earlier release has put into the queue are done, too', async () => {
  const { app: engine, began } = await noting(16);
  const orgId = ids.next();
  await put(engine, { orgId, count: 3 });
  await database.pool.query('update dbos.workflow_status set queue_partition_key = null');
  await engine.engine.start();
  await engine.engine.idle();
  assert.deepEqual(began, [orgId, orgId, orgId]);
});

test('runs that an earlier release has put into the queue are named some at a time, whatever else waits there', async () => {
  const { app: engine, began } = await noting(16);
  const orgId = ids.next();
  await put(engine, { orgId, count: 5 });
  const pool = database.pool;
  await pool.query('update dbos.workflow_status set queue_partition_key = null');
  // Nobody's: it must neither be counted again and again nor stop the others.
  await pool.query(`update dbos.workflow_input set inputs = '{"positionalArgs":[]}' where workflow_uuid = (
    select min(workflow_uuid) from dbos.workflow_status where status = 'ENQUEUED')`);
  assert.deepEqual([await adoptRuns(pool, 3), await adoptRuns(pool, 3), await adoptRuns(pool, 3)], [3, 1, 0]);
  await engine.engine.start();
  await until('the others began', () => began.length === 4);
  await forgetWaiting(engine);
});

test('after a look that ends exactly with the last organization, the next begins with the first', async () => {
  const { app: engine, began } = await noting(16);
  await put(engine, { orgId: ids.next(), count: 1000 });
  // As many organizations as one look goes through.
  await database.pool.query(
    `update dbos.workflow_status set queue_partition_key = gen_random_uuid()::text where status = 'ENQUEUED'`,
  );
  await engine.engine.start();
  await until('claims go on behind the first look', () => began.length > 60, 30_000);
  await forgetWaiting(engine);
});

test('a stop does not wait for calls whose turn has not come', async () => {
  app = await createTestEngine({
    database,
    drainMs: 30_000,
    workflows: [
      testWorkflow('offer.throttled', async (run) => {
        await run.partner('call', {}, async (step) => {
          step.slowDown(300_000);
          return 'done';
        });
        await run.partner('next', {}, async () => 'never before the stop');
      }),
    ],
  });
  await app.engine.start();
  const id = await app.startRun('offer.throttled');
  await until('it waits', async () => (await (app as TestEngine).events(id)).some((event) => event.step === 'next'));
  const began = performance.now();
  await app.engine.stop();
  assert.ok(performance.now() - began < 10_000);
  assert.equal((await app.operation(id)).status, 'RUNNING');
  await app.engine.start();
  await app.engine.idle();
  assert.equal((await app.operation(id)).status, 'COMPLETED');
});
