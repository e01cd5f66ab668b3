import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageRecordReports } from './reads.ts';
import { UsageRecordReportListParams } from './schema.ts';

let m: Metering;
before(async () => {
  m = await startMetering(undefined, 'AZURE');
});
after(() => m.close());

type Item = { recurringUnit: string; quantity?: number; isInfinite?: boolean };
const month = (quantity: number): Item => ({ recurringUnit: 'Monthly', quantity });
const year = (quantity: number): Item => ({ recurringUnit: 'Annual', quantity });

const dimension = (planId: string, items: Item[] | undefined, key = 'users') => ({
  key,
  planId,
  rate: 2,
  ...(items ? { includedBaseQuantities: items } : {}),
});
const agreed = (items: Item[] | undefined, { planId = 'gold', termUnit = 'P1M' } = {}) => ({
  azureSubscriptions: [{ planId, term: { termUnit } }],
  dimensions: [dimension(planId, items), dimension(planId, items, 'bad')],
});

const info = {
  dimensions: [
    { key: 'users', rate: 2 },
    { key: 'bad', rate: 2 },
  ],
};
/** A subscription to a plan that includes this quantity. */
const subscribe = (items: Item[] | undefined, start: string, more: Parameters<Metering['anEntitlement']>[0] = {}) =>
  m.anEntitlement({ info, start: new Date(`${start}Z`), agreed: agreed(items), ...more });

/** Uses and submits some of it in the hour of a time. */
const use = async (id: string, time: string, records: object, more: object = {}) => {
  m.setNow(`${time}Z`);
  const group = await m.report(id, records, more);
  m.advance(75 * 60_000);
  await m.runReport();
  return group;
};

/** Accepted = included + paid for + submitted. */
const rowsOf = async (id: string): Promise<string[]> => {
  const rows = await m.select<{ line: string }>(sql`
    select trim_scale(accepted) || ' = ' || trim_scale(included) || ' + ' || trim_scale(credited) || ' + ' ||
      trim_scale(committed) || ', ' || quantity as line
    from usage_report_row where entitlement_id = ${id} order by hour, kind, dimension`);
  return rows.map((row) => row.line);
};
const causeOf = async (id: string): Promise<string | null | undefined> =>
  (await m.select<{ cause: string | null }>(sql`select cause from usage_record_item where entitlement_id = ${id}`))[0]
    ?.cause;
const sound = async () => {
  assert.deepEqual(await m.imbalances(), []);
  assert.deepEqual(await m.wrongIncluded(), []);
};

describe('the quantity that the price of a plan includes', () => {
  it('is not submitted: each month from the start on, only usage above it is', async () => {
    const { id, license } = await subscribe([month(10), year(500)], '2026-01-31T09:30:00');
    await use(id, '2026-02-27T10:05:00', { users: 7.5 });
    await use(id, '2026-02-28T08:05:00', { users: 4.25 });
    await use(id, '2026-02-28T09:05:00', { users: 1 });
    await use(id, '2026-02-28T10:05:00', { users: 12 });
    assert.deepEqual(await rowsOf(id), [
      '7.5 = 7.5 + 0 + 0, 0',
      '4.25 = 2.5 + 0 + 0, 1',
      '1 = 0 + 0 + 0, 1',
      '12 = 10 + 0 + 0, 2',
    ]);
    const submitted = [...m.marketplace.journal].filter(([key]) => key.startsWith(`${license} `));
    assert.deepEqual(
      submitted.map(([, quantity]) => quantity),
      ['1', '1', '2'],
      'the fraction is carried: 1.75, 1, 2',
    );
    await sound();
  });

  it('counts by the year in a yearly subscription, without limit where the plan says so, and not at all where it does not apply', async () => {
    const yearly = await subscribe([month(10), year(15)], '2027-03-01T00:00:00', {
      agreed: agreed([month(10), year(15)], { termUnit: 'P1Y' }),
    });
    await use(yearly.id, '2027-03-02T10:05:00', { users: 12 });
    await use(yearly.id, '2027-11-02T10:05:00', { users: 12 });
    await use(yearly.id, '2028-02-29T23:05:00', { users: 1 });
    await use(yearly.id, '2028-03-01T00:05:00', { users: 16 });
    assert.deepEqual(await rowsOf(yearly.id), [
      '12 = 12 + 0 + 0, 0',
      '12 = 3 + 0 + 0, 9',
      '1 = 0 + 0 + 0, 1',
      '16 = 15 + 0 + 0, 1',
    ]);
    const endless = await subscribe([{ recurringUnit: 'Monthly', isInfinite: true }], '2028-01-01T00:00:00');
    await use(endless.id, '2028-03-02T10:05:00', { users: 1_999_999_999 });
    assert.deepEqual(await rowsOf(endless.id), ['1999999999 = 1999999999 + 0 + 0, 0']);
    const nothing = await subscribe(undefined, '2028-01-01T00:00:00');
    await use(nothing.id, '2028-03-03T10:05:00', { users: 3 });
    assert.deepEqual(await rowsOf(nothing.id), ['3 = 0 + 0 + 0, 3']);
    await sound();
  });

  it('comes before credit, credit before commit, and the report shows it', async () => {
    await m.write(sql`
      update connection set settings = settings || '{"enableCommitWithAdditionalUsageMetering":true}' where org_id = ${m.orgId}`);
    const { id, typeId } = await subscribe([month(3)], '2028-04-01T00:00:00', { credit: 4, commit: 6 });
    await use(id, '2028-04-02T10:05:00', { users: 10.5 });
    assert.deepEqual(await rowsOf(id), ['10.5 = 3 + 2 + 3, 2']);
    const query = UsageRecordReportListParams.parse({ entitlementId: typeId });
    const read = {
      db: m.database.read(m.orgId),
      orgId: m.orgId,
      now: m.now(),
      url: '/x',
      setHeader: () => {},
    } as never;
    const { usageRecordReports } = await listUsageRecordReports(read, { query });
    assert.partialDeepStrictEqual(usageRecordReports[0]?.info, {
      includedRecords: { users: 3 },
      creditRecords: { users: 2 },
      reportedRecords: { users: 2 },
      newDecimalParts: { users: 0.5 },
    });
    await m.write(sql`
      update connection set settings = settings - 'enableCommitWithAdditionalUsageMetering' where org_id = ${m.orgId}`);
    await sound();
  });

  it('starts anew in the next term: after a renewal, and after a change of plan', async () => {
    const first = await subscribe([month(5)], '2028-05-01T00:00:00', { end: new Date('2028-05-11T00:00:00Z') });
    await use(first.id, '2028-05-10T22:05:00', { users: 8 });
    const next = async (start: string, end: string | null, document: object) =>
      m.write(sql`
        insert into entitlement_term (org_id, id, entitlement_id, type, partner, external_entitlement_id, product_id, start_time,
          end_time, entitlement_info, creation_time, last_update_time)
        select org_id, ${m.environment.ids.next()}, entitlement_id, 'AutoRenew', partner, external_entitlement_id, product_id,
          ${start}, ${end}, ${JSON.stringify(document)}::jsonb, ${m.now()}, ${m.now()}
        from entitlement_term where id = ${first.termId}`);
    await next('2028-05-11T00:00:00Z', '2028-05-12T12:00:00Z', agreed([month(5)]));
    await use(first.id, '2028-05-11T10:05:00', { users: 8 });
    await next('2028-05-12T12:00:00Z', null, agreed([month(2)], { planId: 'silver' }));
    await use(first.id, '2028-05-12T13:05:00', { users: 8 });
    assert.deepEqual(await rowsOf(first.id), ['8 = 5 + 0 + 0, 3', '8 = 5 + 0 + 0, 3', '8 = 2 + 0 + 0, 6']);
    await sound();
  });

  it('for late usage is that of the month in which it was used, and frozen rows stay as they are', async () => {
    const { id } = await subscribe([month(10)], '2028-06-15T00:00:00');
    await use(id, '2028-07-14T22:05:00', { users: 6 });
    m.setNow('2028-07-14T23:05:00Z');
    await m.report(id, { users: 14 });
    m.setNow('2028-07-15T00:20:00Z');
    await m.runReport();
    const frozen = await rowsOf(id);
    assert.deepEqual(frozen, ['6 = 6 + 0 + 0, 0', '14 = 4 + 0 + 0, 10']);
    await m.report(id, { users: 3 }, { timestamp: '2028-07-14T23:30:00Z' });
    m.setNow('2028-07-15T00:40:00Z');
    await m.report(id, { users: 5.25 });
    m.setNow('2028-07-15T01:20:00Z');
    await m.runReport();
    assert.deepEqual(
      await rowsOf(id),
      [...frozen, '8.25 = 5.25 + 0 + 0, 3'],
      '3 of them of a month of which nothing is left',
    );
    const [row] = await m.select(sql`
      select included_of from usage_report_row where entitlement_id = ${id} order by hour desc limit 1`);
    assert.deepEqual(row, { included_of: [['2028-07-15T00:00:00.000Z', '5.25']] });
    await sound();
  });

  it('is returned by refused usage that is submitted again, to the period that it came from', async () => {
    const { id } = await subscribe([month(10)], '2028-08-01T00:00:00');
    const group = await use(id, '2028-08-02T10:05:00', { bad: 12 });
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    assert.deepEqual(await rowsOf(id), ['12 = 10 + 0 + 0, 2']);
    await m.retry(group.id);
    assert.deepEqual(await rowsOf(id), ['0 = 0 + 0 + 0, 2']);
    const left = await m.select(sql`select used from usage_included where entitlement_id = ${id}`);
    assert.deepEqual(left, [{ used: '0' }]);
    await sound();
    m.advance(60_000);
    await m.runReport();
    assert.deepEqual((await rowsOf(id)).sort(), ['0 = 0 + 0 + 0, 2', '12 = 10 + 0 + 0, 2']);
    await sound();
  });

  it('is unknown for a plan that nobody describes: its usage waits and leaves no trace, until someone describes it', async () => {
    const { id, license } = await subscribe([month(4)], '2028-09-01T00:00:00', {
      agreed: { ...agreed([]), dimensions: [dimension('silver', [month(4)])] },
    });
    const test = { enableTestUsageMetering: true };
    const tested = await subscribe([], '2028-09-01T00:00:00', { agreed: {}, metaInfo: test });
    m.setNow('2028-09-02T09:05:00Z');
    await m.report(tested.id, { users: 2 });
    await use(id, '2028-09-02T10:05:00', { users: 6 });
    assert.equal(await causeOf(id), 'INCLUDED_UNKNOWN');
    assert.deepEqual(await rowsOf(id), []);
    assert.deepEqual(await rowsOf(tested.id), ['2 = 0 + 0 + 0, 2'], 'what is only computed need not wait');
    const marks = async () => (await m.select(sql`select id from audit_event where org_id = ${m.orgId}`)).length;
    const before = await marks();
    m.advance(3_600_000);
    await m.runReport();
    assert.equal(await marks(), before);
    await sound();
    await m.write(sql`
      update product set info = jsonb_set(info, '{dimensions}', info -> 'dimensions' || ${JSON.stringify([dimension('gold', [month(4)])])}::jsonb)
      where org_id = ${m.orgId}`);
    await m.runReport();
    assert.deepEqual(await rowsOf(id), ['6 = 4 + 0 + 0, 2']);
    assert.equal(m.marketplace.journal.get(`${license} users 2028-09-02T10:00:00.000Z`), '2');
    await sound();
  });

  it('is used up in SHADOW as in LIVE, in a test period not at all', async () => {
    const { id } = await subscribe([month(10)], '2028-10-01T00:00:00');
    await m.setConnection('SHADOW');
    await use(id, '2028-10-02T10:05:00', { users: 8 });
    await m.setConnection('LIVE');
    await use(id, '2028-10-03T10:05:00', { users: 8 });
    assert.deepEqual(await rowsOf(id), ['8 = 8 + 0 + 0, 0', '8 = 2 + 0 + 0, 6']);
    const metaInfo = { enableTestUsageMetering: true, testUsageMeteringEndTime: '2028-10-04T11:00:00Z' };
    const test = await subscribe([month(10)], '2028-10-01T00:00:00', { metaInfo });
    await use(test.id, '2028-10-04T10:05:00', { users: 4 });
    await use(test.id, '2028-10-04T12:05:00', { users: 4 });
    assert.deepEqual(await rowsOf(test.id), ['4 = 0 + 0 + 0, 4', '4 = 4 + 0 + 0, 0']);
    await sound();
  });

  it('does not apply elsewhere: all usage is submitted to partners that deduct it themselves', async () => {
    const aws = await startMetering();
    try {
      aws.setNow('2026-12-20T10:05:00Z');
      const { id, license } = await aws.anEntitlement({ agreed: agreed([month(10)]) });
      await aws.report(id, { users: 3 });
      aws.advance(75 * 60_000);
      await aws.runReport();
      assert.equal(aws.marketplace.journal.get(`${license} users 2026-12-20T10:00:00.000Z`), '3');
    } finally {
      await aws.close();
    }
  });
});
