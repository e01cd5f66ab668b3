import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { Big } from '../../../kit/decimal.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageRecordReports } from '../usage-record-report/reads.ts';
import { listUsageRecordGroups } from './reads.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const hour = 3_600_000;

const readCall = () =>
  ({
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/x',
    setHeader: () => {},
  }) as unknown as ReadCall;
/** Everything since the scenarios began; they move the time by days. */
const query = (entitlementId: string) => ({ entitlementId, startDate: '2026-10-01', endDate: '2027-12-31' }) as never;
/** A view as a client reads it. */
const asSent = <T>(view: T): T => JSON.parse(JSON.stringify(view)) as T;
const groupsOf = async (entitlementId: string) =>
  asSent((await listUsageRecordGroups(readCall(), { query: query(entitlementId) })).usageRecordGroups);
const reportsOf = async (entitlementId: string) =>
  (await listUsageRecordReports(readCall(), { query: query(entitlementId) })).usageRecordReports;

it('a group with one dimension that is too late shows that the other was counted', async () => {
  m.setNow('2026-11-03T10:30:00Z');
  const { id, typeId, license } = await m.anEntitlement({ end: new Date('2026-11-03T11:00:00Z') });
  await m.report(id, { users: 2 });
  m.setNow('2026-11-03T11:20:00Z');
  await m.runReport();
  const late = await m.report(id, { users: 3, gb: 4 }, { timestamp: '2026-11-03T10:40:00Z' });
  assert.deepEqual(asSent(late.dimensionStates), {
    users: { status: 'CREATED', quantity: 3, hour: '2026-11-03T10:00:00.000Z' },
    gb: { status: 'CREATED', quantity: 4, hour: '2026-11-03T10:00:00.000Z' },
  });
  await m.runReport();
  m.advance(25 * hour);
  await m.runReport();
  const group = (await groupsOf(typeId)).find((one) => one.id === late.id);
  const reportId = group?.dimensionStates.gb?.usageRecordReportID;
  assert.match(reportId ?? '', /^report_/);
  assert.deepEqual(
    [group?.status, group?.dimensionStates],
    [
      'INVALID',
      {
        gb: {
          status: 'REPORTED',
          quantity: 4,
          reportedQuantity: 4,
          hour: '2026-11-03T10:00:00.000Z',
          usageRecordReportID: reportId,
        },
        users: { status: 'INVALID', quantity: 3, cause: 'LATE', hour: '2026-11-03T10:00:00.000Z' },
      },
    ],
  );
  assert.equal(m.marketplace.journal.get(`${license} gb 2026-11-03T10:00:00.000Z`), '4');
});

it('a dimension that the marketplace refuses shows that, in the group and in the report', async () => {
  m.setNow('2026-11-05T10:30:00Z');
  const { id, typeId } = await m.anEntitlement();
  const { id: groupId } = await m.report(id, { users: 2, bad: 3 });
  m.setNow('2026-11-05T11:20:00Z');
  await m.runReport();
  const [group] = await groupsOf(typeId);
  const [report] = await reportsOf(typeId);
  assert.equal(group?.id, groupId);
  assert.equal(group?.status, 'REPORT_FAILED');
  const refused = 'InvalidUsageDimensionException: InvalidUsageDimensionException';
  const { users, bad } = group?.dimensionStates ?? {};
  assert.deepEqual([users?.status, users?.reportedQuantity], ['REPORTED', 2]);
  assert.deepEqual([bad?.status, bad?.reportedQuantity, bad?.message], ['REPORT_FAILED', undefined, refused]);
  assert.equal(report?.info.status, 'FAILED');
  assert.deepEqual(report?.info.dimensionStates, {
    bad: { status: 'FAILED', message: refused },
    users: { status: 'SUCCESS' },
  });
  assert.deepEqual(asSent((await m.retry(groupId)).dimensionStates.bad), {
    status: 'CREATED',
    quantity: 3,
    hour: '2026-11-05T10:00:00.000Z',
  });
});

it('a repeated group is answered with its current state', async () => {
  m.setNow('2026-11-06T10:30:00Z');
  const { typeId } = await m.anEntitlement();
  const body = [{ id: 'again', entitlementID: typeId, records: { users: 2 } }];
  await m.reportBatch(body);
  m.setNow('2026-11-06T11:20:00Z');
  await m.runReport();
  const [old, fresh] = await m.reportBatch([...body, { ...body[0], id: 'fresh' }]);
  assert.deepEqual([old?.dimensionStates.users?.status, fresh?.dimensionStates.users?.status], ['REPORTED', 'CREATED']);
});

it('what a SHADOW account computes is not submitted, and is not shown as counted', async () => {
  m.setNow('2026-11-07T10:30:00Z');
  const { id, typeId } = await m.anEntitlement();
  await m.report(id, { users: 2 });
  await m.setConnection('SHADOW');
  m.setNow('2026-11-07T11:20:00Z');
  await m.runReport();
  await m.setConnection('LIVE');
  const { users } = (await groupsOf(typeId))[0]?.dimensionStates ?? {};
  assert.deepEqual([users?.status, users?.reportedQuantity, users?.message], ['REPORTED', undefined, 'SHADOW']);
});

const dimensions = ['users', 'gb', 'bad'] as const;
const report = fc.record({
  does: fc.constant('report' as const),
  cents: fc.record({ users: fc.nat(250), gb: fc.nat(250), bad: fc.nat(120) }),
  hoursAgo: fc.nat(26),
});
const submit = fc.record({
  does: fc.constant('submit' as const),
  fault: fc.constantFrom('timeout-before', 'timeout-after', 'throttle', 'unprocessed', 'half', null, null, null),
  hours: fc.nat(3),
});
const retry = fc.record({ does: fc.constant('retry' as const), nth: fc.nat(20) });

/** Sums by dimension and state over all groups, and the same according to the reports and the marketplace. */
const checkSums = async (typeId: string, license: string, allKnown: boolean): Promise<void> => {
  const groups = await groupsOf(typeId);
  const reports = await reportsOf(typeId);
  for (const dimension of dimensions) {
    const states = groups.flatMap((group) => group.dimensionStates[dimension] ?? []);
    const sum = (of: (one: (typeof states)[number]) => unknown): string =>
      states.reduce((total, one) => total.plus(String(of(one) ?? 0)), new Big(0)).toFixed();
    const accepted = groups.reduce((total, group) => total.plus(String(group.records[dimension] ?? 0)), new Big(0));
    assert.equal(
      sum((one) => one.quantity),
      accepted.toFixed(),
      'each unit has a state',
    );
    const submitted = reports.filter((one) => one.info.dimensionStates?.[dimension]?.status === 'SUCCESS');
    const inReports = submitted.reduce((total, { info }) => {
      const part = (name: 'reportedRecords' | 'newDecimalParts' | 'decimalParts') =>
        String(info[name]?.[dimension] ?? 0);
      return total.plus(part('reportedRecords')).plus(part('newDecimalParts')).minus(part('decimalParts'));
    }, new Big(0));
    assert.equal(
      sum((one) => one.reportedQuantity),
      inReports.toFixed(),
      `${dimension}: groups and reports`,
    );
    const counted = [...m.marketplace.journal]
      .filter(([key]) => key.startsWith(`${license} ${dimension} `))
      .reduce((total, [, quantity]) => total.plus(quantity), new Big(0));
    const confirmed = submitted.reduce(
      (total, { info }) => total.plus(String(info.reportedRecords?.[dimension])),
      new Big(0),
    );
    if (allKnown) assert.equal(confirmed.toFixed(), counted.toFixed(), `${dimension}: what the marketplace counted`);
    else assert.ok(confirmed.lte(counted), `${dimension}: nothing is shown as counted that is not`);
    for (const one of states)
      assert.equal(one.reportedQuantity !== undefined, one.status === 'REPORTED', 'only what is REPORTED was counted');
  }
};

const settleAll = async (id: string, license: string): Promise<void> => {
  const rows = await m.select<{ report_id: string; dimension: string; quantity: string; told_time: Date }>(sql`
    select report_id, dimension, quantity, told_time from usage_report_row
    where entitlement_id = ${id} and message = 'OUTCOME_UNKNOWN' and state = 'REPORT_PENDING'`);
  for (const row of rows) {
    const held = m.marketplace.journal.get(`${license} ${row.dimension} ${row.told_time.toISOString()}`);
    const outcome = held === row.quantity ? 'COUNTED' : 'NOT_COUNTED';
    await m.settle(row.report_id, outcome, { dimensions: [row.dimension] }).catch((error: Error) => {
      assert.match(error.message, /Nothing was settled/);
    });
  }
};

it('summed over groups, dimensions show exactly what the marketplace counted, and what is open, failed and too late', async () => {
  let round = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof({ arbitrary: report, weight: 4 }, { arbitrary: submit, weight: 4 }, { arbitrary: retry, weight: 2 }),
        {
          minLength: 6,
          maxLength: 24,
        },
      ),
      async (steps) => {
        round += 1;
        m.setNow(new Date(Date.UTC(2026, 11, 3 + round, 12, 5)));
        const { id, typeId, license } = await m.anEntitlement({ start: new Date(Date.UTC(2026, 11, 1)) });
        const look = async (): Promise<void> => {
          for (const group of await groupsOf(typeId))
            for (const one of Object.values(group.dimensionStates)) seen.add(one.status);
        };
        for (const step of steps) {
          if (step.does === 'report') {
            const records = Object.fromEntries(
              Object.entries(step.cents).map(([dimension, cents]) => [
                dimension,
                JSON.rawJSON((cents / 100).toFixed(2)),
              ]),
            );
            if (!Object.values(step.cents).some(Boolean)) continue;
            const timestamp = new Date(m.now().getTime() - step.hoursAgo * hour).toISOString();
            await m.report(id, records, { timestamp });
          } else if (step.does === 'submit') {
            m.advance((step.hours + 1) * hour);
            m.marketplace.misbehave = () => step.fault;
            await m.runReport();
            m.marketplace.misbehave = () => null;
          } else {
            const failed = (await groupsOf(typeId)).filter((group) => group.status === 'REPORT_FAILED');
            const group = failed[step.nth % Math.max(1, failed.length)];
            if (group) await m.retry(group.id);
          }
          if (step.does !== 'submit') continue;
          await checkSums(typeId, license ?? '', false);
          await look();
        }
        m.advance(26 * hour);
        await m.runReport();
        m.advance(16 * 60_000);
        await settleAll(id, license ?? '');
        await checkSums(typeId, license ?? '', true);
        assert.deepEqual(await m.imbalances(), []);
        await look();
      },
    ),
    { numRuns: 12 },
  );
  for (const status of ['REPORTED', 'REPORT_FAILED']) assert.ok(seen.has(status), `${status} was seen`);
});
