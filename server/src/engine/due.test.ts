import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase, onPostgres } from '../../test/fresh-database.ts';
import { setFaultHook } from '../db/faults.ts';
import { endTimesAhead } from '../db/times-ahead.ts';
import { silentLog } from '../kit/log.ts';
import { boundedKinds, createDue, type DueHandler } from './due.ts';
import { cancelDue, scheduleDue } from './due-store.ts';
import { createTestEngine, leaveMark, openTest, type TestEngine } from './engine.test-support.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
const hour = 3_600_000;

afterEach(() => setFaultHook(undefined));
after(async () => {
  await database.close();
  await drop();
});

const handler = (kind: string, act: DueHandler['act']): DueHandler => ({ kind, emits: [], act });

/** The engine is not started, so nothing runs except what the test triggers. */
const withHandlers = (...due: DueHandler[]): Promise<TestEngine> => createTestEngine({ database, due });

const in_ = (app: TestEngine, ms: number): Date => new Date(app.clock.now().getTime() + ms);

test('work is done when business time reaches it, in the order of time, with what it makes on the way', async () => {
  const app = await withHandlers(
    handler('test.plain', async (call, { entityId }) => leaveMark(call, entityId)),
    handler('test.chain', async (call, { entityId, dueTime }) => {
      leaveMark(call, entityId);
      const n = Number(entityId.slice(1));
      if (n < 3) await scheduleDue(call.db, 'test.chain', `c${n + 1}`, new Date(dueTime.getTime() + hour));
    }),
  );
  await app.act(async (call) => {
    await scheduleDue(call.db, 'test.plain', 'late', in_(app, 2.5 * hour));
    await scheduleDue(call.db, 'test.chain', 'c1', in_(app, hour));
    await scheduleDue(call.db, 'test.plain', 'early', in_(app, 0.5 * hour));
    await scheduleDue(call.db, 'test.plain', 'beyond', in_(app, 48 * hour));
    await scheduleDue(call.db, 'test.plain', 'cancelled', in_(app, hour));
    await cancelDue(call.db, 'test.plain', 'cancelled');
    await scheduleDue(call.db, 'test.plain', 'moved', in_(app, hour));
    await scheduleDue(call.db, 'test.plain', 'moved', in_(app, 49 * hour));
  });
  assert.equal(await app.engine.runDueNow(), 0);
  app.clock.advance(24 * hour);
  assert.equal(await app.engine.runDueNow(), 5);
  assert.deepEqual(await app.marks(), ['early', 'c1', 'c2', 'late', 'c3']);
  assert.equal(await app.engine.runDueNow(), 0);
  app.clock.advance(26 * hour);
  assert.equal(await app.engine.runDueNow(), 2);
});

test('a row with microseconds, as the database writes them, is done once, repeated after a failure, and holds nothing up', async () => {
  let failures = 1;
  const app = await withHandlers(
    handler('test.plain', async (call, { entityId }) => {
      if (entityId === 'written' && failures > 0) {
        failures -= 1;
        throw new Error('once');
      }
      leaveMark(call, entityId);
    }),
  );
  await app.act(async (call) => {
    await sql`
      insert into due (org_id, kind, entity_id, due_time)
      values (${call.orgId}, 'test.plain', 'written', ${in_(app, -hour)}::timestamptz + interval '123 microseconds')
    `.execute(call.db.raw);
    await scheduleDue(call.db, 'test.plain', 'behind', in_(app, 0));
  });
  assert.equal(await app.engine.runDueNow(), 1);
  await app.act(async (call) => {
    await sql`update due set retry_time = null where org_id = ${call.orgId} and attempts = 1`.execute(call.db.raw);
  });
  assert.equal(await app.engine.runDueNow(), 1);
  assert.deepEqual(await app.marks(), ['behind', 'written']);
  assert.equal(await app.engine.runDueNow(), 0);
});

test('work that failed while the clock was a day ahead does not wait for that day after the clock is set back', async () => {
  let isBroken = true;
  const app = await withHandlers(
    handler('test.plain', async (call, { entityId }) => {
      if (isBroken) throw new Error('broken');
      leaveMark(call, entityId);
    }),
  );
  await app.act((call) => scheduleDue(call.db, 'test.plain', 'failed', in_(app, 0)));
  await app.engine.runDueNow();
  isBroken = false;
  const pausedFor = (pause: string) =>
    app.act(async (call) => {
      await sql`update due set retry_time = now() + ${pause}::interval where org_id = ${call.orgId}`.execute(
        call.db.raw,
      );
    });
  await pausedFor('4 minutes');
  await endTimesAhead(app.database, app.clock.now(), []);
  assert.equal(await app.engine.runDueNow(), 0, 'a pause that we set lasts');
  await pausedFor('1 day');
  await endTimesAhead(app.database, app.clock.now(), []);
  assert.equal(await app.engine.runDueNow(), 1);
  assert.deepEqual(await app.marks(), ['failed']);
});

test('work that is done every hour goes on after the clock was a year ahead; a chosen time stays as it is', async () => {
  const handlers = [
    { ...handler('test.hourly', async (call, { entityId }) => leaveMark(call, entityId)), longestMs: 2 * hour },
    handler('test.plain', async (call, { entityId }) => leaveMark(call, entityId)),
  ];
  const app = await withHandlers(...handlers);
  await app.act(async (call) => {
    await scheduleDue(call.db, 'test.hourly', 'ahead', in_(app, 8760 * hour));
    await scheduleDue(call.db, 'test.hourly', 'next', in_(app, hour));
    await scheduleDue(call.db, 'test.plain', 'chosen', in_(app, 8760 * hour));
  });
  await endTimesAhead(app.database, app.clock.now(), boundedKinds(handlers));
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['ahead']);
  app.clock.advance(hour);
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['ahead', 'next']);
});

test('leases and pauses of events and mails end once the clock is set back; those that we set last', async () => {
  const { orgId } = await createTestEngine({ database });
  const aheadAfter = async (ahead: string): Promise<boolean[]> => {
    await database.system(async (db) => {
      await sql`insert into outbox_delivery (org_id, receiver, entity_type, entity_id, version, position, next_attempt_time)
        values (${orgId}, 'ahead', 'contact', 'x', 1, 0, now() + ${ahead}::interval)
        on conflict (org_id, receiver, entity_type, entity_id, version, position) do update
          set next_attempt_time = excluded.next_attempt_time`.execute(db);
      await sql`insert into account_mail (id, sealed, expire_time, next_attempt_time)
        values (${orgId}, 'x', now() + interval '3 years', now() + ${ahead}::interval)
        on conflict (id) do update set next_attempt_time = excluded.next_attempt_time`.execute(db);
    });
    await endTimesAhead(database, new Date(), []);
    const { rows } = await database.system((db) =>
      sql<{ waits: boolean }>`
        select next_attempt_time > now() as waits from outbox_delivery where receiver = 'ahead' and org_id = ${orgId}
        union all select next_attempt_time > now() from account_mail where id = ${orgId}`.execute(db),
    );
    return rows.map(({ waits }) => waits);
  };
  assert.deepEqual(await aheadAfter('4 minutes'), [true, true]);
  assert.deepEqual(await aheadAfter('1 year'), [false, false]);
  await database.system(async (db) => {
    await sql`delete from outbox_delivery where org_id = ${orgId} and receiver = 'ahead'`.execute(db);
    await sql`delete from account_mail where id = ${orgId}`.execute(db);
  });
});

test('a pass that the clock asked for ends with the engine, which waits for the row in progress', async () => {
  const arrived = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const app = await withHandlers(
    handler('test.plain', async (call, { entityId }) => {
      leaveMark(call, entityId);
      arrived.resolve();
      await mayGoOn.promise;
    }),
  );
  await app.engine.start();
  await app.act(async (call) => {
    for (let n = 1; n <= 5; n += 1) await scheduleDue(call.db, 'test.plain', `r${n}`, in_(app, hour));
  });
  app.clock.advance(2 * hour);
  const pass = app.engine.runDueNow();
  await arrived.promise;
  let hasStopped = false;
  const stopped = app.engine.stop().then(() => {
    hasStopped = true;
  });
  assert.equal(hasStopped, false);
  mayGoOn.resolve();
  await stopped;
  const marks = await app.marks();
  assert.equal(marks.length, 1);
  // The pass that the engine makes by itself may have been first.
  assert.ok((await pass) <= 1);
  assert.deepEqual(await app.marks(), marks);
  await app.act(async (call) => {
    for (let n = 1; n <= 5; n += 1) await cancelDue(call.db, 'test.plain', `r${n}`);
  });
});

test('an urgent kind does not wait behind what was due before', async () => {
  const app = await withHandlers(
    handler('test.plain', async (call, { entityId }) => leaveMark(call, entityId)),
    { ...handler('test.usage', async (call, { entityId }) => leaveMark(call, entityId)), isUrgent: true },
  );
  await app.act(async (call) => {
    for (const [index, name] of ['first', 'second', 'third'].entries())
      await scheduleDue(call.db, 'test.plain', name, in_(app, index * 1000));
    await scheduleDue(call.db, 'test.usage', 'usage late', in_(app, hour));
    await scheduleDue(call.db, 'test.usage', 'usage', in_(app, 0.5 * hour));
    await scheduleDue(call.db, 'test.usage', 'not due', in_(app, 2 * hour));
  });
  app.clock.advance(hour);
  assert.equal(await app.engine.runDueNow(), 5);
  assert.deepEqual(await app.marks(), ['usage', 'usage late', 'first', 'second', 'third']);
  app.clock.advance(hour);
  assert.equal(await app.engine.runDueNow(), 1);
});

test('a handler that sets itself to a later time stays', async () => {
  const app = await withHandlers(
    handler('test.again', async (call, { entityId, dueTime }) => {
      leaveMark(call, entityId);
      await scheduleDue(call.db, 'test.again', entityId, new Date(dueTime.getTime() + hour));
    }),
  );
  await app.act((call) => scheduleDue(call.db, 'test.again', 'hourly', in_(app, 0)));
  app.clock.advance(5 * hour);
  assert.equal(await app.engine.runDueNow(), 6);
  assert.equal((await app.marks()).length, 6);
});

test('a failing handler is tried later and blocks nobody', async () => {
  let broken = true;
  const app = await withHandlers(
    handler('test.breaks', async (call, { entityId }) => {
      leaveMark(call, entityId);
      if (broken) throw new Error('broken');
    }),
    handler('test.works', async (call, { entityId }) => leaveMark(call, entityId)),
  );
  await app.act(async (call) => {
    await scheduleDue(call.db, 'test.breaks', 'first', in_(app, 1));
    await scheduleDue(call.db, 'test.unknown', 'nobody', in_(app, 2));
    await scheduleDue(call.db, 'test.works', 'second', in_(app, 3));
  });
  app.clock.advance(1000);
  assert.equal(await app.engine.runDueNow(), 1);
  assert.deepEqual(await app.marks(), ['second']);
  const rows = await database
    .read(app.orgId)
    .raw.selectFrom('due' as never)
    .selectAll()
    .where('org_id' as never, '=', app.orgId as never)
    .execute();
  assert.deepEqual(
    (rows as { kind: string; attempts: number; last_error: string }[])
      .map((row) => [row.kind, row.attempts, row.last_error])
      .sort(),
    [
      ['test.breaks', 1, 'Error: broken'],
      ['test.unknown', 1, 'Error: no handler for test.unknown'],
    ],
  );
  broken = false;
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['second', 'first']);
});

test('rows of a kind that goes in order wait behind one that failed, for a while', async () => {
  let broken = true;
  const app = await withHandlers(
    {
      ...handler('test.ordered', async (call, { entityId }) => {
        if (broken && entityId === '1') throw new Error('broken');
        leaveMark(call, entityId);
      }),
      inOrder: true,
    },
    handler('test.works', async (call, { entityId }) => leaveMark(call, entityId)),
  );
  const again = () =>
    app.act((call) =>
      sql`update due set retry_time = now() where org_id = ${app.orgId} and kind = 'test.ordered'`.execute(call.db.raw),
    );
  const time = in_(app, 0);
  await app.act(async (call) => {
    for (const name of ['3', '1', '2', '0']) await scheduleDue(call.db, 'test.ordered', name, time);
    await scheduleDue(call.db, 'test.works', 'other', in_(app, 1));
  });
  app.clock.advance(1000);
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['0', 'other']);
  await again();
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['0', 'other'], 'it fails again');
  broken = false;
  await again();
  await app.engine.runDueNow();
  assert.deepEqual(await app.marks(), ['0', 'other', '1', '2', '3']);

  broken = true;
  await app.act(async (call) => {
    for (const name of ['1', '4']) await scheduleDue(call.db, 'test.ordered', name, time);
  });
  for (let attempt = 0; attempt < 7; attempt += 1) {
    assert.equal((await app.marks()).includes('4'), false);
    await again();
    await app.engine.runDueNow();
  }
  assert.equal((await app.marks()).at(-1), '4', 'nothing waits for ever');
});

test('a crash between the handler and the end of its work leaves one effect', async () => {
  let armed = false;
  const handled = new Set<string>();
  const app = await withHandlers(
    handler('test.once', async (call, { entityId }) => {
      leaveMark(call, entityId);
      armed = !handled.has(entityId);
      handled.add(entityId);
    }),
  );
  for (const point of ['step-done', 'before-commit', 'after-commit'] as const) {
    await app.act((call) => scheduleDue(call.db, 'test.once', point, in_(app, 0)));
    setFaultHook((now) => {
      if (!armed || now !== point) return;
      armed = false;
      throw Object.assign(new Error('the connection broke'), { code: '08006' });
    });
    await app.engine.runDueNow();
    setFaultHook(undefined);
    // Failed work is postponed for a second of wall time.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await app.engine.runDueNow();
    assert.equal((await app.marks()).filter((mark) => mark === point).length, 1, point);
  }
});

const twoTickers = async (): Promise<void> => {
  const act: DueHandler['act'] = async (call, { entityId }) => leaveMark(call, entityId);
  const app = await withHandlers(handler('test.many', act));
  const other = createDue({ ...app.engine.environment, log: silentLog }, [handler('test.many', act)]);
  const names = Array.from({ length: 60 }, (_, n) => `n${String(n).padStart(2, '0')}`);
  await app.act(async (call) => {
    for (const [n, name] of names.entries()) await scheduleDue(call.db, 'test.many', name, in_(app, n));
  });
  app.clock.advance(1000);
  let done = 0;
  while (done < names.length) {
    const counts = await Promise.all([app.engine.runDueNow(), other.runNow()]);
    done += counts[0] + counts[1];
  }
  assert.deepEqual(await app.marks(), names);
};

// The embedded database has only one session.
if (onPostgres) test('two tickers at once do each row once, in order', twoTickers);
