import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { MoneyLine, RevenueChannel } from '../../../adapters/revenue/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { type Metering, startMetering } from '../../metering/metering.test-support.ts';
import { ingestRows } from '../record/actions/ingest-rows.ts';
import { prepareRow } from '../record/actions/prepare-row.ts';
import { reconcileChannel, reconcileEvents, scheduleReconciliation } from './actions/reconcile-channel.ts';
import { listRevenueDifferences, listRevenuePayoutRecords, listRevenuePayouts } from './reads.ts';
import { reconcileKind } from './reconciliation.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const connectionId = '0198a000-0000-7000-8000-00000000c0de';

/** Sends rows, each with the lines that it states; a key that is sent again replaces what it had stated. */
const ingest = (channel: RevenueChannel, lines: readonly (MoneyLine & { key: string; version?: string })[]) =>
  m.act((call) =>
    ingestRows(call, {
      channel,
      connectionId,
      part: 'part',
      rows: [...Map.groupBy(lines, ({ key }) => key)].map(([key, own]) =>
        prepareRow({
          row: {
            dataset: 'feed',
            key,
            version: own[0]?.version ?? '1',
            isDeleted: false,
            columns: { stated: JSON.stringify(own) },
          },
          lines: own.map(({ key: _key, version: _version, ...line }) => line),
        }),
      ),
    }),
  );

const billed = (
  key: string,
  time: string,
  amount: string,
  changes: Partial<MoneyLine> & { version?: string } = {},
): MoneyLine & { key: string } => ({
  key,
  recordId: key,
  stage: 'BILLED',
  kind: 'REVENUE',
  nature: 'PLAIN',
  amount,
  currency: 'USD',
  time: new Date(time),
  references: {},
  ...changes,
});

/** The channel was read from January on, until now. */
const readThrough = (channel: string, time: Date) =>
  m.write(sql`
    insert into revenue_sync (org_id, channel, connection_id, last_sync_time, last_sync_status, backfill_start)
    values (${m.orgId}, ${channel}, ${connectionId}, ${time}, 'SUCCESS', '2026-01-01')
    on conflict (org_id, channel) do update set last_sync_time = excluded.last_sync_time`);

/** Runs due comparisons until only that of the next day is left. */
const reconcile = async (channel: RevenueChannel): Promise<void> => {
  await readThrough(channel, m.now());
  await m.act((call) => scheduleReconciliation(call, channel));
  for (;;) {
    const [due] = await m.select<{ entity_id: string; due_time: Date }>(
      sql`select entity_id, due_time from due where org_id = ${m.orgId} and kind = ${reconcileKind} and due_time <= ${m.now()} limit 1`,
    );
    if (!due) return;
    await m.act((call) => reconcileChannel(call, { entityId: due.entity_id }), reconcileEvents);
    await m.write(
      sql`delete from due where org_id = ${m.orgId} and kind = ${reconcileKind} and entity_id = ${due.entity_id} and due_time = ${due.due_time}`,
    );
  }
};

type Shown = {
  place: string;
  kind: string;
  cause: string | null;
  status: string;
  expected: string | null;
  billed: string;
};

const differences = (entitlementId: string): Promise<Shown[]> =>
  m.select<Shown>(sql`
    select place, kind, cause, status, expected::text, billed::text from revenue_difference
    where org_id = ${m.orgId} and entitlement_id = ${entitlementId} order by place`);

const brief = async (entitlementId: string): Promise<string[]> =>
  (await differences(entitlementId)).map(
    ({ place, kind, cause, status, expected, billed: amount }) =>
      `${status} ${place.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…')} ${kind} ${cause ?? '-'} ${expected ?? '-'} ${amount}`,
  );

let seenEvents = new Set<string>();

/** The events of differences since the last call. */
const takeEvents = async (): Promise<string[]> => {
  const rows = await m.select<{ id: string; name: string; payload: { place: string; priority?: string } }>(
    sql`select id, name, payload from outbox where org_id = ${m.orgId} and name like 'revenue_difference.%'
      order by payload ->> 'place', version`,
  );
  const fresh = rows.filter(({ id }) => !seenEvents.has(id));
  seenEvents = new Set(rows.map(({ id }) => id));
  return fresh.map(({ name, payload }) => `${name} ${payload.priority ?? '-'} ${payload.place.split(' ').at(-1)}`);
};

const named = (entitlementId: string, agreement: string, partner = 'AWS') =>
  m.write(sql`
    insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
    values (${m.orgId}, ${agreement}, ${partner}, ${entitlementId}, ${agreement}, 'ACTIVE', 1)`);

describe('reconciling a channel', () => {
  it('compares installments with bills, announces each difference once, and keeps those that are gone as resolved', async () => {
    m.setNow('2026-07-20T10:00:00Z');
    const installment = (month: string) => ({ amount: 400, chargeOn: `2026-${month}-05T00:00:00Z` });
    const { id } = await m.anEntitlement({
      commit: 2400,
      agreed: {
        currency: 'USD',
        paymentInstallments: ['02', '03', '04', '05', '06', '07', '08'].map(installment),
      },
    });
    await named(id, 'agmt-installments');
    const references = { agreement: 'agmt-installments' };
    await ingest('AWS', [
      billed('feb', '2026-02-05T08:00:00Z', '400', { references }),
      billed('feb2', '2026-02-06T08:00:00Z', '400', { references }),
      billed('apr', '2026-04-05T08:00:00Z', '350', { references }),
      billed('may', '2026-05-05T08:00:00Z', '400', { references }),
      billed('may-refund', '2026-05-20T08:00:00Z', '-150', { references, recordId: 'may', nature: 'RETURN' }),
      billed('june', '2026-06-05T08:00:00Z', '400', { references, currency: 'EUR' }),
      billed('odd', '2026-06-30T08:00:00Z', '12.34', { references }),
    ]);
    await takeEvents();
    await reconcile('AWS');
    const expected = [
      'OPEN INSTALLMENT … 1 DOUBLE - 400 800',
      'OPEN INSTALLMENT … 2 MISSING - 400 0',
      'OPEN INSTALLMENT … 3 AMOUNT_DIFFERS - 400 350',
      'OPEN INSTALLMENT … 4 AMOUNT_DIFFERS REFUNDED 400 250',
      'OPEN INSTALLMENT … 5 CURRENCY_DIFFERS - 400 400',
      'OPEN INSTALLMENT … 6 MISSING - 400 0',
      'OPEN UNEXPECTED CHARGE 2026-06 USD UNEXPECTED - - 12.34',
    ];
    assert.deepEqual(await brief(id), expected);
    const found = 'revenue_difference.found CRITICAL';
    assert.deepEqual(
      await takeEvents(),
      [1, 2, 3, 4, 5, 6, 'USD'].map((n) => `${found} ${n}`),
    );
    await reconcile('AWS');
    assert.deepEqual([await brief(id), await takeEvents()], [expected, []], 'the same again changes nothing');

    await ingest('AWS', [
      billed('mar', '2026-07-19T08:00:00Z', '400', {
        references,
        periodStart: new Date('2026-03-05T00:00:00Z'),
        periodEnd: new Date('2026-04-04T23:59:59Z'),
      }),
      billed('feb2-refund', '2026-07-19T08:00:00Z', '-400', { references, recordId: 'feb2', nature: 'RETURN' }),
    ]);
    await reconcile('AWS');
    assert.deepEqual((await brief(id)).slice(0, 3), [
      'RESOLVED INSTALLMENT … 1 DOUBLE - 400 800',
      'RESOLVED INSTALLMENT … 2 MISSING - 400 0',
      'OPEN INSTALLMENT … 3 AMOUNT_DIFFERS - 400 350',
    ]);
    assert.deepEqual(
      await takeEvents(),
      [1, 2].map((n) => `revenue_difference.resolved - ${n}`),
    );
  });

  it('an invoice that AWS lists is missing in its feed until the feed has a bill for it', async () => {
    m.setNow('2026-07-10T10:00:00Z');
    const { id } = await m.anEntitlement({
      commit: 700,
      agreed: { currency: 'USD', paymentInstallments: [{ amount: 700, chargeOn: '2026-07-06T00:00:00Z' }] },
    });
    await named(id, 'agmt-invoiced');
    const references = { agreement: 'agmt-invoiced', invoice: 'INV-1' };
    const noted = billed('noted', '2026-07-06T08:00:00Z', '700', {
      ...{ references, stage: 'NOTED', recordId: 'invoice/INV-1/agmt-invoiced' },
    });
    await takeEvents();
    await reconcile('AWS');
    assert.deepEqual(await brief(id), ['OPEN INSTALLMENT … 1 MISSING LATE 700 0']);
    await ingest('AWS', [noted]);
    assert.deepEqual(
      await m.select(sql`select id from revenue_record where org_id = ${m.orgId} and agreement = 'agmt-invoiced'`),
      [],
      'an invoice that is only noted is no revenue',
    );
    await reconcile('AWS');
    assert.deepEqual(await brief(id), ['OPEN INSTALLMENT … 1 MISSING INVOICED 700 0']);
    assert.deepEqual(await takeEvents(), [], 'the feed is a day or two late');
    m.setNow('2026-07-20T10:00:00Z');
    await reconcile('AWS');
    assert.deepEqual(await brief(id), ['OPEN INSTALLMENT … 1 MISSING NOT_IN_FEED 700 0']);
    assert.ok((await takeEvents()).includes('revenue_difference.found CRITICAL 1'));
    await ingest('AWS', [billed('fed', '2026-07-06T08:00:00Z', '700', { references, recordId: 'ref/agmt-invoiced' })]);
    await reconcile('AWS');
    assert.deepEqual(await brief(id), ['RESOLVED INSTALLMENT … 1 MISSING NOT_IN_FEED 700 0']);
    await takeEvents();
  });

  it('counts only the price of a forgiven bill, as it does for a billed one', async () => {
    m.setNow('2026-07-20T10:00:00Z');
    const installment = { amount: 100, chargeOn: '2026-03-05T00:00:00Z' };
    const { id } = await m.anEntitlement({
      commit: 100,
      agreed: { currency: 'USD', paymentInstallments: [installment] },
    });
    await named(id, 'agmt-forgiven');
    const rows = [
      ['REVENUE', '100'],
      ['TAX', '19'],
      ['FEE', '-3'],
    ] as const;
    await ingest(
      'AWS',
      rows.flatMap(([kind, amount]) => {
        const changes = { kind, recordId: 'given-up', references: { agreement: 'agmt-forgiven' } };
        const back = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
        return [
          billed(`up-${kind}`, '2026-03-05T08:00:00Z', amount, changes),
          billed(`down-${kind}`, '2026-04-05T08:00:00Z', back, { ...changes, stage: 'FORGIVEN' }),
        ];
      }),
    );
    await reconcile('AWS');
    assert.deepEqual(await brief(id), ['OPEN INSTALLMENT … 1 AMOUNT_DIFFERS FORGIVEN 100 0']);
    await takeEvents();
  });

  it('compares each month of a GCP order, which is one record for its whole duration', async () => {
    m.setNow('2026-07-20T10:00:00Z');
    const { id } = await m.anEntitlement({ start: new Date('2026-01-01T00:00:00Z') });
    for (const table of ['entitlement', 'entitlement_term'])
      await m.write(
        sql`update ${sql.table(table)} set partner = 'GCP' where org_id = ${m.orgId} and ${sql.ref(table === 'entitlement' ? 'id' : 'entitlement_id')} = ${id}`,
      );
    await named(id, 'order-1', 'GCP');
    const month = (number: string, last: string, amount: string) =>
      billed(`order-${number}`, `2026-${number}-${last}T23:59:59Z`, amount, {
        recordId: 'order-1',
        periodStart: new Date(`2026-${number}-01T00:00:00Z`),
        periodEnd: new Date(`2026-${number}-${last}T23:59:59Z`),
        references: { agreement: 'order-1' },
      });
    await ingest('GCP', [month('03', '31', '10'), month('04', '30', '20')]);
    await reconcile('GCP');
    const found = await m.select<{ period: string; kind: string; billed: string }>(
      sql`select period, kind, billed::text from revenue_difference where org_id = ${m.orgId} and entitlement_id = ${id} order by period`,
    );
    assert.deepEqual(
      found.map(({ period, kind, billed: amount }) => `${period} ${kind} ${amount}`),
      ['2026-03 UNEXPECTED 10', '2026-04 UNEXPECTED 20'],
    );
    await takeEvents();
  });

  it('compares usage above a commitment of GCP in the same way, however long the order has lasted', async () => {
    const { id, termId } = await m.anEntitlement({
      commit: 3600,
      info: { currency: 'USD' },
      agreed: { currency: 'USD' },
      start: new Date('2026-01-01T08:00:00Z'),
      end: new Date('2029-01-01T08:00:00Z'),
    });
    await m.write(sql`
      insert into offer (org_id, id, partner, name, status, info, created_by, last_updated_by, creation_time, last_update_time)
      values (${m.orgId}, ${termId}, 'GCP', 'Commitment', 'ACCEPTED',
        '{"gcpUsagePlanPriceModel": "CUD_LIST_PRICE", "billingIntervalInMonths": 1}', 'x', 'x', '2026-01-01', '2026-01-01')`);
    await m.write(sql`update entitlement set partner = 'GCP' where org_id = ${m.orgId} and id = ${id}`);
    await m.write(
      sql`update entitlement_term set partner = 'GCP', offer_id = ${termId} where org_id = ${m.orgId} and id = ${termId}`,
    );
    await named(id, 'order-used', 'GCP');
    const reportId = '0198a000-0000-7000-8000-0000000000c1';
    await m.write(sql`
      insert into usage_report (org_id, id, entitlement_id, term_id, partner, hour, kind, group_ids, creation_time)
      values (${m.orgId}, ${reportId}, ${id}, ${termId}, 'GCP', '2026-01-10', 'LIVE', '{}', now())`);
    /** All of each installment is used in its month, and half as much again in December. */
    const used = (month: number, quantity: number) => {
      const time = new Date(Date.UTC(2026, month, 10));
      return m.write(sql`
        insert into usage_report_row (org_id, id, report_id, entitlement_id, dimension, hour, kind, partner, scope, accepted, carried_in,
          carried_out, standing, quantity, told_time, address, deadline, oldest_month, state, unit_price)
        values (${m.orgId}, gen_random_uuid(), ${reportId}, ${id}, 'calls', ${time}, 'LIVE', 'GCP', ${time}, ${quantity}, 0, 0,
          ${quantity}, ${quantity}, ${time}, '{}', ${time}, '2026-01-01', 'SUCCESS', 1)`);
    };
    for (let month = 0; month < 17; month += 1) await used(month, month === 11 ? 150 : 100);
    const usage = async (): Promise<string[]> => (await brief(id)).filter((line) => line.includes('USAGE 2026-12'));
    m.setNow('2027-02-20T10:00:00Z');
    await reconcile('GCP');
    const early = await usage();
    assert.deepEqual(early, ['OPEN USAGE 2026-12 MISSING - 150 0']);
    m.setNow('2027-06-20T10:00:00Z');
    await reconcile('GCP');
    assert.deepEqual(await usage(), early);
    await takeEvents();
    m.setNow('2026-07-20T10:00:00Z');
  });

  it('compares the usage that the marketplace acknowledged with the bill of its month', async () => {
    m.setNow('2026-09-20T10:00:00Z');
    const { id } = await m.anEntitlement({ info: { currency: 'USD' }, agreed: { currency: 'USD' } });
    await named(id, 'agmt-usage');
    await m.write(
      sql`update connection set creation_time = '2026-04-15' where org_id = ${m.orgId} and partner = 'AWS'`,
    );
    const reportId = '0198a000-0000-7000-8000-0000000000a1';
    await m.write(sql`
      insert into usage_report (org_id, id, entitlement_id, term_id, partner, hour, kind, group_ids, creation_time)
      values (${m.orgId}, ${reportId}, ${id}, ${id}, 'AWS', '2026-05-01', 'LIVE', '{}', now())`);
    const report = (time: string, dimension: string, quantity: number, price: number | null, state = 'SUCCESS') =>
      m.write(sql`
        insert into usage_report_row (org_id, id, report_id, entitlement_id, dimension, hour, kind, partner, scope, accepted, carried_in,
          carried_out, standing, quantity, told_time, address, deadline, oldest_month, state, unit_price)
        values (${m.orgId}, gen_random_uuid(), ${reportId}, ${id}, ${dimension}, ${time}, 'LIVE', 'AWS', ${time}, ${quantity}, 0, 0,
          ${quantity}, ${quantity}, ${time}, '{}', ${time}, '2026-05-01', ${state}, ${price})`);
    const month = (name: string) => ({
      references: { agreement: 'agmt-usage' },
      periodStart: new Date(`${name}-01T00:00:00Z`),
      periodEnd: new Date(Date.parse(`${name}-28T23:59:59Z`)),
    });
    await report('2026-04-20T10:00:00Z', 'calls', 5, 0.5);
    await report('2026-05-01T00:00:00Z', 'calls', 1000, 0.125);
    await report('2026-05-31T23:00:00Z', 'gb', 3, 2.5);
    await report('2026-06-10T10:00:00Z', 'calls', 80, 0.125);
    await report('2026-06-10T11:00:00Z', 'calls', 16, 0.125, 'REPORT_PENDING');
    await report('2026-07-10T11:00:00Z', 'gb', 10, null);
    await report('2026-08-10T11:00:00Z', 'gb', 10, 2.5);
    await ingest('AWS', [
      billed('usage-may', '2026-06-03T00:00:00Z', '125', month('2026-05')),
      billed('usage-may-gb', '2026-06-03T00:00:00Z', '7.5', month('2026-05')),
      billed('usage-june', '2026-07-03T00:00:00Z', '12', month('2026-06')),
      billed('usage-july', '2026-08-03T00:00:00Z', '25', month('2026-07')),
    ]);
    await reconcile('AWS');
    assert.deepEqual(await brief(id), [
      'OPEN USAGE 2026-07 NOT_JUDGED UNPRICED - 25',
      'OPEN USAGE 2026-08 MISSING - 25 0',
    ]);
    // The month of the connection, and usage with an unknown outcome, prove nothing.
    const ofUsage = (await takeEvents()).filter((event) => event.includes(' 2026-'));
    assert.deepEqual(ofUsage, ['revenue_difference.found CRITICAL 2026-08']);
    await ingest('AWS', [billed('usage-june', '2026-07-03T00:00:00Z', '11', { ...month('2026-06'), version: '2' })]);
    await reconcile('AWS');
    assert.deepEqual((await brief(id))[0], 'OPEN USAGE 2026-07 NOT_JUDGED UNPRICED - 25', 'within what is open');
    await ingest('AWS', [billed('usage-may', '2026-06-03T00:00:00Z', '130', { ...month('2026-05'), version: '2' })]);
    await reconcile('AWS');
    assert.deepEqual((await brief(id))[0], 'OPEN USAGE 2026-05 AMOUNT_DIFFERS RESTATED 132.5 137.5');
  });

  it('compares our invoices with what the provider collected', async () => {
    m.setNow('2026-10-20T10:00:00Z');
    const { id } = await m.anEntitlement({});
    await m.write(sql`update entitlement set partner = 'STRIPE' where org_id = ${m.orgId} and id = ${id}`);
    const anInvoice = async (charged: number, refund = 0): Promise<string> => {
      const [row] = await m.select<{ id: string }>(sql`select gen_random_uuid() as id`);
      assert.ok(row);
      await m.write(sql`
        insert into invoice (org_id, id, entitlement_id, buyer_id, partner, type, reference, status, payment_status, currency, amount,
          charged_amount, refunded_amount, refund_of, lines, finalize_time, paid_time, creation_time, last_update_time)
        select ${m.orgId}::uuid, v.id::uuid, ${id}::uuid, ${id}::uuid, 'STRIPE', v.type, v.id, 'FINALIZED', 'SUCCESS', 'USD', v.amount,
          v.amount, v.refunded, v.refund_of::uuid, '[]'::jsonb, now(), '2026-10-01T00:00:00Z'::timestamptz, now(), now()
        from (values (${row.id}, 'COMMIT', ${charged}::numeric, ${refund}::numeric, null)) as v (id, type, amount, refunded, refund_of)`);
      if (refund > 0)
        await m.write(sql`
          insert into invoice (org_id, id, entitlement_id, buyer_id, partner, type, reference, status, payment_status, currency, amount,
            charged_amount, refund_of, lines, finalize_time, paid_time, creation_time, last_update_time)
          values (${m.orgId}, gen_random_uuid(), ${id}, ${id}, 'STRIPE', 'REFUND', ${`REFUND ${row.id}`}, 'FINALIZED', 'SUCCESS', 'USD',
            ${refund}, ${refund}, ${row.id}, '[]', now(), now(), now(), now())`);
      return row.id;
    };
    const [paid, refunded, double, missing] = [
      await anInvoice(10),
      await anInvoice(20, 5),
      await anInvoice(30),
      await anInvoice(40),
    ];
    const of = (invoiceId: string) => ({ references: { invoice: encodeId('invoice', invoiceId) } });
    const at = '2026-10-01T00:00:01Z';
    await ingest('STRIPE', [
      billed('ch_1', at, '10', of(paid)),
      billed('ch_2', at, '20', of(refunded)),
      billed('re_2', at, '-5', { ...of(refunded), recordId: 'ch_2', nature: 'RETURN' }),
      billed('ch_3', at, '30', of(double)),
      billed('ch_4', at, '30', of(double)),
    ]);
    await takeEvents();
    await reconcile('STRIPE');
    const found = await differences(id);
    assert.deepEqual(
      new Set(found.map(({ place, kind, cause }) => `${place} ${kind} ${cause}`)),
      new Set([`INVOICE ${double} DOUBLE null`, `INVOICE ${missing} MISSING null`]),
    );
    assert.equal((await takeEvents()).length, 2);
  });

  it('continues with the next entitlements in transactions of their own, and reports nothing about a channel that was not read', async () => {
    m.setNow('2026-07-20T10:00:00Z');
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1)
      ids.push(
        (
          await m.anEntitlement({
            commit: 100 + count,
            agreed: { currency: 'USD' },
            start: new Date('2026-05-01T00:00:00Z'),
          })
        ).id,
      );
    await m.act((call) => reconcileChannel(call, { entityId: 'GCP' }), reconcileEvents);
    await m.act((call) => reconcileChannel(call, { entityId: 'nothing' }), reconcileEvents);
    await reconcile('AWS');
    for (const id of ids) assert.match((await brief(id))[0] ?? '', /^OPEN PRICE … 1 MISSING - 1\d\d 0$/);
    const due = await m.select<{ entity_id: string; due_time: Date }>(
      sql`select entity_id, due_time from due where org_id = ${m.orgId} and kind = ${reconcileKind} and entity_id = 'AWS'`,
    );
    assert.equal(due.length, 1);
    assert.match(due[0]?.due_time.toISOString() ?? '', /^2026-07-21T0[56]:/);
  });
});

const call = () =>
  ({
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/org/x/revenue/difference',
    setHeader: () => {},
  }) as unknown as ReadCall;

describe('the list of differences', () => {
  it('can be filtered by each of its filters, and by a query', async () => {
    const list = async (query: object) => (await listRevenueDifferences(call(), { query: query as never })).data;
    const all = await list({ page_size: '1000' });
    assert.ok(all.length > 30);
    const [first] = all.filter(({ cause }) => cause === 'REFUNDED');
    assert.ok(first);
    const { entitlementID, period, kind } = first;
    const isOf = (one: (typeof all)[number], query: Record<string, string>): boolean =>
      Object.entries(query).every(
        ([name, value]) => one[(name === 'entitlementId' ? 'entitlementID' : name) as 'kind'] === value,
      );
    for (const query of [
      { status: 'RESOLVED' },
      { status: 'OPEN', kind },
      { cause: 'REFUNDED' },
      { period },
      { entitlementId: entitlementID },
      { partner: 'STRIPE' },
    ]) {
      const found = await list({ page_size: '1000', ...query });
      assert.ok(found.length > 0 && found.length < all.length, JSON.stringify(query));
      assert.deepEqual(
        found,
        all.filter((one) => isOf(one, query)),
      );
    }
    const queried = await list({
      q: `(and (= cause "REFUNDED") (= entitlement_id "${entitlementID}"))`,
      s: 'first_seen_time',
    });
    assert.deepEqual(queried, [first]);
  });
});

describe('payouts', () => {
  const list = (query: object) =>
    listRevenuePayouts(call(), { query: { limit: 100, ...query } as never }).then(({ payouts, nextCursor }) => ({
      payouts: payouts.map(({ payout, amount, recordsAmount, difference, failed, traceId, lines }) => [
        payout,
        Number(amount),
        Number(recordsAmount),
        difference === undefined ? null : Number(difference),
        failed,
        traceId ?? null,
        lines,
      ]),
      nextCursor,
    }));

  it('show the records that they paid, and the rest that no record explains, page by page', async () => {
    const payout = (key: string, time: string, amount: string, changes: Partial<MoneyLine> = {}) =>
      billed(key, time, amount, {
        recordId: null,
        stage: 'DISBURSED',
        kind: 'PAYOUT',
        references: { payout: key, trace: `t-${key}` },
        ...changes,
      });
    const paid = (key: string, recordId: string, amount: string, name: string, kind: MoneyLine['kind'] = 'REVENUE') =>
      billed(key, '2026-08-01T00:00:00Z', amount, { recordId, stage: 'DISBURSED', kind, references: { payout: name } });
    await ingest('AWS', [
      payout('p/1', '2026-08-02T00:00:00Z', '97'),
      payout('p 2', '2026-08-02T00:00:00Z', '50'),
      payout('p3', '2026-08-04T00:00:00Z', '10'),
      payout('p3-back', '2026-08-09T00:00:00Z', '-10', {
        nature: 'FAILED',
        references: { payout: 'p3', failure: 'p3-back' },
      }),
      paid('1', 'sale a', '60', 'p/1'),
      paid('2', 'sale b', '40', 'p/1'),
      paid('3', 'sale b', '-3', 'p/1', 'FEE'),
      paid('4', 'sale c', '45', 'p 2'),
      paid('5', 'sale d', '10', 'p3'),
    ]);
    const all = [
      ['p3', 10, 10, null, true, 't-p3', 1],
      ['p/1', 97, 97, 0, false, 't-p/1', 3],
      ['p 2', 50, 45, 5, false, 't-p 2', 1],
    ];
    assert.deepEqual((await list({ partner: 'AWS' })).payouts, all);
    assert.deepEqual((await list({ traceId: 't-p/1' })).payouts, [all[1]]);
    assert.deepEqual((await list({ payout: 'p 2' })).payouts, [all[2]]);
    const pages: unknown[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await list({ limit: 1, cursor });
      pages.push(...page.payouts);
      cursor = page.nextCursor;
    }
    assert.deepEqual(pages, all);

    const first = await listRevenuePayoutRecords(call(), {
      params: { partner: 'AWS', payout: 'p/1' },
      query: { limit: 1, cursor: undefined },
    });
    const rest = await listRevenuePayoutRecords(call(), {
      params: { partner: 'AWS', payout: 'p/1' },
      query: { limit: 1, cursor: first.nextCursor },
    });
    assert.deepEqual(
      [...first.records, ...rest.records].map(({ partnerRecordID, amount }) => [partnerRecordID, Number(amount)]),
      [
        ['sale a', 60],
        ['sale b', 37],
      ],
    );
    assert.equal(rest.nextCursor, undefined);
    const records = (partner: string, payout: string) =>
      listRevenuePayoutRecords(call(), { params: { partner, payout }, query: { limit: 1, cursor: undefined } });
    await assert.rejects(records('AWS', 'p9'));
    await assert.rejects(records('OTHER', 'p/1'));
  });

  it('are one where a partner gives several transfers the same name, as Google names all of a month by the month', async () => {
    const line = (key: string, amount: string, currency: string, recordId: string | null, trace?: string) =>
      billed(key, '2026-10-21T00:00:00Z', amount, {
        ...{ recordId, currency, stage: 'DISBURSED', kind: recordId === null ? 'PAYOUT' : 'REVENUE' },
        references: { payout: '2026-09', ...(trace === undefined ? {} : { trace }) },
      });
    await ingest('GCP', [
      line('2026-09 Google LLC', '100', 'USD', null, 't-llc'),
      line('2026-09 Released Payout', '50', 'USD', null),
      line('2026-09 Google Asia', '12000', 'JPY', null),
      line('r1', '90', 'USD', 'order 1'),
      line('r2', '60', 'USD', 'order 2'),
      line('r3', '12000', 'JPY', 'order 3'),
    ]);
    const inDollars = ['2026-09', 150, 150, 0, false, 't-llc', 2];
    const inYen = ['2026-09', 12_000, 12_000, 0, false, null, 1];
    const all = (await list({ partner: 'GCP' })).payouts;
    assert.deepEqual(all, [inDollars, inYen]);
    assert.deepEqual((await list({ traceId: 't-llc' })).payouts, [inDollars]);
    const first = await list({ partner: 'GCP', limit: 1 });
    const rest = await list({ partner: 'GCP', limit: 1, cursor: first.nextCursor });
    assert.deepEqual([first.payouts, rest.payouts, rest.nextCursor], [[inDollars], [inYen], undefined]);
  });

  it('have no difference in another currency than that of their records, as Google pays in the currency of the seller', async () => {
    const line = (key: string, amount: string, currency: string, recordId: string | null, payout: string) =>
      billed(key, '2026-10-21T00:00:00Z', amount, {
        ...{ recordId, currency, stage: 'DISBURSED', kind: recordId === null ? 'PAYOUT' : 'REVENUE' },
        references: { payout },
      });
    const shown = async () => {
      const { payouts } = await listRevenuePayouts(call(), { query: { limit: 100, partner: 'GCP' } as never });
      return payouts.map(({ payout, currency, amount, recordsAmount, difference, convertedFrom = [] }) => [
        ...[
          payout,
          currency,
          Number(amount),
          Number(recordsAmount),
          difference === undefined ? null : Number(difference),
        ],
        ...convertedFrom.map((one) => [one.currency, Number(one.recordsAmount), one.lines]),
      ]);
    };
    await ingest('GCP', [
      line('2027-01 EMEA', '92', 'EUR', null, '2027-01'),
      line('2027-02 LLC', '50', 'USD', null, '2027-02'),
      line('2027-02 EMEA', '46', 'EUR', null, '2027-02'),
      line('2027-03 EMEA', '10', 'EUR', null, '2027-03'),
      line('c1', '60', 'USD', 'order 11', '2027-01'),
      line('c2', '40', 'USD', 'order 12', '2027-01'),
      line('c3', '100', 'USD', 'order 11', '2027-02'),
    ]);
    const converted = (await shown()).filter(([payout]) => String(payout).startsWith('2027'));
    assert.deepEqual(converted.toSorted(), [
      ['2027-01', 'EUR', 92, 0, null, ['USD', 100, 2]],
      ['2027-02', 'EUR', 46, 0, null],
      ['2027-02', 'USD', 50, 100, null],
      // Nothing names it, whatever its currency.
      ['2027-03', 'EUR', 10, 0, 10],
    ]);
  });
});
