import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { onPostgres } from '../../../../test/fresh-database.ts';
import { nilId } from '../../../kit/ids.ts';
import { usageDueKind } from '../../organization/connection/connection.ts';
import { ensureDue } from '../billable-usage/closing-store.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { ensureReportDue } from './schedule-store.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const partner = 'AWS';
const dueTime = async (): Promise<number | undefined> => {
  const [row] = await m.select<{ due_time: Date }>(
    sql`select due_time from due where org_id = ${m.orgId} and kind = ${usageDueKind} and entity_id = ${partner}`,
  );
  return row?.due_time.getTime();
};

it('a usage report is due once, and only urgent usage brings it forward', async () => {
  await m.write(sql`delete from due where org_id = ${m.orgId} and kind = ${usageDueKind}`);
  const [early, time, late] = [1, 2, 3].map((hours) => new Date(m.now().getTime() + hours * hour)) as [
    Date,
    Date,
    Date,
  ];
  const ensure = (at: Date, urgent: Date | null): Promise<void> =>
    m.database.write(m.orgId, (db) => ensureReportDue(db, partner, at, urgent));
  await ensure(time, null);
  await ensure(early, null);
  assert.equal(await dueTime(), time.getTime());
  await ensure(early, late);
  assert.equal(await dueTime(), time.getTime());
  await ensure(late, early);
  assert.equal(await dueTime(), early.getTime());
});

const waitsForNobody = async (): Promise<void> => {
  const time = new Date(m.now().getTime() + hour);
  const kind = 'test.due';
  await m.database.write(m.orgId, async (db) => {
    await ensureReportDue(db, partner, time, null);
    await ensureDue(db, kind, nilId, time);
  });
  const isSet = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const setting = m.database.write(m.orgId, async (db) => {
    await sql`
      update due set attempts = attempts + 1 where org_id = ${m.orgId} and kind in (${usageDueKind}, ${kind})
    `.execute(db.raw);
    isSet.resolve();
    await held.promise;
  });
  await isSet.promise;
  try {
    await m.database.write(m.orgId, async (db) => {
      await sql`set local lock_timeout = '2s'`.execute(db.raw);
      await ensureReportDue(db, partner, time, null);
      await ensureDue(db, kind, nilId, time);
    });
  } finally {
    held.resolve();
    await setting;
  }
  await m.write(sql`delete from due where org_id = ${m.orgId} and kind = ${kind}`);
};
// The embedded database has one connection: nobody can wait.
if (onPostgres) it('usage does not wait for a process that is scheduling its report', waitsForNobody);
