import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { swaps } from '../../../db/citus/placements.ts';
import { big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { foldUsageTotals } from './fold-totals.ts';
import { aggregateUsageRecordGroups, aggregateUsageRecordReports } from './reads.ts';
import { UsageTotalParams } from './schema.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type Query = z.output<typeof UsageTotalParams>;
type Total = { date: string; dimensionKey: string; quantity: string };

const wide = { partner: 'AWS', granularity: 'day', startDate: '2026-11-01', endDate: '2027-06-30' } as const;

const ask = async (of: 'groups' | 'reports', query: Partial<Query> = {}): Promise<Total[]> => {
  const call = { db: m.database.read(m.orgId), orgId: m.orgId, now: m.now() } as unknown as ReadCall;
  const read = of === 'groups' ? aggregateUsageRecordGroups : aggregateUsageRecordReports;
  const rows = await read(call, { query: { ...wide, ...query } });
  return rows.map((row) => ({
    ...row,
    quantity: big(isRawNumber(row.quantity) ? row.quantity.rawJSON : row.quantity).toFixed(),
  }));
};

type Filter = { productId?: string; entitlementId?: string; buyerId?: string };

/** The same, summed from the usage itself. */
const sumRaw = (
  of: 'groups' | 'reports',
  { productId, entitlementId, buyerId }: Filter,
  granularity: 'day' | 'month',
) => {
  const only = (column: string, id?: string) => (id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}::uuid`);
  const owned = (alias: string) =>
    sql`${only(`${alias}.product_id`, productId)} and ${only(`${alias}.entitlement_id`, entitlementId)} and ${only(`${alias}.buyer_id`, buyerId)}`;
  const source =
    of === 'groups'
      ? sql`select g.usage_time as time, i.dimension, i.quantity from usage_record_item i
          join usage_record_group g on g.org_id = i.org_id and g.creation_month = i.creation_month and g.id = i.group_id
          where i.state not in ('INVALID', 'DELETED') and ${owned('g')}`
      : sql`select r.hour as time, r.dimension, r.quantity from usage_report_row r
          join usage_report p on p.org_id = r.org_id and p.id = r.report_id
          where r.kind = 'LIVE' and r.state <> 'FAILED' and r.quantity > 0 and ${owned('p')}`;
  return m.select<Total>(sql`
    select date_trunc(${granularity}, time at time zone 'UTC')::date::text as date, dimension as "dimensionKey",
      trim_scale(sum(quantity))::text as quantity
    from (${source}) as usage group by 1, 2 order by 1, 2`);
};

const sameTotals = async (): Promise<void> => {
  const owners = await m.select<{ entitlement_id: string; product_id: string; buyer_id: string }>(
    sql`select distinct entitlement_id, product_id, buyer_id from usage_record_group order by 1 limit 4`,
  );
  const filters: Filter[] = [{}];
  for (const { entitlement_id: entitlementId, product_id: productId, buyer_id: buyerId } of owners) {
    filters.push({ entitlementId }, { productId }, { buyerId }, { productId, buyerId }, { entitlementId, productId });
    filters.push({ entitlementId, buyerId }, { entitlementId, productId, buyerId });
    // Another entitlement's product: nothing, unless both have the same.
    filters.push({ entitlementId, productId: owners[0]?.product_id ?? productId });
  }
  for (const kind of ['groups', 'reports'] as const) {
    for (const granularity of ['day', 'month'] as const) {
      for (const filter of filters) {
        const asked = {
          granularity,
          ...(filter.productId ? { productId: encodeId('prod', filter.productId) } : {}),
          ...(filter.entitlementId ? { entitlementId: encodeId('ent', filter.entitlementId) } : {}),
          ...(filter.buyerId ? { buyerId: encodeId('buyer', filter.buyerId) } : {}),
        };
        assert.deepEqual(
          await ask(kind, asked),
          await sumRaw(kind, filter, granularity),
          `${kind} ${JSON.stringify(asked)}`,
        );
      }
    }
  }
};

type Step =
  | { does: 'report'; entitlement: number; dimension: string; quantity: number; hoursAgo: number; id: number | null }
  | { does: 'batch'; size: number; entitlement: number; hoursAgo: number }
  | { does: 'advance'; hours: number }
  | { does: 'run'; refuses: boolean }
  | { does: 'retry' | 'remove'; pick: number }
  | { does: 'fold' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      entitlement: fc.nat(2),
      dimension: fc.constantFrom('users', 'gb'),
      quantity: fc.integer({ min: 1, max: 4_000 }).map((n) => n / 1_000),
      hoursAgo: fc.constantFrom(0, 1, 3, 30),
      id: fc.option(fc.nat(5)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('batch' as const),
      size: fc.integer({ min: 1, max: 12 }),
      entitlement: fc.nat(2),
      hoursAgo: fc.constantFrom(0, 2, 26),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('run' as const), refuses: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('retry' as const), pick: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove' as const), pick: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fold' as const) }) },
);

/** Refusals are expected: an id that is taken, usage outside any term, a group in the wrong status. */
const tolerate = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: { code?: string }) => {
    if (!['BadRequest', 'Conflict'].includes(error.code ?? '')) throw error;
  });
};

describe('totals of usage', () => {
  let round = 0;
  const equalAfterAnything = async (numRuns: number): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 25 }), async (sequence) => {
        round += 1;
        m.setNow(new Date(Date.parse('2026-11-10T10:05:00Z') + round * 3 * 24 * hour));
        const owned = [
          await m.anEntitlement(),
          await m.anEntitlement({ product: 1 }),
          await m.anEntitlement({ end: new Date(m.now().getTime() + 30 * hour) }),
        ];
        const groups: string[] = [];
        const timestampOf = (hoursAgo: number): string => new Date(m.now().getTime() - hoursAgo * hour).toISOString();
        for (const step of sequence) {
          if (step.does === 'report') {
            const { entitlement, dimension, quantity, hoursAgo } = step;
            const id = step.id === null ? `r${round}-${groups.length}` : `r${round}-again-${step.id}`;
            groups.push(id);
            const timestamp = timestampOf(hoursAgo);
            await tolerate(m.report(owned[entitlement]?.id ?? '', { [dimension]: quantity }, { id, timestamp }));
          } else if (step.does === 'batch') {
            const ids = Array.from({ length: step.size }, (_, index) => `r${round}-b${groups.length + index}`);
            groups.push(...ids);
            const body = ids.map((id, index) => ({
              id,
              entitlementID: owned[(step.entitlement + index) % owned.length]?.typeId,
              records: { users: index + 0.5, gb: 0.001 },
              timestamp: timestampOf(step.hoursAgo + (index % 3) * 24),
            }));
            await tolerate(m.reportBatch(body));
            await tolerate(m.reportBatch(body));
          } else if (step.does === 'advance') m.advance(step.hours * hour);
          else if (step.does === 'run') {
            m.marketplace.misbehave = () => (step.refuses ? 'refuse' : null);
            await m.runReport();
            m.marketplace.misbehave = () => null;
          } else if (step.does === 'fold') await foldUsageTotals(m.database);
          else {
            const id = groups[step.pick % Math.max(1, groups.length)];
            if (id === undefined || (await m.statusOf(id)) === '') continue;
            await tolerate(step.does === 'retry' ? m.retry(id) : m.remove(id));
          }
        }
        await sameTotals();
        assert.deepEqual(await m.imbalances(), []);
      }),
      { numRuns },
    );
    await foldUsageTotals(m.database);
    await sameTotals();
    const [left] = await m.select<{ count: number }>(sql`select count(*)::int as count from usage_total_change`);
    assert.equal(left?.count, 0);
  };

  it('equal the sum of the usage after anything, folded or not, for every filter', () => equalAfterAnything(12));

  it('do not wait: a report in an open transaction blocks neither another report nor the folding', async () => {
    m.setNow('2027-05-01T10:05:00Z');
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 });
    await foldUsageTotals(m.database);
    await m.report(id, { users: 2 });
    const [first, second] = [m.report(id, { users: 4 }), m.report(id, { users: 8 })];
    await foldUsageTotals(m.database);
    await Promise.all([first, second]);
    const total = async () => (await ask('groups', { startDate: '2027-05-01' })).map((one) => one.quantity);
    assert.deepEqual(await total(), ['15']);
    await foldUsageTotals(m.database);
    assert.deepEqual(await total(), ['15']);
  });

  it('are the same where triggers work row by row, as on a distributed database', async () => {
    const client = await m.database.pool.connect();
    try {
      await client.query('reset role');
      for (const { table, trigger, instead } of swaps)
        await client.query(`drop trigger ${trigger} on ${table}; ${instead}`);
    } finally {
      await client.query('set role mos_read');
      client.release();
    }
    await equalAfterAnything(6);
  });

  it('refuse a span that is too long or reversed, and find nothing for an unreadable id', async () => {
    const refused = (query: Partial<Query>) => assert.rejects(ask('groups', query), { code: 'BadRequest' });
    await refused({ startDate: '2026-11-02', endDate: '2026-11-01' });
    await refused({ startDate: '2026-01-01', endDate: '2027-01-02' });
    await refused({ granularity: 'month', startDate: '2020-01-01', endDate: '2026-11-01' });
    assert.deepEqual(await ask('groups', { productId: 'nonsense' }), []);
    assert.deepEqual(await ask('groups', { partner: 'GCP' }), []);
  });
});

describe('deleting a group', () => {
  it('leaves unreported usage out of the next report, keeps the id taken, and shows in the balance', async () => {
    m.setNow('2027-06-01T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await m.report(id, { users: 3 }, { id: 'wrong' });
    await m.report(id, { users: 4 }, { id: 'right' });
    const deleted = await m.remove('wrong');
    assert.equal(deleted.status, 'DELETED');
    assert.equal(deleted.dimensionStates.users?.status, 'DELETED');
    m.setNow('2027-06-01T11:16:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2027-06-01T10:00:00.000Z`), '4');
    await assert.rejects(m.report(id, { users: 5 }, { id: 'wrong' }), { code: 'Conflict' });
    await assert.rejects(m.remove('wrong'), { code: 'Conflict' });
    await assert.rejects(m.remove('right'), { code: 'Conflict' });
    const deletedOf = (await m.balance()).filter((one) => one.entitlementId === id).map((one) => Number(one.deleted));
    assert.deepEqual(deletedOf, [3]);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is refused if one part of it was reported, even if the group is INVALID, and once a part was retried', async () => {
    m.setNow('2027-06-02T10:05:00Z');
    const { id } = await m.anEntitlement({ end: new Date('2027-06-02T11:00:00Z') });
    await m.report(id, { users: 1 });
    m.setNow('2027-06-02T11:16:00Z');
    await m.runReport();
    const timestamp = '2027-06-02T10:30:00Z';
    await m.report(id, { users: 1, gb: 1 }, { id: 'half', timestamp });
    await m.runReport();
    assert.equal(await m.statusOf('half'), 'INVALID', 'gb was reported, users came too late');
    await assert.rejects(m.remove('half'), { code: 'Conflict' });
    await m.report(id, { users: 1 }, { id: 'late', timestamp });
    await m.runReport();
    assert.equal((await m.remove('late')).status, 'DELETED');
    assert.deepEqual(await m.imbalances(), []);
  });
});

it('totals can be requested for both providers of direct billing, and are empty', async () => {
  for (const partner of ['STRIPE', 'ADYEN'])
    for (const counted of ['groups', 'reports'] as const)
      assert.deepEqual(await ask(counted, UsageTotalParams.parse({ ...wide, partner })), []);
});
