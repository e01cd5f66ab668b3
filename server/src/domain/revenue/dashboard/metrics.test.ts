import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { aDirectPurchase } from '../../../../test/examples/buyer.ts';
import { big } from '../../../kit/decimal.ts';
import { decodeId, encodeId, nilId } from '../../../kit/ids.ts';
import { roundRational } from '../../../kit/rational.ts';
import { at } from '../metrics/metrics.test-support.ts';
import { type StoredFigures, storedFigures } from '../record/record.ts';
import {
  type Bought,
  buy,
  columns,
  explained,
  type Metrics,
  metricsOf,
  movedIn,
  ok,
  type Row,
  readExact,
  sumExact,
} from './metrics.test-support.ts';

let app: TestApp;
let seller: TestOrganization;
let sellers = 0;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** A new seller, at a time. */
const sellerAt = async (now: string): Promise<TestOrganization> => {
  app.clock.set(at(now));
  sellers += 1;
  seller = await app.addOrganization(`seller${sellers}`);
  return seller;
};

const purchase = (bought: Bought) => buy(app, seller, bought);
const put = (query: string, options: object) => seller.editor.call('PUT', `/exchangeRate?${query}`, options);
const rows = ({ waterfall }: Metrics): Record<string, Record<string, unknown>> =>
  Object.fromEntries(waterfall.map((row) => [row.period, movedIn(row)]));

describe('worked examples, with agreements in the store', () => {
  it('G1: a hundred monthly and fifty yearly subscriptions', async () => {
    await sellerAt('2027-01-15');
    for (let index = 0; index < 100; index += 1)
      await purchase({ buyer: `m${index}`, value: '100', start: '2027-01-01', end: '2027-02-01' });
    for (let index = 0; index < 50; index += 1)
      await purchase({ buyer: `y${index}`, value: '600', start: '2026-06-10', end: '2027-06-10' });
    const { mrr, arr, committedMrr } = await metricsOf(seller, 'startDate=2027-01-01');
    assert.deepEqual([mrr, arr, committedMrr], [12_500, 150_000, 12_500]);
  });

  it('G2: the life of one buyer', async () => {
    await sellerAt('2027-05-20');
    const of = (value: string, start: string, end: string, more: Partial<Bought> = {}) =>
      purchase({ buyer: 'gold', value, start, end, ...more });
    for (let index = 0; index < 4; index += 1) await of('500', '2026-01-01', '2027-01-01', { ended: '2027-01-01' });
    for (let index = 0; index < 2; index += 1) await of('360', '2026-01-10', '2027-01-10', { ended: '2026-02-20' });
    for (let index = 0; index < 3; index += 1) await of('600', '2027-04-10', '2028-04-10');
    const found = await metricsOf(seller, 'startDate=2026-01-01&endDate=2027-04-30');
    const shown = rows(found);
    assert.deepEqual(shown['2026-01'], { new: 166.67, expansion: 60, closing: 226.67 });
    assert.deepEqual(shown['2026-02'], { opening: 226.67, contraction: 60, closing: 166.67 });
    assert.deepEqual(shown['2027-01'], { opening: 166.67, churn: 166.67 });
    assert.deepEqual(shown['2027-04'], { reactivation: 150, closing: 150 });
    assert.deepEqual([found.mrr, found.arr], [150, 1800]);
  });

  it('G3: a quarter of ARR, with retention', async () => {
    await sellerAt('2026-04-20');
    const of = (buyer: string, value: string, start: string, end: string, more: Partial<Bought> = {}) =>
      purchase({ buyer, value, start, end, ...more });
    await of('A', '120000', '2025-07-01', '2026-07-01');
    await of('A', '30000', '2026-02-01', '2027-02-01');
    const { agreementId } = await of('B', '60000', '2025-05-01', '2026-05-01');
    await of('B', '48000', '2026-02-10', '2027-02-10', { continues: agreementId });
    await of('C', '24000', '2025-03-01', '2026-03-01', { ended: '2026-03-01' });
    await of('D', '36000', '2025-09-01', '2026-09-01');
    await of('E', '270000', '2026-01-15', '2029-01-15');
    await of('F', '18000', '2024-06-01', '2025-06-01', { ended: '2025-06-01' });
    await of('F', '20000', '2026-03-20', '2027-03-20');
    const query = 'startDate=2026-01-01&endDate=2026-03-31&granularity=quarter&measure=arr';
    const found = await metricsOf(seller, query);
    assert.deepEqual(rows(found)['2026-Q1'], {
      ...{ opening: 240_000, new: 90_000, reactivation: 20_000, expansion: 30_000, contraction: 12_000 },
      ...{ churn: 24_000, closing: 344_000 },
    });
    const [quarter] = found.waterfall;
    assert.equal(quarter?.netNew, 104_000);
    assert.deepEqual([quarter?.grossRevenueRetention, quarter?.netRevenueRetention], [0.85, 0.975]);
    assert.deepEqual([found.grossRevenueRetention, found.netRevenueRetention], [0.85, 0.975]);
    assert.deepEqual([found.mrr, found.arr], [28_666.67, 344_000]);
    const gross = await explained(seller, query, '2026-Q1:grossRevenueRetention');
    assert.deepEqual([gross.amount, gross.exact, gross.total_count], [0.85, '17/20', 4]);
    const net = await explained(seller, query, '2026-Q1:netNew');
    assert.equal(net.exact, '104000');
  });

  it('G5: a change of the exchange rate is not a movement', async () => {
    await sellerAt('2026-05-20');
    await purchase({ buyer: 'one', value: '120000', currency: 'EUR', start: '2026-01-01', end: '2027-01-01' });
    const rates = [
      { date: '2026-03-30', currency: 'EUR', rate: 1.08 },
      { date: '2026-04-29', currency: 'EUR', rate: 1.1 },
      // The rate of a day after the period does not apply to it.
      { date: '2026-05-01', currency: 'EUR', rate: 9 },
    ];
    ok(await put('rateTable=ECB&currency=USD', { body: { rates } }));
    const april = 'startDate=2026-04-01&endDate=2026-04-30';
    const converted = await metricsOf(seller, `${april}&rateTable=ECB`);
    assert.equal(converted.currency, 'USD');
    assert.deepEqual(rows(converted)['2026-04'], { opening: 10_800, fx: 200, closing: 11_000 });
    const raise = { buyer: 'one', value: '24000', currency: 'EUR', start: '2026-04-10', end: '2027-04-10' };
    await purchase(raise);
    assert.deepEqual(rows(await metricsOf(seller, `${april}&rateTable=ECB`))['2026-04'], {
      ...{ opening: 10_800, expansion: 2200, fx: 200, closing: 13_200 },
    });
    const own = await metricsOf(seller, april);
    assert.equal(own.currency, 'EUR');
    assert.deepEqual(rows(own)['2026-04'], { opening: 10_000, expansion: 2000, closing: 12_000 });
    const fx = await explained(seller, `${april}&rateTable=ECB`, '2026-04:fx');
    assert.deepEqual(
      fx.parts.map(({ kind, openingRate, closingRate, exact }) => [kind, openingRate, closingRate, exact]),
      [['FX', '27/25', '11/10', '200']],
    );
    const missing = await seller.viewer.call('GET', '/revenue/dashboard/metrics?startDate=2026-02-01&rateTable=ECB');
    assert.equal(missing.status, 400);
    assert.match(missing.text, /no rate from EUR to USD by 2026-02-01/);
    const other = await seller.viewer.call('GET', `/revenue/dashboard/metrics?rateTable=ECB&currency=EUR`);
    assert.match(other.text, /currency: must be USD/);
    assert.equal((await seller.viewer.call('GET', '/revenue/dashboard/metrics?rateTable=none')).status, 404);
  });

  it('G6: ARR is 12 times the exact MRR, and sums are rounded once', async () => {
    await sellerAt('2026-06-20');
    for (const buyer of ['one', 'two', 'three'])
      await purchase({ buyer, value: '100.00', start: '2026-01-01', end: '2027-01-01' });
    const found = await metricsOf(seller, 'startDate=2026-06-01&by=buyer');
    assert.deepEqual([found.mrr, found.arr], [25, 300]);
    assert.deepEqual(
      found.groups?.map(({ waterfall: [row] }) => row?.closing),
      [8.33, 8.33, 8.33],
    );
    const arr = await metricsOf(seller, 'startDate=2026-06-01&by=buyer&measure=arr');
    assert.deepEqual(
      arr.groups?.map(({ waterfall: [row] }) => row?.closing),
      [100, 100, 100],
    );
  });

  it('G9: a pilot is recurring, unless the seller says otherwise', async () => {
    await sellerAt('2026-06-20');
    const { entitlementId } = await purchase({ buyer: 'p', value: '30000', start: '2026-03-01', end: '2026-09-01' });
    const pilot = await metricsOf(seller, 'startDate=2026-06-01');
    assert.deepEqual([pilot.mrr, pilot.arr, pilot.nonRecurring], [5000, 60_000, []]);
    const body = { customMetaInfo: { recurringRevenue: 'false' } };
    ok(await seller.editor.call('PATCH', `/entitlement/${entitlementId}/metaInfo`, { body }));
    const once = await metricsOf(seller, 'startDate=2026-06-01');
    assert.deepEqual([once.mrr, once.arr, once.nonRecurringCount], [0, 0, 1]);
    assert.deepEqual(
      once.nonRecurring.map((one) => [one.entitlementID, one.amount]),
      [[entitlementId, 30_000]],
    );
  });
});

describe('G12: churn at the end of the period, or when the cancellation is requested', () => {
  const moved = async (churnRecognition: string): Promise<string[]> => {
    const { waterfall } = await metricsOf(seller, `startDate=2026-05-01&churnRecognition=${churnRecognition}`);
    return waterfall.flatMap((row) => {
      const { opening: _opening, closing: _closing, ...movements } = movedIn(row);
      return Object.keys(movements).map((name) => `${row.period} ${name}`);
    });
  };
  const schedule = async (id: string, day: string, body: object | null): Promise<void> => {
    app.clock.set(at(day));
    const path = `/entitlement/${id}/${body ? 'scheduleCancellation' : 'unscheduleCancellation'}`;
    ok(await seller.editor.call('POST', path, body ? { body } : {}));
  };

  it('a withdrawn cancellation is no churn, or churn and a reactivation', async () => {
    await sellerAt('2026-04-20');
    const bought = await aDirectPurchase(app, seller);
    await schedule(bought, '2026-05-10', { type: 'EndOfTerm' });
    assert.deepEqual([await moved('period_end'), await moved('immediate')], [[], ['2026-05 churn']]);
    await schedule(bought, '2026-05-20', null);
    assert.deepEqual(
      [await moved('period_end'), await moved('immediate')],
      [[], ['2026-05 reactivation', '2026-05 churn']],
    );
    const { parts } = await explained(
      seller,
      'startDate=2026-05-01&churnRecognition=immediate',
      '2026-05:reactivation',
    );
    assert.deepEqual(
      parts.map(({ time }) => String(time).slice(0, 10)),
      ['2026-05-20'],
    );
  });

  it('a cancellation that replaces another leaves no gap; one that moves with its term is the same', async () => {
    await sellerAt('2026-04-20');
    const bought = await aDirectPurchase(app, seller);
    await schedule(bought, '2026-05-10', { type: 'EndOfTerm' });
    await schedule(bought, '2026-06-10', { type: 'SpecificDate', cancelDate: '2026-09-01' });
    assert.deepEqual(await moved('immediate'), ['2026-05 churn']);
    await schedule(bought, '2026-07-10', null);
    assert.deepEqual(await moved('immediate'), ['2026-05 churn', '2026-07 reactivation']);
    assert.deepEqual(await moved('period_end'), []);
  });
});

describe('the data behind a report', () => {
  /** A revenue record as the ingest of a channel creates it. */
  const record = async (fields: {
    entitlementId?: string;
    billed: string;
    currency?: string;
    start: string;
    end?: string;
    billedDay?: string;
    model?: 'UsageBased' | 'SubscriptionBased' | null;
    channel?: 'AWS' | 'GCP' | 'STRIPE';
    agreement?: string;
  }): Promise<string> => {
    const {
      entitlementId,
      billed,
      currency = 'USD',
      start,
      end,
      billedDay = start.slice(0, 10),
      model = 'UsageBased',
      channel = 'AWS',
      agreement = null,
    } = fields;
    const id = randomUUID();
    const none = Object.fromEntries(storedFigures.map((name) => [name, '0'])) as StoredFigures;
    await app.database.write(seller.uuid, async (db) => {
      await db
        .insertInto('revenue_record', {
          ...none,
          ...{ id, channel, record_id: id, currency, type: 'CHARGE', billed, billing_model: model },
          // Usage is billed after its month.
          ...{ first_day: billedDay, last_day: billedDay, period_start: at(start) },
          ...{
            invoice_time: null,
            refund_time: null,
            due_time: null,
            period_end: end === undefined ? null : at(end),
            collected_time: null,
          },
          ...{ disbursed_time: null, refund_disbursed_time: null, product: null, offer: null, agreement },
          ...{ buyer: null, plan: null, invoice: null, payout: null, trace: null, partner_type: null },
          ...{ product_id: null, offer_id: null, buyer_id: null, unmatched: '{}' },
          entitlement_id: entitlementId === undefined ? null : decodeId('ent', entitlementId),
          ...{ creation_time: at(start), last_update_time: at(start) },
        })
        .execute();
    });
    return encodeId('revenue', id);
  };

  it('G13: usage of the last three whole months is separate from ARR, and opens into its records', async () => {
    await sellerAt('2026-07-20');
    const { entitlementId } = await purchase({ buyer: 'u', value: '0', start: '2026-01-01', end: '2027-01-01' });
    await record({ entitlementId, billed: '7777', start: '2026-03-31T23:59:59Z' });
    const april = await record({ entitlementId, billed: '9000.10', start: '2026-04-10' });
    const may = await record({ entitlementId, billed: '12000', start: '2026-05-01' });
    const june = await record({ billed: '15000', start: '2026-06-30T23:59:59Z' });
    await record({ entitlementId, billed: '8888', start: '2026-07-01' });
    await record({ entitlementId, billed: '500', start: '2026-05-01', model: 'SubscriptionBased' });
    await record({ entitlementId, billed: '7', currency: 'EUR', start: '2026-05-01' });
    const found = await metricsOf(seller, '');
    assert.deepEqual([found.usageRunRate, found.mrr, found.currencies], [144_000.4, 0, ['EUR', 'USD']]);
    assert.equal((await metricsOf(seller, 'currency=EUR')).usageRunRate, 28);
    const opened = await explained(seller, '', 'usageRunRate');
    assert.deepEqual(
      opened.parts.map(({ recordIDs }) => recordIDs),
      [[april], [may], [june]],
    );
    assert.deepEqual(sumExact(opened.parts), readExact('720002/5'));
    assert.deepEqual(sumExact(opened.parts), readExact(opened.exact ?? ''));
  });

  it('a month of usage at a marketplace is that calendar month, whatever the time zone of the report', async () => {
    await sellerAt('2026-07-20');
    await record({ billed: '7777', start: '2026-03-01' });
    const ids = [
      await record({ billed: '9000', start: '2026-04-01' }),
      await record({ billed: '12000', start: '2026-05-01' }),
      await record({ billed: '15000', start: '2026-06-01' }),
    ];
    await record({ billed: '8888', start: '2026-07-01' });
    for (const timeZone of ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      assert.equal((await metricsOf(seller, `timeZone=${timeZone}`)).usageRunRate, 144_000, timeZone);
      const { parts } = await explained(seller, `timeZone=${timeZone}`, 'usageRunRate');
      assert.deepEqual(
        parts.flatMap(({ recordIDs }) => recordIDs),
        ids,
        timeZone,
      );
    }
  });

  it('usage whose period is the term of its subscription belongs to the month in which it was billed', async () => {
    await sellerAt('2026-07-20');
    const ofYear = { start: '2026-01-15', end: '2027-01-14' };
    const may = await record({ ...ofYear, billed: '100', billedDay: '2026-05-01' });
    const june = await record({ ...ofYear, billed: '20', billedDay: '2026-06-01' });
    await record({ billed: '3', billedDay: '2026-07-01', start: '2026-05-15', end: '2027-05-14' });
    assert.equal((await metricsOf(seller, '')).usageRunRate, 480);
    const { parts } = await explained(seller, '', 'usageRunRate');
    assert.deepEqual(
      parts.flatMap(({ recordIDs }) => recordIDs),
      [may, june],
    );
  });

  it('usage of AWS counts although AWS does not label it: a record with the period of usage, where some was submitted', async () => {
    await sellerAt('2026-07-20');
    const metered = await purchase({ buyer: 'm', value: '1200', start: '2026-01-01', end: '2027-01-01' });
    const flat = await purchase({ buyer: 'f', value: '1200', start: '2026-01-01', end: '2027-01-01' });
    const used = (day: string, name: 'usage_total' | 'usage_total_change') =>
      app.database.write(seller.uuid, async (db) => {
        await sql`
          insert into ${sql.table(name)} (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
          values (${seller.uuid}, 'REPORT', 'AWS', ${decodeId('ent', metered.entitlementId)}, ${nilId}, ${nilId}, ${day}, 'requests', 5)
        `.execute(db.raw);
      });
    const ofAws = (entitlementId: string, billed: string, start: string, end: string) =>
      record({ entitlementId, billed, start, end, model: null });
    await used('2026-04-30', 'usage_total');
    await used('2026-05-01', 'usage_total_change');
    const april = await ofAws(metered.entitlementId, '100', '2026-04-01', '2026-04-30T23:59:59Z');
    const may = await ofAws(metered.entitlementId, '50.25', '2026-05-01', '2026-05-31T23:59:59Z');
    await app.database.write(seller.uuid, async (db) => {
      await sql`
        insert into marketplace_usage (org_id, channel, dataset, key, agreement, dimension, day, telling, quantity)
        values (${seller.uuid}, 'AWS', 'daily', 'june', 'agmt-shown', 'requests', '2026-06-17', 0, 3)`.execute(db.raw);
    });
    const june = { billed: '4', start: '2026-06-01', end: '2026-06-30T23:59:59Z', model: null };
    const shown = await record({ ...june, agreement: 'agmt-shown' });
    // Other months, periods and purchases: fixed prices.
    await record({ ...june, entitlementId: metered.entitlementId });
    await ofAws(metered.entitlementId, '8', '2026-04-02', '2026-05-01T23:59:59Z');
    const year = await ofAws(metered.entitlementId, '1200', '2026-01-01', '2026-12-31T23:59:59Z');
    await ofAws(flat.entitlementId, '100', '2026-04-01', '2026-04-30T23:59:59Z');
    // A month of AWS has no time: it is that month wherever the report is made.
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Auckland'])
      assert.equal((await metricsOf(seller, `timeZone=${zone}`)).usageRunRate, 617, zone);
    const opened = await explained(seller, '', 'usageRunRate');
    assert.deepEqual(
      opened.parts.map(({ recordIDs }) => recordIDs),
      [[april], [may], [shown]],
    );
    const { parts } = await explained(seller, '', 'mrr');
    const named = parts.find(({ entitlementID }) => entitlementID === metered.entitlementId)?.recordIDs as string[];
    assert.ok(named.includes(year));
    assert.ok(!named.includes(april) && !named.includes(may), 'they bill no fixed price');
  });

  it('usage of Google counts, month by month, for orders that pay for usage alone', async () => {
    await sellerAt('2026-07-20');
    const order = async (buyer: string, value: string): Promise<string> =>
      (await purchase({ buyer, value, start: '2026-01-01', end: '2027-01-01' })).entitlementId;
    const [metered, subscribed, silent] = [await order('g', '0'), await order('h', '1200'), await order('i', '0')];
    // An order is one record for its whole duration, with lines for each month.
    const billed = async (entitlementId: string, months: Record<string, string>): Promise<string> => {
      const id = await record({ entitlementId, billed: '1', start: '2026-02-01', model: null, channel: 'GCP' });
      await app.database.write(seller.uuid, async (db) => {
        await sql`update revenue_record set last_day = '2026-07-01' where org_id = ${seller.uuid} and id = ${decodeId('revenue', id)}`.execute(
          db.raw,
        );
        for (const [month, amount] of Object.entries(months))
          await sql`
            insert into revenue_line (org_id, channel, dataset, key, position, record_id, currency, stage, kind, nature, amount, time, day, period_start)
            select org_id, channel, 'charges', ${`${month} ${entitlementId}`}, 0, record_id, currency, 'BILLED', 'REVENUE', 'PLAIN', ${amount}::numeric,
              ${`${month}-28`}::timestamptz, ${`${month}-28`}::date, ${`${month}-01T00:00:00Z`}::timestamptz
            from revenue_record where org_id = ${seller.uuid} and id = ${decodeId('revenue', id)}
          `.execute(db.raw);
      });
      return id;
    };
    for (const id of [metered, subscribed])
      for (const day of ['2026-03-15', '2026-04-02', '2026-05-31', '2026-06-10', '2026-07-01'])
        await app.database.write(seller.uuid, async (db) => {
          await sql`
            insert into usage_total (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
            values (${seller.uuid}, 'REPORT', 'GCP', ${decodeId('ent', id)}, ${nilId}, ${nilId}, ${day}, 'requests', 5)
          `.execute(db.raw);
        });
    const found = await billed(metered, {
      '2026-03': '1000',
      '2026-04': '20',
      '2026-05': '30.25',
      '2026-06': '-1',
      '2026-07': '500',
    });
    await billed(subscribed, { '2026-05': '100' });
    await billed(silent, { '2026-05': '100' });
    for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Tokyo'])
      assert.equal((await metricsOf(seller, `timeZone=${zone}`)).usageRunRate, 197, zone);
    const opened = await explained(seller, '', 'usageRunRate');
    assert.deepEqual(
      opened.parts.map(({ entitlementID, exact, recordIDs }) => [entitlementID, exact, recordIDs]),
      ['80', '121', '-4'].map((exact) => [metered, exact, [found]]),
    );
  });

  it('usage that a payment provider charged counts in the month of its invoice', async () => {
    await sellerAt('2026-07-20');
    const id = await aDirectPurchase(app, seller);
    const invoiced = async (type: 'USAGE' | 'COMMIT', billed: string, start: string, end: string): Promise<string> => {
      const invoice = randomUUID();
      const recordId = await record({ entitlementId: id, billed, start: '2026-07-02', model: null, channel: 'STRIPE' });
      await app.database.write(seller.uuid, async (db) => {
        await sql`
          insert into invoice (org_id, id, entitlement_id, buyer_id, partner, type, reference, status, payment_status, currency, amount,
            period_start, period_end, lines, finalize_time, creation_time, last_update_time)
          values (${seller.uuid}, ${invoice}, ${decodeId('ent', id)}, ${randomUUID()}, 'STRIPE', ${type}, ${invoice}, 'FINALIZED', 'SUCCESS', 'USD',
            ${billed}, ${start}, ${end}, '[]', ${end}, ${end}, ${end})
        `.execute(db.raw);
        await sql`
          insert into revenue_line (org_id, channel, dataset, key, position, record_id, currency, stage, kind, nature, amount, time, day, invoice_id)
          select org_id, channel, 'balance_transaction', record_id, 0, record_id, currency, 'BILLED', 'REVENUE', 'PLAIN', billed,
            '2026-07-02T00:00:00Z', first_day, ${invoice}::uuid
          from revenue_record where org_id = ${seller.uuid} and id = ${decodeId('revenue', recordId)}
        `.execute(db.raw);
      });
      return recordId;
    };
    const june = await invoiced('USAGE', '12.5', '2026-06-01', '2026-07-01');
    await invoiced('USAGE', '3', '2026-07-01', '2026-07-02');
    await invoiced('COMMIT', '1000', '2026-06-01', '2026-07-01');
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo'])
      assert.equal((await metricsOf(seller, `timeZone=${zone}`)).usageRunRate, 50, zone);
    const opened = await explained(seller, '', 'usageRunRate');
    assert.deepEqual(
      opened.parts.map(({ recordIDs }) => recordIDs),
      [[june]],
    );
  });

  it('an item names the records that bill it', async () => {
    await sellerAt('2026-07-20');
    const first = await purchase({ buyer: 'r', value: '1200', start: '2025-03-01', end: '2026-03-01' });
    await purchase({ buyer: 'r', value: '2400', start: '2026-03-01', end: '2027-03-01', continues: first.agreementId });
    const { entitlementId } = first;
    const old = await record({ entitlementId, billed: '1200', start: '2025-03-01', model: 'SubscriptionBased' });
    const renewed = await record({ entitlementId, billed: '2400', start: '2026-03-01', model: 'SubscriptionBased' });
    await record({ entitlementId, billed: '5', start: '2026-03-01' });
    const query = 'startDate=2026-03-01&endDate=2026-03-31';
    const opening = await explained(seller, query, '2026-03:opening');
    assert.deepEqual(
      opening.parts.map((part) => [part.entitlementID, part.exact, part.recordIDs]),
      [[entitlementId, '100', [old]]],
    );
    const expansion = await explained(seller, query, '2026-03:expansion');
    const causes = expansion.parts[0]?.causes as { reason: string; exact: string; recordIDs: string[] }[];
    assert.deepEqual(causes.map(({ reason, exact, recordIDs }) => [reason, exact, recordIDs]).sort(), [
      ['END', '-100', [old]],
      ['START', '200', [renewed]],
    ]);
  });

  it('an item that begins within a second names the record whose period begins with that second', async () => {
    await sellerAt('2026-07-20');
    const times = ['2025-03-01T10:00:00.750Z', '2026-03-01T10:00:00.750Z', '2027-03-01T10:00:00.750Z'] as const;
    const first = await purchase({ buyer: 's', value: '1200', start: times[0], end: times[1] });
    const { agreementId: continues, entitlementId } = first;
    await purchase({ buyer: 's', value: '2400', start: times[1], end: times[2], continues });
    const fee = (billed: string, start: string) => record({ entitlementId, billed, start, model: null });
    const old = await fee('1200', '2025-03-01T10:00:00Z');
    const renewed = await fee('2400', '2026-03-01T10:00:00Z');
    const namedIn = async (query: string, cell: string) =>
      (await explained(seller, query, cell)).parts.map(({ recordIDs }) => recordIDs);
    assert.deepEqual(await namedIn('', 'mrr'), [[renewed]]);
    assert.deepEqual(await namedIn('startDate=2026-03-01&endDate=2026-03-31', '2026-03:opening'), [[old]]);
  });

  it('AZURE seats change the amount from that time on, not before', async () => {
    await sellerAt('2026-02-10T12:00:00Z');
    const azure = { partner: 'AZURE' as const, buyer: 'seats', start: '2026-01-01', end: '2027-01-01' };
    const more = { externalId: 'subscription-seats', hasTerms: true };
    await purchase({ ...azure, value: '1200', more: { ...more, version: 1 } });
    await purchase({ ...azure, value: '1800', more: { ...more, version: 2 } });
    app.clock.set(at('2026-04-05T12:00:00Z'));
    await purchase({ ...azure, value: '600', more: { ...more, version: 3 } });
    app.clock.set(at('2026-05-10'));
    assert.deepEqual(rows(await metricsOf(seller, 'startDate=2026-01-01&endDate=2026-04-30')), {
      '2026-01': { new: 100, closing: 100 },
      '2026-02': { opening: 100, expansion: 50, closing: 150 },
      '2026-03': { opening: 150, closing: 150 },
      '2026-04': { opening: 150, contraction: 100, closing: 50 },
    });
  });

  it('suspended and ending purchases count; pending orders, or orders never confirmed, do not', async () => {
    await sellerAt('2026-05-10');
    const gcp = { partner: 'GCP' as const, start: '2026-01-01', end: '2027-01-01', value: '1200' };
    for (const status of ['SUSPENDED', 'ENDING', 'ACTIVE'] as const)
      await purchase({ ...gcp, buyer: status, status, more: { hasTerms: true } });
    const waiting = { ...gcp, buyer: 'waits', status: 'PENDING' as const };
    await purchase({ ...waiting, more: { hasTerms: true, externalId: 'order-waits' } });
    const failed = { hasTerms: true, externalId: 'order-failed' };
    await purchase({ ...gcp, buyer: 'fails', status: 'PENDING', more: failed });
    for (const version of [2, 3])
      await purchase({ ...gcp, buyer: 'fails', end: '2026-04-01', status: 'CANCELLED', more: { ...failed, version } });
    const { mrr, committedMrr, waterfall } = await metricsOf(seller, 'startDate=2026-01-01');
    // A purchase that is about to end is not committed; a pending one is.
    assert.deepEqual([mrr, committedMrr], [300, 300]);
    assert.deepEqual(movedIn(waterfall[0]), { new: 300, closing: 300 });
    assert.deepEqual(movedIn(waterfall.at(-1)), { opening: 300, closing: 300 });
  });

  it('a direct purchase counts with what it is billed, a divided commit once', async () => {
    await sellerAt('2026-07-20');
    const bought = await aDirectPurchase(app, seller);
    const { mrr } = await metricsOf(seller, 'startDate=2026-07-01');
    // 1200 for 2026 to 2100.
    assert.equal(mrr, 1.33);
    const startDates = ['2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z'];
    ok(await seller.editor.call('POST', `/entitlement/${bought}/divideCommit`, { body: { startDates } }));
    assert.equal((await metricsOf(seller, 'startDate=2026-07-01')).mrr, 1.33);
  });

  it('a direct purchase with changing prices counts with each price in its time', async () => {
    await sellerAt('2026-07-20');
    const bought = await aDirectPurchase(app, seller);
    const setPrice = async (rate: number): Promise<void> => {
      const body = { commits: [{ key: 'base', rate, length: 1, timeUnit: 'MONTH' }] };
      ok(await seller.editor.call('PATCH', `/entitlement/${bought}/priceModel`, { body }));
    };
    await setPrice(100);
    app.clock.set(at('2026-08-10'));
    await setPrice(150);
    app.clock.set(at('2026-09-10'));
    await setPrice(120);
    app.clock.set(at('2026-09-20'));
    const metrics = await metricsOf(seller, 'startDate=2026-07-01');
    assert.equal(metrics.mrr, 120);
    assert.deepEqual(rows(metrics)['2026-08'], { opening: 100, expansion: 50, closing: 150 });
    assert.deepEqual(rows(metrics)['2026-09'], { opening: 150, contraction: 30, closing: 120 });
  });

  it('G7: the time zone decides which month something belongs to', async () => {
    await sellerAt('2026-07-20');
    await purchase({ buyer: 'z', value: '1200', start: '2026-04-01T04:30:00Z', end: '2027-04-01T04:30:00Z' });
    const range = 'startDate=2026-03-01&endDate=2026-04-30';
    assert.deepEqual(rows(await metricsOf(seller, range))['2026-04'], { new: 100, closing: 100 });
    assert.deepEqual(rows(await metricsOf(seller, `${range}&timeZone=America/Chicago`))['2026-03'], {
      new: 100,
      closing: 100,
    });
  });

  it('contains no data of another organization', async () => {
    await sellerAt('2026-07-20');
    await purchase({ buyer: 'one', value: '1200', start: '2026-01-01', end: '2027-01-01' });
    const before = await metricsOf(app.globex, '');
    assert.deepEqual([before.mrr, before.currencies, before.waterfall.length], [0, [], 12]);
  });

  it('refuses what it cannot report, and names what is allowed', async () => {
    await sellerAt('2026-07-20');
    const cases: [string, RegExp][] = [
      ['granularity=week', /granularity: must be one of month, quarter, year/],
      ['by=region', /by: must be one of product, partner, buyer/],
      ['mode=both', /mode: must be one of gross, net/],
      ['measure=tcv', /measure: must be one of mrr, arr/],
      ['churnRecognition=never', /churnRecognition: must be one of period_end, immediate/],
      ['renewalGraceDays=-1', /renewalGraceDays: must be a whole number from 0 to 366/],
      ['timeZone=Mars/Olympus', /timeZone: must be a time zone/],
      ['currency=usd', /currency: must be a currency code/],
      ['startDate=2026-08-01', /startDate: is after endDate/],
      ['startDate=2026-08-01&endDate=2026-08-31', /startDate: must not be in the future/],
      ['startDate=1000-01-01', /granularity: must make at most 1200 periods/],
      ['period=month', /period: this endpoint has no such query parameter/],
    ];
    for (const [query, message] of cases) {
      const reply = await seller.viewer.call('GET', `/revenue/dashboard/metrics?${query}`);
      assert.equal(reply.status, 400, `${query}: ${reply.text}`);
      assert.match((reply.body as { message: string }).message, message);
    }
    const cells: [string, RegExp][] = [
      ['mmr', /cell: must be one of the columns of the report: mrr, arr/],
      ['2026-13:churn', /cell: must be one of the periods of the report/],
      ['2026-07:chrun', /cell: must be one of the columns of a row/],
      ['2026-07:AWS:churn', /cell: must be one of the groups of the report, and there are none/],
    ];
    for (const [cell, message] of cells) {
      const reply = await seller.viewer.call('GET', `/revenue/dashboard/metrics/explain?cell=${cell}`);
      assert.equal(reply.status, 400, `${cell}: ${reply.text}`);
      assert.match((reply.body as { message: string }).message, message);
    }
  });
});

const dayAfter = (start: string, days: number): string =>
  new Date(at(start).getTime() + days * 86_400_000).toISOString().slice(0, 10);

const someDay = fc.integer({ min: 0, max: 330 }).map((days) => dayAfter('2025-12-10', days));

const somePurchase: fc.Arbitrary<Bought> = fc
  .record({
    buyer: fc.constantFrom('one', 'one', 'other'),
    value: fc.constantFrom('100', '99.99', '1200.5', '1000', '7'),
    start: someDay,
    days: fc.constantFrom(28, 90, 181, 365, 365),
    endedAfter: fc.option(fc.integer({ min: 1, max: 200 })),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    partner: fc.constantFrom('AWS' as const, 'GCP' as const),
  })
  .map(({ start, days, endedAfter, ...rest }) => {
    const ended = endedAfter === null ? undefined : dayAfter(start, Math.min(endedAfter, days));
    return {
      ...rest,
      start,
      end: dayAfter(start, days),
      ...(ended !== undefined && ended < '2026-11-15' ? { ended } : {}),
    };
  });

const someQuery = fc
  .record({
    granularity: fc.constantFrom('month', 'quarter', 'year'),
    mode: fc.constantFrom('gross', 'net'),
    by: fc.constantFrom('product', 'partner', 'buyer'),
    measure: fc.constantFrom('mrr', 'arr'),
    timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
    churnRecognition: fc.constantFrom('period_end', 'immediate'),
    renewalGraceDays: fc.constantFrom('0', '30'),
    range: fc.constantFrom('startDate=2026-02-10&endDate=2026-07-20', 'startDate=2026-08-01&endDate=2026-12-31'),
    money: fc.constantFrom('currency=USD', 'currency=EUR', 'rateTable=any'),
  })
  .map(({ range, money, ...rest }) => `${range}&${money}&${new URLSearchParams(rest)}`);

const signs: Readonly<Record<string, number>> = { contraction: -1, churn: -1, closing: 0, opening: 0 };

/** A row adds up as displayed. */
const assertIdentity = (row: Row): void => {
  const amountIn = (name: string) => big(String(row[name]));
  const end = columns.reduce((sum, name) => sum.plus(amountIn(name).times(signs[name] ?? 1)), amountIn('opening'));
  assert.equal(end.toFixed(), amountIn('closing').toFixed(), JSON.stringify(row));
  assert.equal(
    amountIn('closing').minus(amountIn('opening')).minus(amountIn('fx')).toFixed(),
    amountIn('netNew').toFixed(),
  );
};

describe('random histories', () => {
  it('every row adds up, and every cell is the sum of its parts', async () => {
    const rates = ['2025-01-01', '2026-03-31', '2026-05-17', '2026-08-31'].map((date, index) => ({
      ...{ date, currency: 'EUR', rate: [1.08, 1.1, 0.9137, 1.2][index] },
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(somePurchase, { minLength: 1, maxLength: 6 }),
        fc.array(someQuery, { minLength: 2, maxLength: 2 }),
        async (bought, queries) => {
          await sellerAt('2026-11-15T10:00:00Z');
          for (const one of bought) await purchase(one);
          ok(await put('rateTable=any&currency=USD', { body: { rates } }));
          for (const query of queries) {
            const found = await metricsOf(seller, query);
            const lists = [found.waterfall, ...(found.groups ?? []).map(({ waterfall }) => waterfall)];
            for (const row of lists.flat()) {
              assertIdentity(row);
              for (const name of [...columns, 'netNew', 'netRevenueRetention', 'grossRevenueRetention']) {
                const value = row[name] ?? null;
                const cell = await explained(seller, query, `${row.cell}:${name}`);
                assert.equal(cell.amount, value, `${row.cell}:${name}`);
                if (name.endsWith('Retention')) {
                  assert.equal(cell.parts.length === 0, value === null);
                  continue;
                }
                const sum = sumExact(cell.parts);
                assert.deepEqual(sum, readExact(cell.exact ?? ''), `${row.cell}:${name}`);
                const off = big(roundRational(sum, 2)).minus(String(value)).abs();
                assert.ok(off.lte(name === 'opening' || name === 'closing' ? 0 : 0.01), `${row.cell}:${name}`);
              }
            }
            for (const [index, { closing }] of found.waterfall.entries()) {
              const next = found.waterfall[index + 1];
              if (next) assert.equal(next.opening, closing);
            }
            for (const name of ['mrr', 'arr', 'committedMrr', 'usageRunRate'] as const) {
              const cell = await explained(seller, query, name);
              assert.equal(cell.amount, found[name]);
              assert.deepEqual(sumExact(cell.parts), readExact(cell.exact ?? ''), name);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
