import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageMeteringDailyRecords } from './reads.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type Shown = { date: string; entitlementID: string; key: string; quantity: number; amount?: number; source: string };

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

it('usage is listed by the day of its hour, entitlement and dimension, as far as the marketplace acknowledged it', async () => {
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
  // Three reports are of the next day. Half of a unit is carried, and what is refused is not there.
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

it('it is narrowed by entitlement, buyer, days and marketplace', async () => {
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
