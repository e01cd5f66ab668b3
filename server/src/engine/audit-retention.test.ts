import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { liftFence } from '../../test/lift-fence.ts';
import { until } from '../../test/until.ts';
import { type DropOutcome, makeMonths } from '../db/months.ts';
import { silentLog } from '../kit/log.ts';
import { sealAuditRows } from './audit-sealer.ts';
import { verifyChain } from './audit-verify.ts';
import { createTestEngine, leaveMark } from './engine.test-support.ts';
import { dropOldMonths, firstKeptMonth } from './retention.ts';

const engine = await createTestEngine();
const { database, clock } = engine;
after(() => engine.close());

const leave = async (orgId: string, count: number): Promise<void> => {
  for (let n = 1; n <= count; n += 1) await engine.act(async (call) => leaveMark(call, `mark ${n}`), { orgId });
};

const seal = (orgId: string): Promise<void> =>
  until('all rows are sealed', async () => {
    await sealAuditRows(database);
    return (
      (await sql`select from audit_unsealed where org_id = ${orgId}`.execute(database.read(orgId).raw)).rows.length ===
      0
    );
  });

const drop = async (): Promise<(string | Record<string, number>)[]> => {
  const terms = { family: 'audit', firstKept: firstKeptMonth(clock.now(), { months: 0 }) } as const;
  const outcomes: DropOutcome[] = [...(await dropOldMonths({ database, log: silentLog }, terms)).values()];
  return outcomes.map((one) => (one.outcome === 'HELD' ? one.held : one.outcome));
};

const sequencesOf = async (orgId: string): Promise<number[]> =>
  (
    await sql<{ sequence: number }>`select sequence from audit_seal where org_id = ${orgId} order by sequence`.execute(
      database.read(orgId).raw,
    )
  ).rows.map(({ sequence }) => sequence);

const tamper = (statement: string): Promise<void> =>
  liftFence(database.pool, ['audit_event', 'audit_seal'], (client) => client.query(statement));

const toNextMonth = async (): Promise<void> => {
  clock.advance(Date.parse(firstKeptMonth(clock.now(), { months: -1 })) + 36 * 3_600_000 - clock.now().getTime());
  await makeMonths(database, clock.now());
};

test('a month of the trail is dropped once it is sealed; what is kept verifies from the last link before it', async () => {
  const [busy, quiet, late] = [randomUUID(), randomUUID(), randomUUID()];
  await makeMonths(database, clock.now());
  await leave(busy, 3);
  await leave(quiet, 2);
  const early = engine.clock.now();
  await toNextMonth();
  assert.deepEqual(await drop(), [{ UNSEALED: 5 }]);
  await leave(busy, 2);
  // Of `late`, a row whose ID was made in the old month is sealed behind one of the new month.
  await leave(late, 1);
  await seal(late);
  await database.write(late, (db) =>
    sql`with made as (
      insert into audit_event (org_id, id, creation_time, actor, action, entity_type, entity_id, request_id, changes)
      select org_id, mos_id_at(${early}), creation_time, actor, action, entity_type, 'slow', request_id, changes from audit_event
      where org_id = ${late} returning org_id, id)
      insert into audit_unsealed (org_id, event_id) select org_id, id from made`.execute(db.raw),
  );
  await leave(late, 1);
  for (const org of [busy, quiet, late]) await seal(org);
  const heads = new Map<string, string | undefined>();
  for (const org of [busy, quiet, late]) {
    const report = await verifyChain(database.read(org));
    assert.deepEqual([report.broken, report.droppedBefore], [null, null]);
    heads.set(org, report.head?.hash.toString('hex'));
  }

  assert.deepEqual(await drop(), ['DROPPED']);
  const firstKept = firstKeptMonth(clock.now(), { months: 0 }).slice(0, 7);
  for (const org of [busy, quiet, late]) {
    const report = await verifyChain(database.read(org));
    assert.deepEqual(
      [report.broken, report.droppedBefore, report.head?.hash.toString('hex')],
      [null, firstKept, heads.get(org)],
    );
  }
  assert.deepEqual(await sequencesOf(busy), [3, 4, 5]);
  assert.deepEqual(await sequencesOf(quiet), [2]);
  assert.deepEqual(await sequencesOf(late), [1, 2, 3]);

  await leave(quiet, 1);
  await seal(quiet);
  assert.deepEqual(await sequencesOf(quiet), [2, 3]);
  assert.equal((await verifyChain(database.read(quiet))).broken, null);

  await tamper(`delete from audit_event where org_id = '${busy}' and id = (
    select event_id from audit_seal where org_id = '${busy}' and sequence = 4)`);
  assert.match((await verifyChain(database.read(busy))).broken?.what ?? '', /missing row/);
  await tamper(`update audit_seal set hash = previous_hash where org_id = '${quiet}' and sequence = 2`);
  assert.match((await verifyChain(database.read(quiet))).broken?.what ?? '', /wrong previous hash/);
  await tamper(`delete from audit_seal where org_id = '${late}' and sequence = 1`);
  assert.match((await verifyChain(database.read(late))).broken?.what ?? '', /inserted row|missing link|wrong previous/);
});
