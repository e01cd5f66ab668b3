import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { readUsage } from '../../../adapters/revenue/gcp/read-usage.ts';
import type { RevenueChannel, UsageLine } from '../../../adapters/revenue/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { ingestEvents, ingestRows } from '../../revenue/record/actions/ingest-rows.ts';
import { prepareRow } from '../../revenue/record/actions/prepare-row.ts';
import { withdrawRows } from '../../revenue/record/actions/withdraw-rows.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageMeteringDailyRecords } from './reads.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type Shown = {
  date: string;
  entitlementID: string;
  key: string;
  quantity: number;
  amount?: number;
  currency?: string;
  source: string;
};

const list = async (query: object = {}, partner = 'AWS'): Promise<Shown[]> => {
  const call = {
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/usage',
    setHeader: () => {},
  } as unknown as ReadCall;
  const found: Shown[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const asked = { limit: '2', offset: String(offset), ...query };
    const reply = await listUsageMeteringDailyRecords(call, { params: { partner }, query: asked });
    found.push(...(reply.usageMeteringDailyRecords as Shown[]));
    offset = reply.nextOffset;
  }
  return found;
};

it('usage is listed by the day of its hour, entitlement and dimension, as far as the marketplace has acknowledged it', async () => {
  const one = await m.anEntitlement({ product: 0 });
  const other = await m.anEntitlement({ product: 1 });
  m.setNow('2026-11-10T22:30:00Z');
  const given: [{ id: string }, Record<string, number>][] = [
    [one, { users: 3, gb: 2 }],
    [other, { users: 5 }],
    [one, { users: 4 }],
    [one, { bad: 9 }],
    [one, { gb: 1.5 }],
  ];
  for (const [{ id }, records] of given) {
    await m.report(id, records);
    m.advance(hour);
    await m.runReport();
    m.advance(hour / 60);
  }
  // Three reports belong to the next day. Half a unit is carried, and refused usage is left out.
  const expected = await m.select<{ day: string; entitlement_id: string; dimension: string; quantity: string }>(sql`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, entitlement_id, dimension, sum(quantity)::text as quantity
    from usage_report_row where state = 'SUCCESS' and quantity > 0 group by 1, 2, 3`);
  assert.ok(expected.length >= 4 && new Set(expected.map(({ day }) => day)).size === 2);
  const nameOf = ({ date, entitlementID, key, quantity }: Shown): string =>
    [date.slice(0, 10), entitlementID, key, quantity].join(' ');
  const found = await list();
  assert.deepEqual(
    found.map(nameOf).sort(),
    expected
      .map(({ day, entitlement_id: id, dimension, quantity }) =>
        [day, encodeId('ent', id), dimension, quantity].join(' '),
      )
      .sort(),
  );
  assert.ok(found.every(({ source }) => source === 'REPORTED'));
  assert.ok(!found.some(({ key }) => key === 'bad'));
  const dates = found.map(({ date }) => date);
  assert.deepEqual(dates, dates.toSorted().toReversed());
});

it('it is filtered by entitlement, buyer, days and marketplace', async () => {
  const all = await list();
  const [first] = all;
  assert.ok(first);
  const same = await list({ entitlementId: first.entitlementID });
  assert.ok(same.length < all.length);
  assert.deepEqual(
    same,
    all.filter(({ entitlementID }) => entitlementID === first.entitlementID),
  );
  const buyers = await m.select<{ buyer_id: string; entitlement_id: string }>(
    sql`select distinct buyer_id, entitlement_id from usage_report where buyer_id is not null`,
  );
  for (const buyer of new Set(buyers.map(({ buyer_id: id }) => id))) {
    const own = new Set(
      buyers.filter(({ buyer_id: id }) => id === buyer).map((one) => encodeId('ent', one.entitlement_id)),
    );
    assert.deepEqual(
      await list({ buyerId: encodeId('buyer', buyer) }),
      all.filter(({ entitlementID }) => own.has(entitlementID)),
    );
  }
  const day = { startDate: '2026-11-10', endDate: '2026-11-10' };
  assert.deepEqual(
    await list(day),
    all.filter(({ date }) => date.startsWith('2026-11-10')),
  );
  for (const none of [
    { entitlementId: 'nonsense' },
    { buyerId: encodeId('buyer', m.orgId) },
    { endDate: '2026-11-01' },
  ])
    assert.deepEqual(await list(none), []);
  assert.deepEqual(await list({}, 'GCP'), []);
});

const connectionId = '0198a000-0000-7000-8000-00000000c0de';

/** Stores rows that show usage, as a feed does; `version` orders those of a key. */
const show = (channel: RevenueChannel, shown: readonly (Partial<UsageLine> & { key: string; version?: string })[]) =>
  m.act(
    (call) =>
      ingestRows(call, {
        channel,
        connectionId,
        part: 'usage.csv',
        rows: shown.map(({ key, version = '1', ...usage }) =>
          prepareRow({
            row: {
              dataset: 'usage',
              key,
              version,
              isDeleted: usage.quantity === undefined,
              columns: { ...usage } as never,
            },
            lines: [],
            usage: { agreement: '', dimension: '', day: '', quantity: '0', telling: 0, ...usage },
          }),
        ),
      }),
    ingestEvents,
  );

const purchase = (partner: string, agreement: string, entitlementId: string) =>
  m.write(sql`
    insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
    values (${m.orgId}, ${agreement}, ${partner}, ${entitlementId}, ${agreement}, 'ACTIVE', 1)`);

const brief = ({ date, key, quantity, source }: Shown): string => [date.slice(0, 10), key, quantity, source].join(' ');

it('what the marketplace shows for a day, entitlement and dimension replaces what it acknowledged for them', async () => {
  const one = await m.anEntitlement({ product: 0 });
  const other = await m.anEntitlement({ product: 1 });
  await purchase('AWS', 'agmt-1', one.id);
  await purchase('AWS', 'agmt-1b', one.id);
  for (const [{ id }, records] of [
    [one, { users: 3, gb: 2 }],
    [other, { users: 5 }],
  ] as const) {
    m.setNow(`2026-11-14T1${id === one.id ? 0 : 3}:30:00Z`);
    await m.report(id, records);
    m.advance(hour);
    await m.runReport();
  }
  const of = ({ typeId }: { typeId: string }) => list({ entitlementId: typeId });
  assert.deepEqual((await of(one)).map(brief), ['2026-11-14 users 3 REPORTED', '2026-11-14 gb 2 REPORTED']);
  m.setNow('2026-11-15T12:00:00Z');
  const day = { agreement: 'agmt-1', day: '2026-11-14', dimension: 'users' };
  await show('AWS', [
    { ...day, key: 'a', quantity: '2.5', charge: { amount: '10', currency: 'USD' } },
    // An amendment is another agreement of the same entitlement.
    { ...day, agreement: 'agmt-1b', key: 'b', quantity: '1', charge: { amount: '4', currency: 'USD' } },
    { ...day, day: '2026-11-15', key: 'c', quantity: '9' },
    { ...day, agreement: 'agmt-unknown', key: 'd', quantity: '77' },
  ]);
  assert.deepEqual((await of(one)).map(brief), [
    '2026-11-15 users 9 MARKETPLACE',
    '2026-11-14 users 3.5 MARKETPLACE',
    '2026-11-14 gb 2 REPORTED',
  ]);
  const [, shown, reported] = await of(one);
  assert.deepEqual([shown?.amount, shown?.currency], [14, 'USD']);
  assert.equal(reported?.currency, undefined);
  assert.deepEqual((await of(other)).map(brief), ['2026-11-14 users 5 REPORTED']);
  await show('AWS', [
    { ...day, key: 'a', version: '2', quantity: '0', charge: { amount: '0', currency: 'EUR' } },
    { key: 'c', version: '2' },
  ]);
  const [restated, ...rest] = await of(one);
  assert.deepEqual(
    [restated, ...rest].map((row) => row && brief(row)),
    ['2026-11-14 users 1 MARKETPLACE', '2026-11-14 gb 2 REPORTED'],
  );
  assert.deepEqual([restated?.amount, restated?.currency], [undefined, undefined], 'currencies are never added');
  const buyers = await m.select<{ buyer_id: string }>(sql`select buyer_id from entitlement where id = ${one.id}`);
  const ofBuyer = await list({ buyerId: encodeId('buyer', buyers[0]?.buyer_id ?? ''), startDate: '2026-11-14' });
  assert.ok(ofBuyer.some((row) => brief(row) === '2026-11-14 users 1 MARKETPLACE'));
  assert.deepEqual(await list({ buyerId: encodeId('buyer', m.orgId), startDate: '2026-11-14' }), []);
  assert.deepEqual(
    (await list({ startDate: '2026-11-15', endDate: '2026-11-15' })).filter(({ source }) => source === 'MARKETPLACE'),
    [],
  );
});

it('GCP counts by SKU and by days in Los Angeles: a day that it shows replaces the whole of that day', async () => {
  const { id, typeId } = await m.anEntitlement();
  await purchase('GCP', 'order-1', id);
  const acknowledged = async (at: string, calls: number): Promise<void> => {
    m.setNow(new Date(new Date(at).getTime() + hour / 2));
    await m.report(id, { calls });
    m.advance(hour);
    await m.runReport();
  };
  await acknowledged('2026-11-12T07:00:00Z', 7);
  await acknowledged('2026-11-12T08:00:00Z', 5);
  await acknowledged('2026-11-13T07:00:00Z', 1);
  // The fake marketplace is AWS: the same rows as GCP would have acknowledged them.
  await m.write(sql`
    insert into usage_report_row
    select (jsonb_populate_record(r, jsonb_build_object('id', md5(r.id::text)::uuid, 'partner', 'GCP', 'scope', 'GCP'))).*
    from usage_report_row r where r.org_id = ${m.orgId} and r.entitlement_id = ${id} and r.partner = 'AWS'`);
  const days = { entitlementId: typeId, startDate: '2026-11-11', endDate: '2026-11-12' };
  assert.deepEqual((await list(days, 'GCP')).map(brief), [
    '2026-11-12 calls 6 REPORTED',
    '2026-11-11 calls 7 REPORTED',
  ]);
  const sku = { agreement: 'order-1', day: '2026-11-12', dimension: 'sku-calls' };
  const insights = [
    { ...sku, key: 'daily', quantity: '4', telling: 1 },
    { ...sku, key: 'month', quantity: '6', telling: 0 },
  ];
  await show('GCP', insights);
  assert.deepEqual((await list(days, 'GCP')).map(brief), [
    '2026-11-12 sku-calls 4 MARKETPLACE',
    '2026-11-11 calls 7 REPORTED',
  ]);
  await show('GCP', [
    { ...sku, key: 'incremental 1', quantity: '4', telling: 2 },
    { ...sku, key: 'incremental 2', quantity: '2', telling: 2 },
  ]);
  assert.deepEqual((await list(days, 'GCP')).map(brief), [
    '2026-11-12 sku-calls 6 MARKETPLACE',
    '2026-11-11 calls 7 REPORTED',
  ]);
  // The only row of the day before is of a subscription.
  const columns = { date: '2026-11-11', sku_id: 'sku-pro', entitlement_id: 'order-1', unit: 'mo', usage: '1' };
  const fee = { dataset: 'customer_insights', key: '2026-11-11|customer insights|1', version: '1', isDeleted: false };
  const row = { ...fee, columns: { ...columns, charges: '900', currency: 'USD' } };
  const of = { channel: 'GCP' as const, connectionId, part: 'fee.csv' };
  const rows = [prepareRow({ row, lines: [], usage: readUsage(row) })];
  await m.act((call) => ingestRows(call, { ...of, rows }), ingestEvents);
  assert.deepEqual((await list(days, 'GCP')).map(brief), [
    '2026-11-12 sku-calls 6 MARKETPLACE',
    '2026-11-11 calls 7 REPORTED',
  ]);
  const gone = { channel: 'GCP' as const, connectionId, part: 'usage.csv', isEmpty: true };
  assert.equal(await m.act((call) => withdrawRows(call, gone), ingestEvents), 4);
  assert.deepEqual((await list(days, 'GCP')).map(brief), [
    '2026-11-12 calls 6 REPORTED',
    '2026-11-11 calls 7 REPORTED',
  ]);
});
