import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { makeMonths } from '../../db/months.ts';
import { endTimesAhead } from '../../db/times-ahead.ts';
import { unitPriceOf } from './metered-entitlement/metered-entitlement.ts';
import { findMeteredEntitlements } from './metered-entitlement/store.ts';
import { type Metering, startMetering } from './metering.test-support.ts';
import { scheduleNextCheck } from './usage-record-report/actions/start-usage-report.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

describe('reporting usage', () => {
  it('submits an hour once it has settled, whole units, and carries the fraction', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    const group = await m.report(id, { users: 2.25, 'Number of users': 0.5, gb: 0.4 });
    await m.runReport();
    assert.equal(m.marketplace.journal.size, 0, 'the hour is still open');
    m.setNow('2026-11-10T11:14:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.size, 0, 'the hour has not settled');
    m.setNow('2026-11-10T11:16:00Z');
    await m.runReport();
    assert.deepEqual([...m.marketplace.journal], [[`${license} users 2026-11-10T10:00:00.000Z`, '2']]);
    assert.equal(await m.statusOf(group.id), 'REPORTED');
    assert.deepEqual(await m.imbalances(), []);

    await m.report(id, { users: 0.3, gb: 0.7 });
    m.setNow('2026-11-10T12:16:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-10T11:00:00.000Z`), '1', '0.75 + 0.3');
    assert.equal(m.marketplace.journal.get(`${license} gb 2026-11-10T11:00:00.000Z`), '1', '0.4 + 0.7');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('submits usage at once if its hour would no longer be accepted at the next check, whatever the settling time of the account', async () => {
    const settleBy = (minutes: number) =>
      m.write(sql`update connection set settings = settings || ${JSON.stringify({ settleMinutes: minutes })}::jsonb`);
    const { id } = await m.anEntitlement();
    for (const [minutes, now, nextLook] of [
      [0, '2026-11-10T10:05:00Z', '2026-11-10T11:00:00Z'],
      [5, '2026-11-10T10:08:00Z', '2026-11-10T11:05:00Z'],
    ] as const) {
      m.setNow(now);
      await settleBy(minutes);
      await m.act((call) => scheduleNextCheck(call, 'AWS'));
      const dueTime = async () => (await m.select<{ due_time: Date }>(sql`select due_time from due`))[0]?.due_time;
      assert.deepEqual(await dueTime(), new Date(nextLook));
      await m.report(id, { users: 1 }, { timestamp: '2026-11-09T11:59:59Z' });
      assert.deepEqual(await dueTime(), new Date(now), `${minutes} minutes`);
      await m.runReport();
    }
    await settleBy(15);
  });

  it('rolls late usage forward to the next hour that was not submitted, and reports when none is left', async () => {
    m.setNow('2026-11-11T10:05:00Z');
    const { id, license } = await m.anEntitlement({ end: new Date('2026-11-11T12:00:00Z') });
    await m.report(id, { users: 1 });
    m.setNow('2026-11-11T11:20:00Z');
    await m.runReport();
    const late = await m.report(id, { users: 2 }, { timestamp: '2026-11-11T10:30:00Z' });
    m.setNow('2026-11-11T12:20:00Z');
    await m.runReport();
    assert.equal(
      m.marketplace.journal.get(`${license} users 2026-11-11T10:00:00.000Z`),
      '1',
      'what was submitted stays',
    );
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-11T11:00:00.000Z`), '2');
    const [row] = await m.select<{ meta_info: { originalHour: string } }>(
      sql`select meta_info from usage_record_group where id = ${late.id}`,
    );
    assert.equal(row?.meta_info.originalHour, '2026-11-11T10:00:00Z');
    const tooLate = await m.report(id, { users: 5 }, { timestamp: '2026-11-11T10:31:00Z' });
    await m.runReport();
    assert.equal(await m.statusOf(tooLate.id), 'INVALID');
    const [event] = await m.select<{ payload: { priority: string } }>(
      sql`select payload from outbox where name = 'usage_record_group.invalid' and entity_id = ${tooLate.id}`,
    );
    assert.equal(event?.payload.priority, 'CRITICAL');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('never rolls late usage into another month', async () => {
    m.setNow('2026-11-30T23:30:00Z');
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 });
    m.setNow('2026-12-01T00:20:00Z');
    await m.runReport();
    const late = await m.report(id, { users: 2 }, { timestamp: '2026-11-30T23:40:00Z' });
    m.setNow('2026-12-01T01:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(late.id), 'INVALID');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('marks an hour that the marketplace no longer accepts as too late', async () => {
    m.setNow('2026-11-12T12:00:00Z');
    const { id } = await m.anEntitlement();
    const old = await m.report(id, { users: 2 }, { timestamp: '2026-11-11T11:30:00Z' });
    await m.runReport();
    assert.equal(await m.statusOf(old.id), 'INVALID');
  });

  it('isolates a record that the marketplace refuses, and the others count', async () => {
    m.setNow('2026-11-13T10:05:00Z');
    const entitlements = [];
    for (let index = 0; index < 6; index += 1) entitlements.push(await m.anEntitlement());
    const good = [];
    for (const { id } of entitlements) good.push(await m.report(id, { calls: 3 }));
    const bad = await m.report(entitlements[2]!.id, { bad: 1, gb: 1 });
    m.setNow('2026-11-13T11:20:00Z');
    await m.runReport();
    for (const group of good) assert.equal(await m.statusOf(group.id), 'REPORTED');
    assert.equal(await m.statusOf(bad.id), 'REPORT_FAILED');
    assert.deepEqual(await m.imbalances(), []);

    await m.retry(bad.id);
    assert.equal(await m.statusOf(bad.id), 'REPORT_PENDING', 'the other dimension stays reported');
    await assert.rejects(m.retry(bad.id), /does not allow retry/);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('counts a duplicate as its own only when an earlier attempt may have arrived', async () => {
    m.setNow('2026-11-14T10:05:00Z');
    const foreign = await m.anEntitlement();
    const group = await m.report(foreign.id, { users: 4 });
    m.marketplace.journal.set(`${foreign.license} users 2026-11-14T10:00:00.000Z`, '9');
    m.setNow('2026-11-14T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    const [row] = await m.select<{ message: string }>(
      sql`select message from usage_report_row where entitlement_id = ${foreign.id}`,
    );
    assert.equal(row?.message, 'DUPLICATE_FOREIGN');
  });

  it('does not count a duplicate as its own when it shows another record, even with the same quantity and after an attempt that may have arrived', async () => {
    m.setNow('2026-11-14T15:05:00Z');
    const { id } = await m.anEntitlement();
    const group = await m.report(id, { users: 4 });
    m.setNow('2026-11-14T16:20:00Z');
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    m.marketplace.misbehave = () => null;
    const { reportUsage } = m.marketplace;
    m.marketplace.reportUsage = async (access, rows) => {
      const answer = await reportUsage(access, rows);
      for (const { reportId, quantity } of rows)
        answer.outcomes.set(reportId, { state: 'DUPLICATE', recordId: 'of another plan', quantity, isOther: true });
      return answer;
    };
    m.advance(5 * 60_000);
    await m.runReport();
    m.marketplace.reportUsage = reportUsage;
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    const [row] = await m.select<{ state: string; message: string }>(
      sql`select state, message from usage_report_row where entitlement_id = ${id}`,
    );
    assert.deepEqual(row, { state: 'FAILED', message: 'DUPLICATE_FOREIGN' });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('leaves a duplicate open where an earlier attempt may have arrived and AWS does not say whose it is', async () => {
    m.setNow('2026-11-14T12:05:00Z');
    const { id, license } = await m.anEntitlement();
    const group = await m.report(id, { users: 4 });
    m.setNow('2026-11-14T13:20:00Z');
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    m.marketplace.misbehave = () => null;
    m.marketplace.journal.set(`${license} users 2026-11-14T12:00:00.000Z`, '9');
    m.advance(5 * 60_000);
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORT_PENDING');
    const [row] = await m.select<{ state: string; message: string; next_attempt_time: Date | null }>(
      sql`select state, message, next_attempt_time from usage_report_row where entitlement_id = ${id}`,
    );
    assert.deepEqual(row, { state: 'REPORT_PENDING', message: 'OUTCOME_UNKNOWN', next_attempt_time: null });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('sends usage again whose next attempt was set by a clock that was a year ahead, and leaves those that we set', async () => {
    m.setNow('2026-11-15T06:05:00Z');
    const { id } = await m.anEntitlement();
    const group = await m.report(id, { users: 4 });
    m.setNow('2026-11-15T07:20:00Z');
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    m.marketplace.misbehave = () => null;
    const attemptAfter = async (ahead: string) => {
      await m.write(sql`
        update usage_report_row set next_attempt_time = ${m.now()}::timestamptz + ${ahead}::interval
        where org_id = ${m.orgId} and entitlement_id = ${id}
      `);
      await endTimesAhead(m.database, m.now(), []);
      await m.runReport();
      return m.statusOf(group.id);
    };
    assert.equal(await attemptAfter('90 minutes'), 'REPORT_PENDING');
    assert.equal(await attemptAfter('1 year'), 'REPORTED');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('sends usage with an unknown outcome again, unchanged, and reports when the window closes', async () => {
    m.setNow('2026-11-15T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    const group = await m.report(id, { users: 4 });
    m.setNow('2026-11-15T11:20:00Z');
    m.marketplace.misbehave = () => 'timeout-after';
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORT_PENDING');
    await m.report(id, { users: 100 }, { timestamp: '2026-11-15T10:10:00Z' });
    m.marketplace.misbehave = () => null;
    m.advance(5 * 60_000);
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORTED');
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-15T10:00:00.000Z`), '4');

    const lost = await m.report(id, { gb: 4 }, { timestamp: '2026-11-15T11:00:00Z' });
    m.marketplace.misbehave = () => 'timeout-before';
    m.setNow('2026-11-15T12:20:00Z');
    await m.runReport();
    m.setNow('2026-11-16T12:00:00Z');
    await m.runReport();
    m.marketplace.misbehave = () => null;
    const [row] = await m.select<{ state: string; message: string }>(
      sql`select state, message from usage_report_row where entitlement_id = ${id} and dimension = 'gb'`,
    );
    assert.deepEqual(row, { state: 'REPORT_PENDING', message: 'OUTCOME_UNKNOWN' });
    await assert.rejects(m.retry(lost.id), (error: { code?: string }) => error.code === 'BadRequest');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('holds usage while an entitlement is suspended or its license is unknown', async () => {
    m.setNow('2026-11-17T10:05:00Z');
    const { id } = await m.anEntitlement({ license: null });
    const group = await m.report(id, { users: 4 });
    m.setNow('2026-11-17T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'CREATED');
    assert.equal((await m.balance()).find((line) => line.entitlementId === id)?.held, '4');
    await m.write(
      sql`update entitlement_term set entitlement_info = '{"awsLicenseArn":"late-license"}' where org_id = ${m.orgId} and entitlement_id = ${id}`,
    );
    await m.write(sql`update entitlement set status = 'SUSPENDED' where org_id = ${m.orgId} and id = ${id}`);
    await m.runReport();
    assert.equal(m.marketplace.journal.has('late-license users 2026-11-17T10:00:00.000Z'), false);
    await m.write(sql`update entitlement set status = 'ACTIVE' where org_id = ${m.orgId} and id = ${id}`);
    await m.runReport();
    assert.equal(m.marketplace.journal.get('late-license users 2026-11-17T10:00:00.000Z'), '4');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('computes and does not submit in SHADOW, in a test period, or before the cut-over', async () => {
    m.setNow('2026-11-18T10:05:00Z');
    const shadow = await m.anEntitlement();
    const test = await m.anEntitlement({
      metaInfo: { enableTestUsageMetering: true, testUsageMeteringEndTime: '2026-11-18T11:00:00Z' },
    });
    await m.setConnection('SHADOW');
    await m.report(shadow.id, { users: 3.5 });
    await m.report(test.id, { users: 3.5 });
    m.setNow('2026-11-18T11:20:00Z');
    const { calls } = m.marketplace;
    await m.runReport();
    await m.setConnection('LIVE', new Date('2026-11-18T12:00:00Z'));
    await m.report(shadow.id, { users: 7 });
    m.setNow('2026-11-18T12:20:00Z');
    await m.runReport();
    assert.equal(m.marketplace.calls, calls, 'nothing was submitted');
    await m.report(shadow.id, { users: 0.6 });
    m.setNow('2026-11-18T13:20:00Z');
    await m.runReport();
    assert.equal(
      m.marketplace.journal.has(`${shadow.license} users 2026-11-18T12:00:00.000Z`),
      false,
      'no fraction comes from what was not submitted',
    );
    await m.setConnection('LIVE');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('flushes the running hour at the end of a license', async () => {
    const { flushEntitlementUsage } = await import('./usage-record-report/actions/flush-entitlement-usage.ts');
    m.setNow('2026-11-19T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await m.report(id, { users: 4 });
    await m.act((call) => flushEntitlementUsage(call, { entitlementId: id }));
    const marks = () => m.select(sql`select id from audit_event where org_id = ${m.orgId}`);
    const before = (await marks()).length;
    await m.act((call) => flushEntitlementUsage(call, { entitlementId: id, licenseArn: license }));
    assert.equal((await marks()).length, before, 'a second flush changes nothing');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-19T10:00:00.000Z`), '4');
    const later = await m.report(id, { users: 1 });
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-19T10:00:00.000Z`), '4');
    m.setNow('2026-11-19T12:16:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-19T11:00:00.000Z`), '1');
    assert.equal(await m.statusOf(later.id), 'REPORTED');
  });

  it('holds a sum that is too large, and never truncates it', async () => {
    m.setNow('2026-11-20T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    const group = await m.report(id, { users: 2_147_483_647 });
    await m.report(id, { users: 1 });
    m.setNow('2026-11-20T11:20:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.has(`${license} users 2026-11-20T10:00:00.000Z`), false);
    assert.equal(await m.statusOf(group.id), 'CREATED');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('closes an agreement to usage only when the marketplace says so', async () => {
    m.setNow('2026-11-21T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await m.write(sql`update entitlement set status = 'CANCELLED' where org_id = ${m.orgId} and id = ${id}`);
    const group = await m.report(id, { users: 1 });
    m.marketplace.unsubscribed.add(license ?? '');
    m.setNow('2026-11-21T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    await assert.rejects(m.report(id, { users: 1 }), /accepts no more usage/);
  });

  it('an agreement that refused usage before its end, as when suspended, still accepts the last usage after it', async () => {
    m.setNow('2026-11-21T14:05:00Z');
    const { id, license } = await m.anEntitlement();
    const refused = await m.report(id, { users: 1 });
    m.marketplace.unsubscribed.add(license ?? '');
    m.setNow('2026-11-21T15:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(refused.id), 'REPORT_FAILED');
    m.marketplace.unsubscribed.delete(license ?? '');
    await m.write(sql`update entitlement set status = 'CANCELLED' where org_id = ${m.orgId} and id = ${id}`);
    const last = await m.report(id, { users: 2 });
    m.setNow('2026-11-21T16:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(last.id), 'REPORTED');
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-21T15:00:00.000Z`), '2');
  });

  it('drops the fraction that is left at the end of an entitlement, and records it', async () => {
    const { startUsageReport } = await import('./usage-record-report/actions/start-usage-report.ts');
    m.setNow('2026-11-22T10:05:00Z');
    const { id } = await m.anEntitlement({ end: new Date('2026-11-22T11:00:00Z') });
    await m.report(id, { users: 1.75 });
    m.setNow('2026-11-22T11:20:00Z');
    await m.runReport();
    await m.write(sql`update entitlement set status = 'CANCELLED' where org_id = ${m.orgId} and id = ${id}`);
    await m.act((call) => startUsageReport(call, { entityId: 'AWS' }));
    const cursor = () =>
      m.select<{ fraction: string; dropped: string }>(
        sql`select fraction, dropped from usage_cursor where entitlement_id = ${id}`,
      );
    assert.deepEqual(await cursor(), [{ fraction: '0.75', dropped: '0' }], 'late usage may still come');
    m.setNow('2026-11-23T11:20:00Z');
    await m.act((call) => startUsageReport(call, { entityId: 'AWS' }));
    assert.deepEqual(await cursor(), [{ fraction: '0', dropped: '0.75' }]);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('keeps the fraction that is left as long as the marketplace accepts usage: at Google for the month', async () => {
    const { startUsageReport } = await import('./usage-record-report/actions/start-usage-report.ts');
    m.setNow('2026-11-23T12:05:00Z');
    const { id } = await m.anEntitlement({ end: new Date('2026-11-23T13:00:00Z') });
    const sold = async (from: string, to: string): Promise<void> => {
      await m.write(sql`update connection set partner = ${to} where org_id = ${m.orgId} and partner = ${from}`);
      await m.write(
        sql`update entitlement set partner = ${to}, status = 'CANCELLED' where org_id = ${m.orgId} and id = ${id}`,
      );
    };
    await m.write(sql`insert into usage_cursor (org_id, entitlement_id, dimension, kind, fraction)
      values (${m.orgId}, ${id}, 'users', 'LIVE', 0.6)`);
    await sold('AWS', 'GCP');
    const left = async (time: string): Promise<string[]> => {
      m.setNow(time);
      await m.act((call) => startUsageReport(call, { entityId: 'GCP' }));
      const rows = await m.select<{ fraction: string; dropped: string }>(
        sql`select fraction, dropped from usage_cursor where org_id = ${m.orgId} and entitlement_id = ${id}`,
      );
      return rows.map(({ fraction, dropped }) => `${Number(fraction)} ${Number(dropped)}`);
    };
    assert.deepEqual(await left('2026-11-24T14:00:00Z'), ['0.6 0']);
    assert.deepEqual(await left('2026-12-01T08:59:00Z'), ['0.6 0']);
    assert.deepEqual(await left('2026-12-01T09:00:00Z'), ['0 0.6']);
    await sold('GCP', 'AWS');
    await m.write(sql`delete from usage_cursor where org_id = ${m.orgId} and entitlement_id = ${id}`);
    m.setNow('2026-11-24T10:05:00Z');
  });

  it('records a response once, even when two processes deliver it', async () => {
    const { claimUsageReports } = await import('./usage-record-report/actions/claim-usage-reports.ts');
    const { closeUsageHours, closingEvents } = await import('./usage-record-report/actions/close-usage-hours.ts');
    const { outcomeEvents, recordUsageOutcomes } = await import(
      './usage-record-report/actions/record-usage-outcomes.ts'
    );
    m.setNow('2026-11-24T10:05:00Z');
    const group = await m.report((await m.anEntitlement()).id, { users: 1 });
    m.setNow('2026-11-24T11:20:00Z');
    await m.act((call) => closeUsageHours(call, { partner: 'AWS', after: null }), closingEvents);
    const { rows } = await m.act((call) => claimUsageReports(call, { partner: 'AWS', size: 25 }), outcomeEvents);
    assert.equal(rows.length, 1);
    const again = await m.act((call) => claimUsageReports(call, { partner: 'AWS', size: 25 }), outcomeEvents);
    assert.deepEqual(again.rows, [], 'a row is taken by one run at a time');
    const accepted = rows.map((row) => ({
      ...row,
      outcome: 'ACCEPTED' as const,
      code: null,
      message: null,
      recordId: 'r',
      call: 0,
    }));
    const refused = rows.map((row) => ({
      ...row,
      outcome: 'REFUSED' as const,
      code: 'Late',
      message: null,
      recordId: null,
      call: 0,
    }));
    const calls = [{ requestId: null, request: {}, response: {} }];
    await m.act((call) => recordUsageOutcomes(call, { calls, results: accepted, repeated: false }), outcomeEvents);
    await m.act((call) => recordUsageOutcomes(call, { calls, results: refused, repeated: true }), outcomeEvents);
    assert.equal(await m.statusOf(group.id), 'REPORTED');
  });

  it('does not trust the refusal of a row that a run before a takeover may have submitted', async () => {
    const { claimUsageReports } = await import('./usage-record-report/actions/claim-usage-reports.ts');
    const { closeUsageHours, closingEvents } = await import('./usage-record-report/actions/close-usage-hours.ts');
    const { outcomeEvents, recordUsageOutcomes } = await import(
      './usage-record-report/actions/record-usage-outcomes.ts'
    );
    for (const repeated of [false, true]) {
      m.setNow(repeated ? '2026-11-26T10:05:00Z' : '2026-11-27T10:05:00Z');
      const { id } = await m.anEntitlement();
      const group = await m.report(id, { users: 1 });
      m.advance(75 * 60_000);
      await m.act((call) => closeUsageHours(call, { partner: 'AWS', after: null }), closingEvents);
      for (const outcome of ['NOT_APPLIED', 'REFUSED'] as const) {
        const { rows } = await m.act((call) => claimUsageReports(call, { partner: 'AWS', size: 25 }), outcomeEvents);
        const results = rows.map((row) => ({ ...row, outcome, code: 'X', message: null, recordId: null, call: null }));
        const answer = { calls: [], results, repeated: repeated && outcome === 'NOT_APPLIED' };
        await m.act((call) => recordUsageOutcomes(call, answer), outcomeEvents);
        m.advance(5 * 60_000);
      }
      assert.equal(await m.statusOf(group.id), repeated ? 'REPORT_PENDING' : 'REPORT_FAILED');
      assert.deepEqual(await m.imbalances(), []);
    }
  });

  it('submits an hour once for each customer of a product that is metered by its product code', async () => {
    m.setNow('2026-11-25T10:05:00Z');
    await m.write(
      sql`update product set metering_key = 'PRODUCT_CODE' where org_id = ${m.orgId} and entity_id = 'prod-1'`,
    );
    const one = await m.anEntitlement({ product: 1 });
    const two = await m.anEntitlement({ product: 1 });
    await m.report(one.id, { users: 1 });
    await m.report(two.id, { users: 2 });
    m.setNow('2026-11-25T12:20:00Z');
    await m.runReport();
    const rows = await m.select<{ scope: string; hour: Date; quantity: string }>(sql`
      select scope, hour, quantity from usage_report_row where entitlement_id = any(${[one.id, two.id]}::uuid[]) order by hour`);
    assert.deepEqual(
      rows.map((row) => `${row.scope} ${row.hour.toISOString()} ${row.quantity}`),
      ['code1/111122223333 2026-11-25T10:00:00.000Z 1', 'code1/111122223333 2026-11-25T11:00:00.000Z 2'],
    );
  });
});

describe('the tables', () => {
  it('have a partition for each month ahead, and accept usage of a month without one all the same', async () => {
    await makeMonths(m.database, new Date('2027-03-15T00:00:00Z'));
    await makeMonths(m.database, new Date('2027-03-16T00:00:00Z'));
    m.setNow('2027-04-10T10:05:00Z');
    const { id } = await m.anEntitlement();
    const group = await m.report(id, { users: 1 });
    m.setNow('2027-09-10T10:05:00Z');
    const beyond = await m.report(id, { users: 1 });
    await makeMonths(m.database, m.now());
    const placed = await m.select<{ id: string; place: string }>(sql`
      select id, tableoid::regclass::text as place from usage_record_group where id = any(${[group.id, beyond.id]}) order by usage_time`);
    assert.deepEqual(
      placed.map((row) => row.place),
      ['usage_record_group_2027_04', 'usage_record_group_default'],
    );
    assert.equal((await m.report(id, { users: 1 })).status, 'CREATED');
  });

  it('do not bypass row-level security: partitions cannot be read or written directly', async () => {
    for (const table of ['usage_record_group_default', 'usage_record_item_default', 'usage_record_item_2027_04']) {
      await assert.rejects(m.write(sql`select 1 from ${sql.table(table)}`), /permission denied/);
    }
    const foreign = await m.database.write('0198a000-0000-7000-8000-0000000000ff', (db) =>
      sql`select id from usage_record_group`.execute(db.raw),
    );
    assert.equal(foreign.rows.length, 0);
  });
});

it('a price that the agreement has and that cannot be read is unknown, whatever the listing says', async () => {
  const dimensions = [{ key: 'users' }, { key: 'gb', rate: 3 }];
  const priceIn = async (unreadTerms: string[]): Promise<unknown[]> => {
    const { id } = await m.anEntitlement({ product: 1, info: { dimensions, awsAgreement: { unreadTerms } } });
    const listing = JSON.stringify([{ key: 'users', rate: 7 }]);
    await m.write(sql`update product set info = info || jsonb_build_object('dimensions', ${listing}::jsonb)
      where id = (select product_id from entitlement where id = ${id})`);
    const found = (await m.act((call) => findMeteredEntitlements(call.db, [id]))).get(id);
    return ['users', 'gb'].map((key) => found && unitPriceOf(found, key));
  };
  assert.deepEqual(await priceIn(['upliftTerm']), ['7', '3']);
  assert.deepEqual(await priceIn(['usageBasedPricingTerm']), [null, '3']);
});
