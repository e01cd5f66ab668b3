import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import type { ActCall } from '../../../contract/call.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { closeUsageHours, closingEvents } from './actions/close-usage-hours.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type RowId = { id: string; dimension: string };

const findRows = async ({ db }: ActCall): Promise<RowId[]> =>
  (
    await sql<RowId>`select id, dimension from usage_report_row where org_id = ${db.orgId} order by hour, dimension, id`.execute(
      db.raw,
    )
  ).rows;

const close = async (call: ActCall): Promise<RowId[]> => {
  await closeUsageHours(call, { partner: 'AWS', after: null });
  return findRows(call);
};

// A transaction that is rolled back stands for what a database restored from an earlier state has lost.
it('an hour that a restored database closes again has the same rows, so that the marketplace counts once; a later row for it has another id', async () => {
  const entitlement = await m.anEntitlement();
  await m.report(entitlement.id, { users: 3, gb: 0.25 });
  m.setNow('2026-11-10T12:30:00Z');
  let lost: RowId[] = [];
  const losing = m.act(async (call) => {
    lost = await close(call);
    throw new Error('lost');
  }, closingEvents);
  await assert.rejects(losing, /lost/);
  assert.deepEqual(
    lost.map(({ dimension }) => dimension),
    ['gb', 'users'],
  );
  const closed = await m.act(close, closingEvents);
  assert.deepEqual(closed, lost);

  // The row of `gb` carried its fraction and submitted nothing, so the hour is open for more.
  await m.report(entitlement.id, { gb: 5 }, { timestamp: '2026-11-10T10:05:00Z' });
  const all = await m.act(close, closingEvents);
  assert.equal(new Set(all.map(({ id }) => id)).size, 3);
  assert.deepEqual(await m.imbalances(), []);
});
