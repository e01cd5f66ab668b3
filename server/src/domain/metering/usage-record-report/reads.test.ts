import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ReadCall } from '../../../contract/call.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageRecordGroups } from '../usage-record-group/reads.ts';
import { listUsageRecordReports } from './reads.ts';

let m: Metering;
let typeId: string;
before(async () => {
  m = await startMetering();
  const { id, typeId: text } = await m.anEntitlement();
  typeId = text;
  m.setNow('2026-10-28T10:05:00Z');
  await m.report(id, { users: 1.5, gb: 2 });
  m.setNow('2026-11-10T10:05:00Z');
  for (let count = 0; count < 3; count += 1) await m.report(id, { users: 1.5, gb: 2 });
  m.setNow('2026-11-10T11:20:00Z');
  await m.runReport();
});
after(() => m.close());

const read = async (): Promise<ReadCall> =>
  ({
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/x',
    setHeader: () => {},
    setVersion: () => {},
  }) as never;

const groups = async (query: object) => listUsageRecordGroups(await read(), { query: query as never });
const reports = async (query: object) => listUsageRecordReports(await read(), { query: query as never });

it('groups are listed newest first, by owner, status and day, with the offset of the next page', async () => {
  assert.equal((await groups({})).usageRecordGroups.length, 4, '30 days, across the border of a month');
  assert.equal((await groups({ startDate: '2026-11-10' })).usageRecordGroups.length, 3);
  assert.equal((await groups({ startDate: '2026-10-01', endDate: '2026-10-28' })).usageRecordGroups.length, 1);
  assert.equal((await groups({ status: 'REPORTED' })).usageRecordGroups.length, 3);
  assert.equal(
    (await groups({ status: 'INVALID', entitlementId: typeId })).usageRecordGroups.length,
    1,
    'that hour was not submitted in time',
  );
  assert.equal((await groups({ entitlementId: 'ent_unknown' })).usageRecordGroups.length, 0);
  const page = await groups({ limit: '3' });
  assert.equal(page.nextOffset, 3);
  const rest = await groups({ limit: '3', offset: '3' });
  assert.equal(rest.nextOffset, undefined);
  assert.deepEqual(
    rest.usageRecordGroups.map((group) => group.creationTime),
    ['2026-10-28T10:05:00.000Z'],
  );
  await assert.rejects(groups({ partner: 'AWS', entitlementId: typeId }), /only one of/);
  await assert.rejects(groups({ startDate: '2026-11-10', endDate: '2026-11-09' }), /is after endDate/);
});

it('a report shows its hour, what was submitted and carried by dimension, its groups and the raw call', async () => {
  const { usageRecordReports } = await reports({ entitlementId: typeId });
  assert.equal(usageRecordReports.length, 1);
  const [report] = usageRecordReports;
  const { usageRecordGroupIds, awsMeteringRequest, ...info } = report!.info;
  assert.equal(usageRecordGroupIds?.length, 3);
  assert.deepEqual(info, {
    startTime: '2026-11-10T10:00:00.000Z',
    endTime: '2026-11-10T11:00:00.000Z',
    partner: 'AWS',
    status: 'SUCCESS',
    dimensionStates: { gb: { status: 'SUCCESS' }, users: { status: 'SUCCESS' } },
    reportedRecords: { gb: 6, users: 4 },
    decimalParts: { gb: 0, users: 0 },
    newDecimalParts: { gb: 0, users: 0.5 },
    includedRecords: {},
    creditRecords: {},
    awsMeteringResponse: {},
  });
  // Rows of an hour are sent in the order of their ids.
  const { UsageRecords: sent = [] } = awsMeteringRequest as { UsageRecords?: { Dimension?: string }[] };
  assert.deepEqual(sent.map(({ Dimension }) => Dimension).sort(), ['gb', 'users']);
  const reported = (await groups({ status: 'REPORTED' })).usageRecordGroups;
  assert.ok(reported.every((group) => group.usageRecordReportID === report!.id && group.reportedTime !== undefined));
});

it('a report shows what credit and commit have paid for, at which price, and how much of them is used', async () => {
  const dimensions = [
    { key: 'users', rate: 2 },
    { key: 'gb', rate: 0.5 },
  ];
  const paid = await m.anEntitlement({ info: { dimensions }, credit: 10, commit: 50 });
  m.setNow('2026-11-11T10:05:00Z');
  await m.report(paid.id, { users: 6, gb: 2 });
  m.setNow('2026-11-11T11:20:00Z');
  await m.runReport();
  const [report] = (await reports({ entitlementId: paid.typeId })).usageRecordReports;
  assert.partialDeepStrictEqual(report!.info, {
    reportedRecords: { gb: 0, users: 1 },
    newDecimalParts: { gb: 0, users: 0.5 },
    creditRecords: { gb: 2, users: 4.5 },
    dimensionUnitPrice: { gb: 0.5, users: 2 },
    creditAmount: 10,
    usedCreditAmount: 10,
    usedCreditAmountIncrement: 10,
  });
  assert.ok(!('commitAmount' in report!.info), 'the commit was not looked at');
});
