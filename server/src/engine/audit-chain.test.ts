import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onPostgres } from '../../test/fresh-database.ts';
import { liftFence } from '../../test/lift-fence.ts';
import { until } from '../../test/until.ts';
import type { OrgDb } from '../db/org-db.ts';
import { sealAuditRows } from './audit-sealer.ts';
import { type ChainReport, type Head, verifyChain } from './audit-verify.ts';
import { createTestEngine, leaveMark, type TestEngine } from './engine.test-support.ts';
import { writeTrail } from './store.ts';

// Not started: each test seals when it needs to.
let engine: TestEngine;
let orgId: string;
before(async () => {
  engine = await createTestEngine();
});
after(() => engine.close());
beforeEach(() => {
  orgId = randomUUID();
});

const leave = async (count: number, org = orgId): Promise<void> => {
  for (let n = 1; n <= count; n += 1) {
    await engine.act(async (call) => leaveMark(call, `mark ${n}`), { orgId: org });
  }
};

/** Seals all rows. */
const seal = (): Promise<void> => sealAuditRows(engine.database);

const verify = (noted?: Head, org = orgId): Promise<ChainReport> => verifyChain(engine.database.read(org), noted);

const tamper = (statement: string, values: unknown[] = []): Promise<void> =>
  liftFence(engine.database.pool, ['audit_event', 'audit_seal', 'audit_unsealed'], (client) =>
    client.query(statement, values),
  );

type Found = { id: string; sequence: number | null; previous_hash: Buffer; hash: Buffer; entity_id: string };
const links = async (org = orgId): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select a.id, s.sequence, s.previous_hash, s.hash, a.entity_id
    from audit_event a left join audit_seal s on s.org_id = a.org_id and s.event_id = a.id
    where a.org_id = ${org} order by s.sequence nulls last, a.id
  `.execute(engine.database.read(org).raw);
  return rows;
};

const sealed = async (count: number): Promise<Found[]> => {
  await leave(count);
  await seal();
  const rows = await links();
  assert.deepEqual(
    rows.map((row) => row.sequence),
    Array.from({ length: count }, (_, index) => index + 1),
  );
  return rows;
};

test('rows are chained in the order they were left, each organization by itself', async () => {
  const other = randomUUID();
  await leave(3);
  await leave(2, other);
  await seal();
  await leave(2);
  assert.equal((await verify()).unsealed.count, 2);
  await seal();
  const rows = await links();
  assert.deepEqual(
    rows.map(({ sequence, entity_id }) => [sequence, entity_id]),
    [
      [1, 'mark 1'],
      [2, 'mark 2'],
      [3, 'mark 3'],
      [4, 'mark 1'],
      [5, 'mark 2'],
    ],
  );
  for (const [index, row] of rows.entries()) {
    assert.deepEqual(row.previous_hash, rows[index - 1]?.hash ?? Buffer.alloc(32));
  }
  const { sealed: count, unsealed, head, broken } = await verify();
  assert.deepEqual(
    { count, unsealed: unsealed.count, head, broken },
    { count: 5, unsealed: 0, head: { sequence: 5, hash: rows[4]?.hash }, broken: null },
  );
  assert.equal((await verify(undefined, other)).sealed, 2);
});

test('a hash can be made anew from what anybody may read', async () => {
  await sealed(2);
  const { rows } = await sql<{ text: string; previous_hash: Buffer; hash: Buffer }>`
    select previous_hash, hash, format('{"action":%s,"actor":%s,"changes":%s,"creation_time":%s,"entity_id":%s,"entity_type":%s,'
      '"id":%s,"org_id":%s,"request_id":%s,"sequence":%s,"source_ip":null,"wall_time":%s}',
      to_json(action), to_json(actor::text), to_json(changes::text),
      to_json(to_char(creation_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), to_json(entity_id),
      to_json(entity_type), to_json(id::text), to_json(a.org_id::text), to_json(request_id), sequence,
      to_json(to_char(wall_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))) as text
    from audit_seal s join audit_event a on a.org_id = s.org_id and a.id = s.event_id
    where s.org_id = ${orgId} order by sequence
  `.execute(engine.database.read(orgId).raw);
  assert.equal(rows.length, 2);
  for (const row of rows) {
    assert.deepEqual(createHash('sha256').update(row.previous_hash).update(row.text).digest(), row.hash);
  }
});

const inChain = 'org_id = $1 and id = (select event_id from audit_seal where org_id = $1 and sequence = 3)';
const alterations: [string, string][] = [
  ['action', "'nothing'"],
  ['actor', `'{"type": "user", "id": "user_1", "name": "x"}'`],
  ['changes', `changes || '[{"path": "x"}]'`],
  ['creation_time', "creation_time + interval '1 microsecond'"],
  ['wall_time', "wall_time - interval '1 microsecond'"],
  ['source_ip', "'10.0.0.1'"],
  ['request_id', "request_id || ' '"],
  ['entity_id', "'another'"],
  ['entity_type', "'offer'"],
];

for (const [name, value] of alterations) {
  test(`${name} altered: named`, async () => {
    const rows = await sealed(5);
    await tamper(`update audit_event set ${name} = ${value} where ${inChain}`, [orgId]);
    const { broken, sealed: count } = await verify();
    assert.deepEqual([broken?.sequence, broken?.id, count], [3, rows[2]?.id, 2]);
    assert.match(broken?.what ?? '', /altered row/);
  });
}

test('a link altered: named', async () => {
  await sealed(5);
  await tamper('update audit_seal set hash = previous_hash where org_id = $1 and sequence = 3', [orgId]);
  assert.equal((await verify()).broken?.sequence, 3);
  await tamper('update audit_seal set event_id = gen_random_uuid() where org_id = $1 and sequence = 2', [orgId]);
  assert.equal((await verify()).broken?.sequence, 2);
});

test('the last digit of a number altered: named', async () => {
  const rate = (text: string) => ({ rate: JSON.rawJSON(text) });
  await engine.act(
    async (call) => call.recordChange({ type: 'config', id: 'a', before: null, after: rate('0.12345678901234567891') }),
    { orgId },
  );
  await seal();
  assert.equal((await verify()).broken, null);
  await tamper(`update audit_event set changes = replace(changes::text, '67891', '67892')::jsonb where org_id = $1`, [
    orgId,
  ]);
  assert.match((await verify()).broken?.what ?? '', /altered row/);
});

test('rows deleted: the first missing one is named, with its link or without', async () => {
  const rows = await sealed(6);
  await tamper(`delete from audit_event where ${inChain}`, [orgId]);
  assert.deepEqual((await verify()).broken, {
    sequence: 3,
    id: rows[2]?.id,
    what: 'missing row: only its link is left',
  });
  await tamper('delete from audit_seal where org_id = $1 and sequence in (3, 4)', [orgId]);
  assert.deepEqual((await verify()).broken, { sequence: 3, id: null, what: '2 missing links: next is 5' });
  await tamper('delete from audit_seal where org_id = $1 and sequence = 1', [orgId]);
  assert.equal((await verify()).broken?.sequence, 1);
});

const move = (from: number, to: number): Promise<void> =>
  tamper('update audit_seal set sequence = $3 where org_id = $1 and sequence = $2', [orgId, from, to]);

test('a row deleted and the others moved up: the row behind it is named', async () => {
  const rows = await sealed(5);
  await tamper(`delete from audit_event where ${inChain}`, [orgId]);
  await tamper('delete from audit_seal where org_id = $1 and sequence = 3', [orgId]);
  await move(4, 3);
  await move(5, 4);
  const { broken } = await verify();
  assert.deepEqual([broken?.sequence, broken?.id], [3, rows[3]?.id]);
  assert.match(broken?.what ?? '', /wrong previous hash/);
});

test('two rows swapped: the first of them is named', async () => {
  const rows = await sealed(5);
  await move(3, 99);
  await move(4, 3);
  await move(99, 4);
  const { broken } = await verify();
  assert.deepEqual([broken?.sequence, broken?.id], [3, rows[3]?.id]);
  assert.match(broken?.what ?? '', /wrong previous hash/);
});

test('what two rows say swapped: the first of them is named', async () => {
  const rows = await sealed(5);
  const [one, other] = [rows[2]?.id, rows[3]?.id];
  await tamper(
    `update audit_event a set changes = b.changes, entity_id = b.entity_id from audit_event b
      where a.org_id = $1 and b.org_id = $1 and ((a.id = $2 and b.id = $3) or (a.id = $3 and b.id = $2))`,
    [orgId, one, other],
  );
  const { broken } = await verify();
  assert.deepEqual([broken?.sequence, broken?.id], [3, one]);
});

test('a row put in between, sealed by the rules: the row behind it is named', async () => {
  const rows = await sealed(4);
  await leave(1);
  await move(4, 5);
  await move(3, 4);
  // With the later links out of its sight the sealer continues from row 2.
  const parked = randomUUID();
  await tamper('update audit_seal set org_id = $2 where org_id = $1 and sequence > 2', [orgId, parked]);
  await seal();
  await tamper('update audit_seal set org_id = $1 where org_id = $2', [orgId, parked]);
  assert.deepEqual(
    (await links()).map(({ entity_id }) => entity_id),
    ['mark 1', 'mark 2', 'mark 1', 'mark 3', 'mark 4'],
  );
  const { broken } = await verify();
  assert.deepEqual([broken?.sequence, broken?.id], [4, rows[2]?.id]);
  assert.match(broken?.what ?? '', /wrong previous hash/);
});

test('a link put in before the first: named', async () => {
  const [first] = await sealed(2);
  await tamper('insert into audit_seal values ($1, 0, $2, $3, $3)', [orgId, randomUUID(), first?.previous_hash]);
  assert.deepEqual(
    [(await verify()).broken?.sequence, (await verify()).broken?.what],
    [0, 'inserted row: the chain has no such position'],
  );
});

test('a row put in beside the chain, and one that went before it was sealed: named', async () => {
  await sealed(2);
  const id = randomUUID();
  await tamper(
    `insert into audit_event (org_id, id, creation_time, actor, action, entity_type, entity_id, request_id, changes)
      select $1, $2, creation_time, actor, action, entity_type, entity_id, request_id, changes from audit_event where org_id = $1 limit 1`,
    [orgId, id],
  );
  assert.deepEqual((await verify()).broken, { sequence: null, id, what: 'inserted row: it is not in the chain' });
  await tamper('delete from audit_event where org_id = $1 and id = $2', [orgId, id]);
  assert.equal((await verify()).broken, null);
  await leave(1);
  const last = (await links()).at(-1)?.id;
  await tamper('delete from audit_event where org_id = $1 and id = $2', [orgId, last]);
  await seal();
  assert.deepEqual((await verify()).broken, {
    sequence: null,
    id: last,
    what: 'missing row: it was removed before it was sealed',
  });
});

test('rows cut off at the end are found by a head that was noted, and by nothing else', async () => {
  const rows = await sealed(5);
  const noted = { sequence: 4, hash: rows[3]?.hash as Buffer };
  assert.equal((await verify(noted)).broken, null);
  await tamper('delete from audit_event where org_id = $1 and id = any($2)', [
    orgId,
    rows.slice(3).map(({ id }) => id),
  ]);
  await tamper('delete from audit_seal where org_id = $1 and sequence > 3', [orgId]);
  assert.equal((await verify()).broken, null);
  const { broken } = await verify(noted);
  assert.deepEqual(broken, { sequence: 4, id: null, what: '1 missing link at the end of the chain' });
  // An attacker who cuts the chain and continues it creates a different row 4.
  await leave(2);
  await seal();
  assert.equal((await verify()).broken, null);
  assert.match((await verify(noted)).broken?.what ?? '', /rewritten chain/);
});

test('rows and links are changed by nobody who works for the service, and links are made by the sealer alone', async () => {
  const { database } = engine;
  await sealed(2);
  await leave(1);
  const link = sql`insert into audit_seal values (${orgId}, 9, ${randomUUID()}, sha256(''), sha256(''))`;
  const forAll = [
    sql`update audit_event set action = 'x' where org_id = ${orgId}`,
    sql`delete from audit_event where org_id = ${orgId}`,
    sql`update audit_seal set hash = previous_hash where org_id = ${orgId}`,
    sql`delete from audit_seal where org_id = ${orgId}`,
    sql`update audit_unsealed set place = 1 where org_id = ${orgId}`,
  ];
  for (const statement of forAll) {
    await assert.rejects(
      database.system((db) => statement.execute(db)),
      { code: '42501' },
    );
  }
  for (const statement of [...forAll, link, sql`delete from audit_unsealed where org_id = ${orgId}`]) {
    await assert.rejects(
      database.write(orgId, (db) => statement.execute(db.raw)),
      { code: '42501' },
    );
  }
  assert.equal((await verify()).broken, null);
});

test('many more rows than one step takes, sealed by several at once, make one chain', async () => {
  await engine.database.write(orgId, (db) =>
    sql`with made as (
      insert into audit_event (org_id, id, creation_time, actor, action, entity_type, entity_id, request_id, changes)
      select ${orgId}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), '{"type": "app", "id": "a", "name": "a"}',
        'act', 'config', n::text, 'r', jsonb_build_array(jsonb_build_object('path', 'x', 'after', repeat('y', 40000)))
      from generate_series(1, 620) as n returning org_id, id)
      insert into audit_unsealed (org_id, event_id) select org_id, id from made`.execute(db.raw),
  );
  await Promise.all([1, 2, 3].map(() => sealAuditRows(engine.database)));
  await seal();
  const { sealed: count, unsealed, broken } = await verify();
  assert.deepEqual({ count, unsealed: unsealed.count, broken }, { count: 620, unsealed: 0, broken: null });
  assert.deepEqual(
    (await links()).map(({ entity_id }) => Number(entity_id)),
    Array.from({ length: 620 }, (_, index) => index + 1),
  );
});

const markOf = ({ entity_id }: Found): string => entity_id;

/** Writes an audit row as the last statement of a transaction does. */
const writeMark = (db: OrgDb, mark: string): Promise<void> =>
  writeTrail(db, {
    audit: {
      id: randomUUID(),
      time: new Date(),
      actor: { type: 'user', id: 'user_test', name: 'test' },
      action: 'test',
      entityType: 'config',
      entityId: mark,
      requestId: 'test',
      sourceIp: null,
      changes: [],
    },
    events: [],
    idempotency: undefined,
  });

/** A promise, and the function that fulfils it. */
const gate = (): { passed: Promise<void>; pass: () => void } => {
  let pass = (): void => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, pass };
};

test('rows are chained as their changes become visible, and an open transaction holds nobody up', async () => {
  if (!onPostgres) return;
  const written = gate();
  const released = gate();
  const slow = engine.database.write(orgId, async (db) => {
    await writeMark(db, 'slow');
    written.pass();
    await released.passed;
  });
  await written.passed;
  await engine.act(async (call) => leaveMark(call, 'quick'), { orgId });
  await seal();
  assert.deepEqual((await links()).map(markOf), ['quick']);
  assert.deepEqual([(await verify()).sealed, (await verify()).unsealed.count], [1, 0]);
  released.pass();
  await slow;
  await engine.act(async (call) => leaveMark(call, 'last'), { orgId });
  await seal();
  const rows = await links();
  assert.deepEqual(
    rows.map((row) => [row.sequence, markOf(row)]),
    [
      [1, 'quick'],
      [2, 'slow'],
      [3, 'last'],
    ],
  );
  assert.equal((await verify()).broken, null);
});

test('a change that waited for another one follows it, though its transaction is the older one', async () => {
  if (!onPostgres) return;
  const begun = gate();
  const ready = gate();
  const waiting = engine.database.write(orgId, async (db) => {
    await sql`select pg_current_xact_id()`.execute(db.raw);
    begun.pass();
    await ready.passed;
    await writeMark(db, 'second');
  });
  await begun.passed;
  await engine.act(async (call) => leaveMark(call, 'first'), { orgId });
  ready.pass();
  await waiting;
  await seal();
  assert.deepEqual((await links()).map(markOf), ['first', 'second']);
});

test('a started engine seals within ten seconds', async () => {
  await engine.engine.start();
  try {
    await leave(3);
    await until('all rows are sealed', async () => (await verify()).unsealed.count === 0, 10_000);
  } finally {
    await engine.engine.stop();
  }
});
