import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { freshDatabase, onPostgres } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import type { EventName } from '../contract/events.ts';
import { makeMonths } from '../db/months.ts';
import {
  claimDeliveries,
  type Delivery,
  handOutEvents,
  postponeDelivery,
  readLastPlaces,
  readWaitingEvents,
  removeDeliveries,
} from '../db/outbox.ts';
import { silentLog } from '../kit/log.ts';
import { createTestEngine, leaveMark, openTest, type TestEngine } from './engine.test-support.ts';
import { type DeliveredEvent, type Receiver, type Relay, startRelay } from './outbox.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
const relays: Relay[] = [];

const startRelays = async (receivers: Receiver[], count = 1): Promise<void> => {
  for (let n = 0; n < count; n += 1) relays.push(await startRelay(database, silentLog, receivers, { everyMs: 50 }));
};

afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
});
after(async () => {
  await database.close();
  await drop();
});

const emit = (app: TestEngine, entityId: string, version: number, positions = 1): Promise<void> =>
  app.act(async (call) => {
    leaveMark(call, entityId);
    for (let n = 0; n < positions; n += 1) {
      call.emit({
        name: version === 1 ? 'contact.created' : 'contact.updated',
        entityType: 'contact',
        entityId,
        version,
        payload: { n },
      });
    }
  });

const left = (): Promise<number> => relays[0]?.waiting() ?? Promise.resolve(0);
const all = (): boolean => true;
const keyOf = (event: DeliveredEvent): string => `${event.entityId} ${event.version}.${event.position}`;

test('with no receivers rows are done when handed out', async () => {
  const app = await createTestEngine({ database });
  await emit(app, 'alone', 1);
  await startRelays([]);
  await until('the outbox is empty', async () => (await left()) === 0);
});

test('an event with the version of one of another month is handed out by itself', async () => {
  const app = await createTestEngine({ database });
  await emit(app, 'twice', 1);
  const handOut = () =>
    database.system((db) =>
      handOutEvents(db, [], { limit: 500, dueWork: { kind: 'tell', names: ['contact.created'] } }),
    );
  const found = async (): Promise<unknown[]> => {
    const statements = database.read(app.orgId).raw;
    const { rows } = await sql`
      select sequence::int, payload ->> 'n' as n from outbox where org_id = ${app.orgId} order by id`.execute(
      statements,
    );
    return rows;
  };
  await handOut();
  assert.deepEqual(await found(), [{ sequence: 1, n: '0' }]);
  // Each month has its own unique keys, so the database lets this happen.
  app.clock.advance(40 * 86_400_000);
  await makeMonths(database, app.clock.now());
  await emit(app, 'twice', 1);
  await handOut();
  assert.deepEqual(await found(), [
    { sequence: 1, n: '0' },
    { sequence: 2, n: '0' },
  ]);
  const { rows } = await sql<{ entity_id: string }>`
    select entity_id from due where org_id = ${app.orgId} order by entity_id`.execute(database.read(app.orgId).raw);
  assert.equal(rows.length, 2);
  await database.system((db) => sql`delete from due where org_id = ${app.orgId}`.execute(db));
});

test('claims go over the organizations: so many entities, each whole and for one process', async () => {
  const engines = [await createTestEngine({ database }), await createTestEngine({ database })];
  for (const app of engines) for (const entity of ['a', 'b']) await emit(app, entity, 1, 2);
  const receiver = 'claiming';
  await database.system((db) => handOutEvents(db, [{ receiver, names: ['contact.created'] }], { limit: 500 }));
  const claim = (entities: number): Promise<Delivery[]> =>
    database.system((db) => claimDeliveries(db, receiver, { entities, perEntity: 5, leaseSeconds: 60 }));
  const entitiesOf = (rows: readonly Delivery[]): string[] => [
    ...new Set(rows.map((row) => `${row.org_id} ${row.entity_id}`)),
  ];

  const together = await Promise.all([claim(3), claim(3)]);
  const claims = [...together, await claim(3), await claim(3)];
  for (const rows of claims) assert.ok(entitiesOf(rows).length <= 3);
  const entities = claims.flatMap(entitiesOf);
  assert.deepEqual([entities.length, new Set(entities).size], [4, 4]);
  const rows = claims.flat();
  for (const entity of entities)
    assert.deepEqual(
      rows.filter((row) => `${row.org_id} ${row.entity_id}` === entity).map(({ position }) => position),
      [0, 1],
    );

  // A failed one waits, and the one behind it still comes after it.
  const [failed, behind] = rows as [Delivery, Delivery];
  await database.system((db) => postponeDelivery(db, receiver, failed, { pauseMs: 0, error: 'refused' }));
  const again = await claim(3);
  assert.deepEqual(
    again.map(({ id, attempts }) => [id, attempts]),
    [
      [failed.id, 1],
      [behind.id, 0],
    ],
  );
  // A process that stood still for longer than its lease frees nothing that was claimed again.
  await database.system((db) => postponeDelivery(db, receiver, failed, { pauseMs: 0, error: 'late' }));
  assert.deepEqual(await claim(3), []);
  const [claimed] = again as [Delivery];
  await database.system((db) => postponeDelivery(db, receiver, claimed, { pauseMs: 60_000, error: null }));
  assert.deepEqual(await claim(3), []);
  await database.system((db) => removeDeliveries(db, receiver, rows));
});

test('a receiver for which little waits is seen beside one for which more waits than is counted', async () => {
  const app = await createTestEngine({ database });
  for (const entity of ['counted 1', 'counted 2', 'counted 3']) await emit(app, entity, 1);
  await emit(app, 'counted 1', 2);
  const receivers = [
    { receiver: 'busy', names: ['contact.created'] },
    { receiver: 'quiet', names: ['contact.updated'] },
  ];
  await database.system((db) => handOutEvents(db, receivers, { limit: 500 }));
  const waiting = await database.system((db) => readWaitingEvents(db, 2));
  const counts = waiting.map(({ receiver, count }) => [receiver, count]);
  assert.deepEqual(counts, [
    ['', 0],
    ['busy', 2],
    ['quiet', 1],
  ]);
  assert.ok(waiting.every(({ age }) => age >= 0));
  await database.system((db) => sql`delete from outbox_delivery where receiver in ('busy', 'quiet')`.execute(db));
});

test('every receiver gets what it wants; a slow or failing one delays nobody else', async () => {
  const app = await createTestEngine({ database });
  const got: Record<string, string[]> = { quick: [], created: [], broken: [] };
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await startRelays([
    { name: 'quick', wants: all, deliver: async (event) => void got.quick?.push(keyOf(event)) },
    {
      name: 'created',
      wants: (name: EventName) => name === 'contact.created',
      deliver: async (event) => void got.created?.push(keyOf(event)),
    },
    {
      name: 'broken',
      wants: all,
      deliver: async () => {
        throw new Error('broken');
      },
    },
    { name: 'slow', wants: all, deliver: () => held },
  ]);
  await emit(app, 'a', 1);
  await emit(app, 'a', 2, 2);
  await emit(app, 'b', 1);
  await until('the quick ones have all', () => got.quick?.length === 4 && got.created?.length === 2, 3000);
  assert.deepEqual(
    got.quick?.filter((key) => key.startsWith('a')),
    ['a 1.0', 'a 2.0', 'a 2.1'],
  );
  assert.deepEqual([...(got.created ?? [])].sort(), ['a 1.0', 'b 1.0']);
  release();
});

test('each organization has an order of its own, without gaps, whoever hands out', async () => {
  const engines = await Promise.all(Array.from({ length: 23 }, () => createTestEngine({ database })));
  const orgIds = engines.map(({ orgId }) => orgId);
  const placed = async (): Promise<number> => {
    const { rows } = await sql<{ placed: number; last: number }>`
      select count(o.sequence)::int as placed, max(o.sequence) as last from outbox o
      where o.org_id = any(${orgIds}::uuid[]) and o.sequence is not null group by o.org_id
    `.execute(database.reads);
    // A reader who sees a place sees every lower one.
    for (const { placed, last } of rows) assert.equal(placed, last);
    return rows.reduce((sum, row) => sum + row.placed, 0);
  };
  let calls = 0;
  const handOut = async (): Promise<void> => {
    calls += 1;
    await database.system((db) => handOutEvents(db, [], { limit: 30 }));
    await placed();
  };
  // The first events of an organization make its row, and later ones find it.
  for (const version of [1, 2]) {
    for (const app of engines) await emit(app, 'one', version, 2);
    for (let round = 0; (await placed()) < 23 * 2 * version; round += 1) {
      assert.ok(round < 50, 'something is never handed out');
      await Promise.all([handOut(), placed(), handOut(), placed(), handOut()]);
    }
  }
  assert.ok(calls > 1);
  // Nothing was handed out twice, which would leave a gap before the next event.
  const places = await readLastPlaces(database.reads, orgIds);
  assert.deepEqual(
    places.map((place) => place.last_sequence),
    orgIds.map(() => 4),
  );
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from outbox a join outbox b on b.org_id = a.org_id and b.entity_id = a.entity_id
    where a.org_id = any(${orgIds}::uuid[]) and (a.version, a.position) < (b.version, b.position) and a.sequence > b.sequence
  `.execute(database.reads);
  assert.equal(rows[0]?.wrong, 0);
});

test('organizations with events to hand out have turns, however many wait in one of them', async () => {
  await database.system((db) =>
    sql`update outbox set delivered_time = now(), sequence = 1000 where sequence is null`.execute(db),
  );
  const [large, ...small] = await Promise.all(Array.from({ length: 24 }, () => createTestEngine({ database })));
  for (let n = 0; n < 60; n += 1) await emit(large as TestEngine, `large ${n}`, 1);
  for (const app of small) await emit(app, 'small', 1);
  const placesOf = async (apps: readonly (TestEngine | undefined)[]): Promise<number[]> =>
    (
      await readLastPlaces(
        database.reads,
        apps.flatMap((app) => app?.orgId ?? []),
      )
    ).map((place) => place.last_sequence);
  // 20 organizations at once; of the one behind which many wait, no more than its share and what others leave.
  const first = await database.system((db) => handOutEvents(db, [], { limit: 40 }));
  assert.deepEqual([first.isMore, first.handed <= 40], [true, true]);
  const second = await database.system((db) => handOutEvents(db, [], { limit: 40, after: first.reached }));
  assert.deepEqual([second.isMore, second.reached], [true, undefined]);
  assert.deepEqual(
    await placesOf(small),
    small.map(() => 1),
  );
  for (let after: string | undefined, calls = 0; ; calls += 1) {
    const { isMore, reached } = await database.system((db) => handOutEvents(db, [], { limit: 20, after }));
    if (!isMore) break;
    assert.ok(calls < 10, 'something is never handed out');
    after = reached;
  }
  assert.deepEqual(await placesOf([large]), [60]);
});

test('an organization of which the events cannot be handed out holds no other up', async () => {
  const apps = await Promise.all(Array.from({ length: 4 }, () => createTestEngine({ database })));
  const ids = apps.map((app) => app.orgId);
  const waiting = (): Promise<number> =>
    database.system(async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from outbox where org_id = any(${ids}::uuid[]) and sequence is null`.execute(db);
      return rows[0]?.count ?? 0;
    });
  for (const app of apps) await emit(app, 'first', 1);
  await startRelays([]);
  await until('all were handed out', async () => (await waiting()) === 0);
  for (const relay of relays.splice(0)) await relay.stop();
  const [, stuck] = apps.toSorted((one, other) => (one.orgId < other.orgId ? -1 : 1));
  const placeOf = (last: string) =>
    database.system((db) =>
      sql`update event_place set last_sequence = ${last}::bigint where org_id = ${stuck?.orgId}`.execute(db),
    );
  // No number comes after it.
  await placeOf('9223372036854775807');
  for (const app of apps) await emit(app, 'second', 1);
  await startRelays([]);
  await until('those of the others were handed out', async () => (await waiting()) === 1);
  for (const app of apps) await emit(app, 'third', 1);
  await until('and so are later ones', async () => (await waiting()) === 2);
  await placeOf('1');
  await until('all were handed out', async () => (await waiting()) === 0);
});

test('a version of an entity never comes before an earlier one that began later', async () => {
  const app = await createTestEngine({ database });
  for (const version of [1, 2, 3]) await emit(app, 'one', version, 2);
  // The second one began first, and waited for the first one.
  await database.system((db) =>
    sql`update outbox set next_attempt_time = now() - (case version when 2 then 2 else 1 end) * interval '1 hour'
      where org_id = ${app.orgId}`.execute(db),
  );
  for (let look = 0; look < 3; look += 1)
    assert.equal((await database.system((db) => handOutEvents(db, [], { limit: 2 }))).handed, 2);
  const { rows } = await sql<{ version: number }>`
    select version::int from outbox where org_id = ${app.orgId} order by sequence`.execute(
    database.read(app.orgId).raw,
  );
  assert.deepEqual(
    rows.map(({ version }) => version),
    [1, 1, 2, 2, 3, 3],
  );
});

test('events of an entity arrive in order, at least once, with the same id, whatever fails', async () => {
  const script = fc.record({
    entities: fc.integer({ min: 1, max: 4 }),
    events: fc.integer({ min: 1, max: 14 }),
    relays: fc.integer({ min: 1, max: onPostgres ? 3 : 1 }),
    failures: fc.array(fc.nat({ max: 13 }), { maxLength: 4 }),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(script, async ({ entities, events, relays: count, failures }) => {
      round += 1;
      const app = await createTestEngine({ database });
      const name = `property-${round}`;
      const taken = new Map<string, string[]>();
      const ids = new Map<string, string>();
      const toFail = new Map<string, number>();
      let attempts = 0;
      const receiver: Receiver = {
        name,
        wants: all,
        deliver: async (event) => {
          if (event.orgId !== app.orgId) return;
          attempts += 1;
          const key = keyOf(event);
          assert.equal(ids.get(key) ?? event.id, event.id);
          ids.set(key, event.id);
          if (failures.includes(event.version) && (toFail.get(key) ?? 0) < 1) {
            toFail.set(key, 1);
            throw new Error('again');
          }
          const order = taken.get(event.entityId) ?? [];
          if (!order.includes(key)) order.push(key);
          taken.set(event.entityId, order);
        },
      };
      await startRelays([receiver], count);
      const expected = new Map<string, string[]>();
      for (let n = 0; n < events; n += 1) {
        const entity = `e${n % entities}`;
        const version = Math.floor(n / entities) + 1;
        await emit(app, entity, version, 1 + (n % 2));
        const keys = expected.get(entity) ?? [];
        keys.push(`${entity} ${version}.0`);
        if (n % 2 === 1) keys.push(`${entity} ${version}.1`);
        expected.set(entity, keys);
        relays[n % count]?.wake();
      }
      const total = [...expected.values()].flat().length;
      await until('all is taken', () => [...taken.values()].flat().length === total, 20_000);
      assert.deepEqual(taken, expected);
      assert.ok(attempts >= total);
      for (const relay of relays.splice(0)) await relay.stop();
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('a relay that stops gives back what it has not delivered', async () => {
  const app = await createTestEngine({ database });
  const seen: string[] = [];
  const slow: Receiver = {
    name: 'stopping',
    wants: all,
    deliver: async (event) => {
      if (event.orgId !== app.orgId) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.push(keyOf(event));
    },
  };
  for (let version = 1; version <= 6; version += 1) await emit(app, 'x', version);
  await startRelays([slow]);
  await until('the first is delivered', () => seen.length > 0);
  for (const relay of relays.splice(0)) await relay.stop();
  const before = seen.length;
  assert.ok(before < 6);
  await startRelays([slow]);
  await until('the rest is delivered', () => seen.length === 6, 5000);
  assert.deepEqual(
    seen,
    Array.from({ length: 6 }, (_, n) => `x ${n + 1}.0`),
  );
});
