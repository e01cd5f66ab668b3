import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { claimEvents, claimUsageReports } from './actions/claim-usage-reports.ts';
import { closeUsageHours, closingEvents } from './actions/close-usage-hours.ts';
import { outcomeEvents, recordUsageOutcomes } from './actions/record-usage-outcomes.ts';
import { listUsageRecordReports } from './reads.ts';
import type { SendOutcome } from './usage-record-report.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const query = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> => m.select<T>(statement);

/** A report with two dimensions that never got a response, 24 hours later. */
const anUnknownReport = async (time: string, records: object = { users: 4.5, gb: 2 }) => {
  m.setNow(time);
  const entitlement = await m.anEntitlement();
  const group = await m.report(entitlement.id, records);
  m.advance(75 * 60_000);
  m.marketplace.misbehave = () => 'timeout-before';
  await m.runReport();
  m.advance(23 * 3_600_000);
  await m.runReport();
  m.marketplace.misbehave = () => null;
  const [row] = await query<{ report_id: string }>(
    sql`select report_id from usage_report_row where entitlement_id = ${entitlement.id}`,
  );
  return { entitlement, group, reportId: row?.report_id ?? '' };
};

const stateOf = async (reportId: string) =>
  Object.fromEntries(
    (
      await query<{ dimension: string; state: string }>(
        sql`select dimension, state from usage_report_row where report_id = ${reportId}`,
      )
    ).map((row) => [row.dimension, row.state]),
  );

const eventsOf = async (typeId: string) =>
  query<{ payload: { priority?: string; message: string; status: string } }>(
    sql`select payload from outbox where name = 'usage_record_report.updated' and entity_id = ${typeId} order by version`,
  );

const auditCount = async (): Promise<number> =>
  (await query(sql`select id from audit_event where org_id = ${m.orgId}`)).length;

const linesOf = async (entitlementId: string) =>
  (await m.balance()).filter((line) => line.entitlementId === entitlementId);

describe('a report whose outcome is unknown', () => {
  it('is announced with priority HIGH, and retry names the way out', async () => {
    const { group, reportId } = await anUnknownReport('2026-11-02T10:05:00Z');
    await assert.rejects(m.retry(group.id), ({ info }: { info: { message: string }[] }) => {
      const [, typeId = ''] = /POST usageRecordReport\/(\S+)\/settle/.exec(info[0]?.message ?? '') ?? [];
      return decodeId('report', typeId) === reportId;
    });
    const view = await m.settle(reportId, 'COUNTED');
    const payloads = (await eventsOf(view.id)).map((event) => event.payload);
    assert.deepEqual(
      payloads.map((payload) => payload.priority),
      ['HIGH', undefined],
      'once when it became unknown, once when it was settled',
    );
  });

  it('succeeds when the usage was counted, once, and records who confirmed it and how', async () => {
    const { entitlement, group, reportId } = await anUnknownReport('2026-11-04T10:05:00Z');
    const before = await linesOf(entitlement.id);
    assert.deepEqual(
      before.map((line) => line.unknown),
      ['2', '4'],
    );
    const view = await m.settle(reportId, 'COUNTED');
    assert.equal(view.info.status, 'SUCCESS');
    assert.equal(view.info.message, 'SETTLED as COUNTED by test: seen on the invoice');
    assert.equal(await m.statusOf(group.id), 'REPORTED');
    assert.deepEqual(
      (await linesOf(entitlement.id)).map((line) => [line.acknowledged, line.unknown]),
      [
        ['2', '0'],
        ['4', '0'],
      ],
    );
    assert.deepEqual(await m.imbalances(), []);

    const audits = await auditCount();
    assert.deepEqual(await m.settle(reportId, 'COUNTED', { note: 'again' }), view);
    assert.deepEqual(await m.settle(reportId, 'COUNTED', { dimensions: ['gb'] }), view);
    assert.equal(await auditCount(), audits, 'repeating it changes nothing');
    await assert.rejects(m.settle(reportId, 'NOT_COUNTED'), ({ info }: { info: object }) => {
      assert.deepEqual(info, { status: 'SUCCESS', allowedFrom: ['OUTCOME_UNKNOWN'] });
      return true;
    });
    await assert.rejects(m.retry(group.id), /does not allow retry/);
    const { calls } = m.marketplace;
    m.advance(3_600_000);
    await m.runReport();
    assert.equal(m.marketplace.calls, calls, 'nothing is sent again');
    const settlements = await query<{ outcome: string; note: string; actor: { id: string } }>(
      sql`select s.outcome, s.note, s.actor from usage_settlement s join usage_report_row r on r.id = s.row_id where r.report_id = ${reportId}`,
    );
    assert.deepEqual(
      settlements.map((one) => [one.outcome, one.note, one.actor.id]),
      [
        ['COUNTED', 'seen on the invoice', 'test'],
        ['COUNTED', 'seen on the invoice', 'test'],
      ],
    );
    const read = { db: m.database.read(m.orgId), orgId: m.orgId, now: m.now(), url: '/x', setHeader: () => {} };
    const { usageRecordReports } = await listUsageRecordReports(read as unknown as ReadCall, {
      query: { entitlementId: entitlement.typeId } as never,
    });
    assert.deepEqual(usageRecordReports, [view]);
  });

  it('fails when the usage was not counted; its groups can be retried, and every unit is accounted for', async () => {
    const { entitlement, group, reportId } = await anUnknownReport('2026-11-06T10:05:00Z');
    const view = await m.settle(reportId, 'NOT_COUNTED');
    assert.equal(view.info.status, 'FAILED');
    assert.match(view.info.message ?? '', /^SETTLED as NOT_COUNTED by test/);
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    assert.deepEqual(
      (await linesOf(entitlement.id)).map((line) => [line.failed, line.unknown]),
      [
        ['2', '0'],
        ['4', '0'],
      ],
    );
    assert.deepEqual(await m.imbalances(), []);
    await m.retry(group.id);
    assert.deepEqual(await m.imbalances(), []);
    const again = await m.settle(reportId, 'NOT_COUNTED');
    assert.equal(again.info.message, view.info.message, 'it stays settled');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'INVALID', 'no marketplace accepts that hour any longer');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is submitted again after NOT_COUNTED while its hour is still accepted', async () => {
    m.setNow('2026-11-08T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    const group = await m.report(id, { users: 7 });
    m.setNow('2026-11-08T11:20:00Z');
    const answers: ('timeout-before' | 'refuse')[] = ['timeout-before', 'refuse', 'refuse'];
    m.marketplace.misbehave = () => answers.shift() ?? null;
    await m.runReport();
    m.advance(5 * 60_000);
    await m.runReport();
    const [row] = await query<{ report_id: string; message: string }>(
      sql`select report_id, message from usage_report_row where entitlement_id = ${id}`,
    );
    assert.equal(row?.message, 'OUTCOME_UNKNOWN', 'the refusal is not believed');
    await m.settle(row?.report_id ?? '', 'NOT_COUNTED');
    await m.retry(group.id);
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-08T10:00:00.000Z`), '7');
    assert.equal(await m.statusOf(group.id), 'REPORTED');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is settled dimension by dimension, and not for a dimension that it lacks', async () => {
    const { group, reportId } = await anUnknownReport('2026-11-10T10:05:00Z');
    await assert.rejects(
      m.settle(reportId, 'COUNTED', { dimensions: ['gb', 'Number of gb'] }),
      ({ info }: { info: object }) => {
        assert.deepEqual(info, [
          {
            path: 'dimensions.1',
            code: 'unknown_dimension',
            message: 'must be one of the dimensions of this report: gb, users',
          },
        ]);
        return true;
      },
    );
    await m.settle(reportId, 'COUNTED', { dimensions: ['gb'] });
    assert.deepEqual(await stateOf(reportId), { gb: 'SUCCESS', users: 'REPORT_PENDING' });
    assert.equal(await m.statusOf(group.id), 'REPORT_PENDING');
    await assert.rejects(m.settle(reportId, 'NOT_COUNTED', { dimensions: ['gb', 'users'] }), /does not allow settle/);
    assert.deepEqual(await stateOf(reportId), { gb: 'SUCCESS', users: 'REPORT_PENDING' }, 'all or nothing');
    await m.settle(reportId, 'NOT_COUNTED');
    assert.deepEqual(await stateOf(reportId), { gb: 'SUCCESS', users: 'FAILED' });
    const audits = await auditCount();
    await m.settle(reportId, 'NOT_COUNTED');
    assert.equal(await auditCount(), audits);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is settled once when two callers do it at the same time', async () => {
    const { reportId } = await anUnknownReport('2026-11-12T10:05:00Z');
    const answers = await Promise.allSettled([m.settle(reportId, 'COUNTED'), m.settle(reportId, 'NOT_COUNTED')]);
    assert.deepEqual(answers.map((one) => one.status).sort(), ['fulfilled', 'rejected']);
    const same = await anUnknownReport('2026-11-13T12:05:00Z');
    const audits = await auditCount();
    await Promise.all([m.settle(same.reportId, 'COUNTED'), m.settle(same.reportId, 'COUNTED')]);
    assert.equal(await auditCount(), audits + 1);
    assert.deepEqual(await m.imbalances(), []);
  });
});

describe('a settlement', () => {
  it('is refused for a report that does not exist, is in progress, or got a response', async () => {
    await assert.rejects(m.settle('0198a000-0000-7000-8000-0000000000aa', 'COUNTED'), /No such usage record report/);
    m.setNow('2026-11-14T10:05:00Z');
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 });
    m.setNow('2026-11-14T11:20:00Z');
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    m.marketplace.misbehave = () => null;
    const [row] = await query<{ report_id: string }>(
      sql`select report_id from usage_report_row where entitlement_id = ${id}`,
    );
    const refuses = (status: string) =>
      assert.rejects(m.settle(row?.report_id ?? '', 'COUNTED'), ({ code, info }: { code: string; info: object }) => {
        assert.deepEqual({ code, info }, { code: 'Conflict', info: { status, allowedFrom: ['OUTCOME_UNKNOWN'] } });
        return true;
      });
    await refuses('REPORT_PENDING');
    m.advance(5 * 60_000);
    await m.runReport();
    await refuses('SUCCESS');
  });

  it('waits for a response that may still arrive, and one that arrives later changes nothing', async () => {
    for (const late of ['ACCEPTED', 'REFUSED'] as const) {
      m.setNow(late === 'ACCEPTED' ? '2026-11-16T10:05:00Z' : '2026-11-18T10:05:00Z');
      const { id } = await m.anEntitlement();
      const group = await m.report(id, { users: 1 });
      m.advance(75 * 60_000);
      await m.act((call) => closeUsageHours(call, { partner: 'AWS', after: null }), closingEvents);
      m.advance(22.6 * 3_600_000);
      const { rows } = await m.act((call) => claimUsageReports(call, { partner: 'AWS', size: 25 }), claimEvents);
      assert.equal(rows.length, 1);
      m.advance(10 * 60_000);
      await m.runReport();
      const [row] = await query<{ report_id: string; message: string }>(
        sql`select report_id, message from usage_report_row where entitlement_id = ${id}`,
      );
      assert.equal(row?.message, 'OUTCOME_UNKNOWN');
      await assert.rejects(m.settle(row?.report_id ?? '', 'NOT_COUNTED'), /may still answer/);
      m.advance(10 * 60_000);
      await m.settle(row?.report_id ?? '', 'NOT_COUNTED');
      const results = rows.map((one) => ({
        ...one,
        outcome: late as SendOutcome,
        code: null,
        message: null,
        recordId: null,
        call: null,
      }));
      await m.act((call) => recordUsageOutcomes(call, { calls: [], results, repeated: false }), outcomeEvents);
      assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
      assert.deepEqual(await m.imbalances(), []);
    }
  });
});

it('usage that was abandoned meanwhile is not sent by a run that resumes late', async () => {
  m.setNow('2026-11-22T10:05:00Z');
  const { id, license } = await m.anEntitlement();
  const group = await m.report(id, { users: 3 });
  m.advance(75 * 60_000);
  await m.runReport(async (step) => {
    if (step !== 'claim 1') return;
    m.advance(24 * 3_600_000);
    await m.runReport();
    const [row] = await query<{ report_id: string }>(
      sql`select report_id from usage_report_row where entitlement_id = ${id}`,
    );
    await m.settle(row?.report_id ?? '', 'NOT_COUNTED');
  });
  assert.equal(m.marketplace.journal.has(`${license} users 2026-11-22T10:00:00.000Z`), false);
  assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
  assert.deepEqual(await m.imbalances(), []);
});

it('usage that still waits after its planned limit is reported in the log', async () => {
  m.setNow('2026-11-20T10:05:00Z');
  await m.report((await m.anEntitlement()).id, { users: 1 });
  m.marketplace.misbehave = () => 'throttle';
  for (const [time, warnings] of [
    ['2026-11-20T11:20:00Z', 0],
    ['2026-11-20T15:59:00Z', 0],
    ['2026-11-20T16:15:00Z', 1],
  ] as const) {
    m.setNow(time);
    m.warnings.length = 0;
    await m.runReport();
    assert.equal(m.warnings.length, warnings, time);
  }
  assert.deepEqual(m.warnings, [{ organization: encodeId('org', m.orgId), partner: 'AWS', rows: 1 }]);
  m.marketplace.misbehave = () => null;
});
