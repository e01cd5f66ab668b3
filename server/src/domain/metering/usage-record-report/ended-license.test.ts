import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { sql } from 'kysely';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { flushEntitlementUsage } from './actions/flush-entitlement-usage.ts';
import { startUsageReport } from './actions/start-usage-report.ts';

/** A marketplace accepts usage of an ended license for an hour at most, so it cannot wait for the next hourly report. */

let m: Metering;
let day = 1;
before(async () => {
  m = await startMetering();
});
after(() => m.close());
beforeEach(() => {
  day += 1;
  m.setNow(new Date(Date.UTC(2026, 10, day, 10, 25)));
});

const nextLook = async (): Promise<number> => {
  const [row] = await m.select<{ due_time: Date }>(
    sql`select due_time from due where org_id = ${m.orgId} and kind = 'usage.report' and entity_id = 'AWS'`,
  );
  return row?.due_time.getTime() ?? Number.NaN;
};

/** Handles what is due: a run starts if there is work, and the next check is scheduled. */
const look = async (): Promise<boolean> => {
  const before = m.started.length;
  await m.act((call) => startUsageReport(call, { entityId: 'AWS' }));
  return m.started.length > before;
};

/** An entitlement whose license ended a minute ago; all its usage was submitted. */
const anEnded = async () => {
  const entitlement = await m.anEntitlement();
  await m.act((call) => flushEntitlementUsage(call, { entitlementId: entitlement.id }));
  await look();
  await m.runReport();
  m.advance(60_000);
  assert.ok((await nextLook()) > m.now().getTime(), 'nothing is left to do');
  return entitlement;
};

const hourKey = (license: string | null): string =>
  `${license} users ${new Date(Date.UTC(2026, 10, day, 10)).toISOString()}`;

it('usage that arrives after the end is submitted at once, before its hour is over', async () => {
  const { id, license } = await anEnded();
  const group = await m.report(id, { users: 3 });
  assert.equal(await nextLook(), m.now().getTime());
  assert.equal(await look(), true, 'a run starts');
  await m.runReport();
  assert.equal(m.marketplace.journal.get(hourKey(license)), '3');
  assert.equal(await m.statusOf(group.id), 'REPORTED');
});

it('so is usage that is retried after the end', async () => {
  const { id, license } = await anEnded();
  const group = await m.report(id, { users: 3 });
  m.marketplace.misbehave = () => 'refuse';
  await look();
  await m.runReport();
  m.marketplace.misbehave = () => null;
  assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
  m.advance(60_000);
  await look();
  assert.ok((await nextLook()) > m.now().getTime());
  await m.retry(group.id);
  assert.equal(await nextLook(), m.now().getTime());
  assert.equal(await look(), true, 'a run starts');
  await m.runReport();
  assert.equal(m.marketplace.journal.get(hourKey(license)), '3');
  assert.deepEqual(await m.imbalances(), []);
});

it('usage of a license still in force waits for its hour', async () => {
  await anEnded();
  const { id } = await m.anEntitlement();
  await m.report(id, { users: 3 });
  assert.ok((await nextLook()) > m.now().getTime());
});
