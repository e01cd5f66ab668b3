import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/fresh-database.ts';
import { type DropOutcome, type Family, makeMonths } from '../db/months.ts';
import { silentLog } from '../kit/log.ts';
import { createTestEngine, leaveMark, openTest } from './engine.test-support.ts';
import { dropOldMonths, firstKeptMonth, readRetention } from './retention.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
after(async () => {
  await database.close();
  await drop();
});

const dropBefore = async (family: Family, firstKept: string): Promise<[string, DropOutcome][]> => [
  ...(await dropOldMonths({ database, log: silentLog }, { family, firstKept })),
];

const held = (reason: string, quantity: number, orgId: string): DropOutcome => ({
  outcome: 'HELD',
  held: { [reason]: quantity },
  organizations: [orgId],
});

const rowsIn = async (orgId: string, table: string): Promise<number> =>
  (
    await database
      .read(orgId)
      .selectFrom(table as never)
      .execute()
  ).length;

test('terms are whole months before the current one, or days that lie in a month', () => {
  const now = new Date('2027-03-31T23:00:00Z');
  assert.equal(firstKeptMonth(now, { months: 13 }), '2026-02-01');
  assert.equal(firstKeptMonth(now, { days: 30 }), '2027-03-01');
  assert.equal(firstKeptMonth(new Date('2027-03-02T00:00:00Z'), { days: 30 }), '2027-01-01');
  assert.deepEqual(readRetention({ usage: null, call: null, audit: 84, operation: 25, message: null }), {
    usage: null,
    call: null,
    audit: { months: 84 },
    operation: { months: 25 },
    message: null,
    event: { days: 30 },
  });
});

test('events of a month go as a whole once each was handed out 30 days ago and has reached its receivers', async () => {
  const app = await createTestEngine({ database });
  const { orgId } = app;
  await makeMonths(database, app.clock.now());
  await app.act(async (call) => {
    leaveMark(call, 'x');
    for (const version of [1, 2])
      call.emit({ name: 'contact.created', entityType: 'contact', entityId: 'x', version, payload: {} });
  });
  const month = firstKeptMonth(app.clock.now(), { months: 0 });
  const next = firstKeptMonth(app.clock.now(), { months: -1 });
  assert.deepEqual(await dropBefore('event', month), []);
  assert.deepEqual(await dropBefore('event', next), [[month, held('UNDELIVERED', 2, orgId)]]);
  await database.system((db) => sql`update outbox set delivered_time = now() - interval '29 days'`.execute(db));
  assert.deepEqual(await dropBefore('event', next), [[month, held('RECENT', 2, orgId)]]);
  await database.system(async (db) => {
    await sql`update outbox set delivered_time = now() - interval '31 days'`.execute(db);
    await sql`insert into outbox_delivery (org_id, receiver, entity_type, entity_id, version, position)
      values (${orgId}, 'slow', 'contact', 'x', 1, 0)`.execute(db);
  });
  assert.deepEqual(await dropBefore('event', next), [[month, held('UNDELIVERED', 1, orgId)]]);
  await database.system((db) => sql`delete from outbox_delivery`.execute(db));
  assert.deepEqual(await dropBefore('event', next), [[month, { outcome: 'DROPPED' }]]);
  assert.equal(await rowsIn(orgId, 'outbox'), 0);
  assert.deepEqual(await dropBefore('event', next), []);
});

test('the history of runs goes with its month once all of them have ended; the runs stay', async () => {
  const app = await createTestEngine({ database });
  const { orgId } = app;
  const id = await app.startRun('offer.none');
  const next = firstKeptMonth(app.clock.now(), { months: -1 });
  const [outcome] = await dropBefore('operation', next);
  assert.deepEqual(outcome?.[1], held('RUNNING', 1, orgId));
  assert.equal((await app.events(id)).length, 1);
  await database.write(orgId, (db) =>
    sql`update operation set status = 'COMPLETED' where org_id = ${orgId}`.execute(db.raw),
  );
  assert.deepEqual((await dropBefore('operation', next))[0]?.[1], { outcome: 'DROPPED' });
  assert.deepEqual(await app.events(id), []);
  assert.equal((await app.operation(id)).status, 'COMPLETED');
});
