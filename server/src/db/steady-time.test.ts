import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/fresh-database.ts';
import { createTestEngine, openTest } from '../engine/engine.test-support.ts';
import { certainTime } from '../engine/retention.ts';
import { isKeyAnswered } from '../engine/store.ts';
import { lookAtClock, readWait } from './steady-time.ts';
import { removeOldIdempotency } from './system.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
after(async () => {
  await database.close();
  await drop();
});

const hours = (count: number): string => `${count} hours`;

/**
 * Moves the clock of the database ahead, as seen from what is stored: everything that is stored moves back. Negative: the clock is set
 * back.
 */
const moveClock = (count: number): Promise<unknown> =>
  database.system((db) =>
    sql`update steady_clock set seen_time = seen_time - ${hours(count)}::interval, steady_time = steady_time - ${hours(count)}::interval`.execute(
      db,
    ),
  );

/** How many hours the steady time is behind the clock, after a look. */
const look = async (): Promise<{ behind: number; waits: number }> => {
  const { time, waitSeconds } = await database.system(lookAtClock);
  return { behind: Math.round((Date.now() - time.getTime()) / 3_600_000), waits: Math.round(waitSeconds / 3600) };
};

/** Lets so many hours pass, with a look every half hour. */
const live = async (count: number): Promise<void> => {
  for (let half = 0; half < count * 2; half += 1) {
    await moveClock(0.5);
    await database.system(lookAtClock);
  }
};

beforeEach(async () => {
  await database.system((db) =>
    sql`insert into steady_clock values (true, now(), now(), '1 day') on conflict (one) do update
      set seen_time = now(), steady_time = now(), waited = '1 day'`.execute(db),
  );
});

test('time that advances is the time of the clock', async () => {
  await live(30);
  assert.deepEqual(await look(), { behind: 0, waits: 0 });
  assert.equal(await database.system(readWait), 0);
});

test('after a jump, and after a year without work, the steady time stands still until a day has been lived through', async () => {
  await moveClock(8760);
  assert.deepEqual(await look(), { behind: 8760, waits: 24 });
  await live(23);
  assert.deepEqual(await look(), { behind: 8783, waits: 1 });
  await live(1);
  assert.deepEqual(await look(), { behind: 0, waits: 0 });
});

test('a clock that is set right again has made nothing older', async () => {
  await moveClock(8760);
  await live(2);
  await moveClock(-8762);
  assert.deepEqual(await look(), { behind: 0, waits: 24 });
  await live(20);
  assert.deepEqual(await look(), { behind: 20, waits: 4 });
  await moveClock(8760);
  assert.equal((await look()).behind, 8780, 'the next jump is seen, too');
});

test('a deployment that runs for some hours each day deletes what is old every few days', async () => {
  await moveClock(100);
  await look();
  for (const _ of [1, 2]) {
    await live(8);
    await moveClock(16);
    assert.ok((await look()).waits > 0);
  }
  await live(8);
  assert.deepEqual(await look(), { behind: 0, waits: 0 });
});

test('a process whose clock is ahead drops nothing by it, and neither does one whose database jumped; simulated time counts', async () => {
  const year = 365 * 86_400_000;
  const behindMs = async (now: number, wall: number): Promise<number> =>
    Date.now() - (await certainTime(database, { now: () => new Date(now), wallNow: () => new Date(wall) })).getTime();
  const isNear = (actual: number, expected: number): void =>
    assert.ok(Math.abs(actual - expected) < 60_000, `${actual} is not near ${expected}`);
  isNear(await behindMs(Date.now(), Date.now()), 0);
  isNear(await behindMs(Date.now() + year, Date.now() + year), 0);
  isNear(await behindMs(Date.now() - year, Date.now() - year), year);
  isNear(await behindMs(Date.now() + year, Date.now()), -year);
  await moveClock(8760);
  isNear(await behindMs(Date.now(), Date.now()), 8760 * 3_600_000);
});

test('a key keeps its effect when the clock of the database jumps by more than a day', async () => {
  const { orgId } = await createTestEngine({ database });
  const age = (text: string): Promise<unknown> =>
    database.write(orgId, (db) =>
      sql`insert into idempotency (org_id, caller, key, fingerprint, reply, headers, wall_time)
        values (${orgId}, 'user_test', 'once', '\\x00', '{}', '{}', now() - ${text}::interval)
        on conflict (org_id, caller, key) do update set wall_time = excluded.wall_time`.execute(db.raw),
    );
  const isAnswered = (): Promise<boolean> => isKeyAnswered(database.read(orgId), 'user_test', 'once');
  await age('1 hour');
  assert.equal(await isAnswered(), true);
  // The clock jumps by two days, and a call comes before the next look.
  await moveClock(48);
  await age('49 hours');
  assert.equal(await isAnswered(), true);
  await look();
  assert.equal(await database.system((db) => removeOldIdempotency(db, 10)), 0);
  await live(24);
  assert.equal(await isAnswered(), false);
  assert.equal(await database.system((db) => removeOldIdempotency(db, 10)), 1);
});
