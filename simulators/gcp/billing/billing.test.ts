import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptedOffer,
  activeOrder,
  type Bench,
  type Doc,
  type Order,
  openBench,
  seedProduct,
} from '../gcp.test-support.ts';
import { dateTimeOf } from '../producer/date-time.ts';

const startsAt = '2026-09-10T18:00:00Z';
type Charge = Record<string, string>;

const charges = async (bench: Bench): Promise<Charge[]> =>
  (await bench.control<{ charges: Charge[] }>('GET', '/charge')).charges.sort((a, b) =>
    String(a.chargedAt) < String(b.chargedAt) ? -1 : 1,
  );

let operations = 0;
const use = async (bench: Bench, order: Order, metricName: string, value: Doc, at = bench.clock.now()) => {
  operations += 1;
  const time = new Date(at).toISOString();
  const path = `/servicecontrol/v1/services/${order.entitlement.productExternalName}:report`;
  const { status, body } = await bench.api('POST', path, {
    operations: [
      {
        operationId: `op-${operations}`,
        operationName: 'usage',
        consumerId: order.entitlement.usageReportingId,
        startTime: time,
        endTime: time,
        metricValueSets: [{ metricName, metricValues: [value] }],
      },
    ],
  });
  assert.deepEqual([status, body.reportErrors], [200, undefined]);
};

test('a month of usage is billed after its end and paid by the tenth business day', async (t) => {
  const bench = await openBench(t, { startsAt });
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { plan: 'payg' });
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '123457' });
  await use(bench, order, product.metrics[2] ?? '', { doubleValue: 2.345 });
  // Still September in Los Angeles, but no longer in UTC.
  await bench.advanceTo('2026-10-01T06:59:00Z');
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '500' });
  await bench.advanceTo('2026-10-01T07:01:00Z');
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '1000' });
  assert.deepEqual(await charges(bench), []);
  await bench.advanceTo('2026-10-02T08:00:00Z');
  const of = (row: Charge) => [row.month, row.quantity, row.amount, row.googleShare, row.due, row.status];
  assert.deepEqual((await charges(bench)).map(of), [
    // 123957 × 0.002 = 247.914
    ['2026-09', '123957', '247.91', '7.44', '240.47', 'OPEN'],
    // 2.345 rounds half to even
    ['2026-09', '2.345', '2.34', '0.07', '2.27', 'OPEN'],
  ]);
  // 14 October is the tenth business day.
  await bench.advanceTo('2026-10-14T06:59:00Z');
  assert.deepEqual((await bench.control<{ count: number }>('GET', '/disbursement')).count, 0);
  await bench.advanceTo('2026-10-14T07:01:00Z');
  const { disbursements } = await bench.control<{ disbursements: Charge[] }>('GET', '/disbursement');
  assert.deepEqual(
    disbursements.map(({ month, amount }) => [month, amount]),
    [['2026-09', '242.74']],
  );
  // Usage that is reported a month late is on the next bill.
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '5000' }, Date.parse('2026-09-20T12:00:00Z'));
  await bench.advanceTo('2026-11-02T09:00:00Z');
  assert.deepEqual((await charges(bench)).at(-1)?.quantity, '6000');
});

test('a subscription is paid monthly, from its start to its end, if the setting says so', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-08-31T18:00:00Z' });
  await bench.control('POST', '/settings', { publicFees: 'whole' });
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { termMonths: 12 });
  await bench.advanceTo('2026-11-15T00:00:00Z');
  const days = async () => (await charges(bench)).map((row) => [row.chargedAt?.slice(0, 10), row.amount]);
  const wanted = [
    ['2026-08-31', '100.00'],
    ['2026-09-30', '100.00'],
    ['2026-10-31', '100.00'],
  ];
  assert.deepEqual(await days(), wanted);
  await bench.control('POST', `/order/${order.id}/cancel`, { effective: 'IMMEDIATE' });
  await bench.advanceTo('2027-03-01T00:00:00Z');
  assert.deepEqual(await days(), wanted);
});

test('a public plan is charged by the calendar month, and each term of it only for its part of a month', async (t) => {
  const found = async (termMonths: number): Promise<unknown[]> => {
    const bench = await openBench(t, { startsAt: '2026-09-16T07:00:00Z' });
    const product = await seedProduct(bench);
    await activeOrder(bench, product, { termMonths });
    await bench.advanceTo('2026-11-02T00:00:00Z');
    return (await charges(bench)).map((row) => [row.month, row.amount]);
  };
  // 15 of 30 days
  const september = ['2026-09', '50.00'];
  assert.deepEqual(await found(12), [september, ['2026-10', '100.00'], ['2026-11', '100.00']]);
  assert.deepEqual(await found(1), [
    september,
    // 15 and 16 of 31 days, then 361 of 721 hours: the 1st of November has 25
    ['2026-10', '48.39'],
    ['2026-10', '51.61'],
    ['2026-11', '50.07'],
  ]);
});

test('a private offer is charged at its price, prorated if it says so', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-09-16T07:00:00Z' });
  const product = await seedProduct(bench);
  const flat = { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '80', nanos: 500_000_000 } } };
  await acceptedOffer(bench, product, flat, 'MONTHLY_PRORATED');
  await bench.advanceTo('2026-11-02T00:00:00Z');
  assert.deepEqual(
    (await charges(bench)).map((row) => [row.month, row.amount]),
    [
      // 15 of 30 days
      ['2026-09', '40.25'],
      ['2026-10', '80.50'],
      ['2026-11', '80.50'],
    ],
  );
});

test('usage after the end of a private offer is billed at the public price', async (t) => {
  const bench = await openBench(t, { startsAt });
  const product = await seedProduct(bench);
  const discount = { usage: { defaultDiscountPercent: { value: '50' } } };
  const order = await acceptedOffer(bench, product, discount, undefined, 'payg');
  const end = Date.parse(String(order.entitlement.offerEndTime));
  await bench.advanceTo(new Date(end + 3_600_000).toISOString());
  for (const at of [end - 3_600_000, end])
    await use(bench, order, product.metrics[1] ?? '', { int64Value: '1000' }, at);
  await bench.advanceTo(new Date(end + 40 * 86_400_000).toISOString());
  assert.deepEqual((await charges(bench)).map((row) => row.amount).sort(), ['1.00', '2.00']);
});

test('usage under an offer with installments is billed less its discount', async (t) => {
  const bench = await openBench(t, { startsAt });
  const metrics = [{ name: 'requests', price: '0.01' }];
  const plans = [{ plan: 'pro', monthlyPrice: '100', termMonths: [12], metrics }];
  const product = await seedProduct(bench, { plans });
  const model = {
    flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '80' } },
    usage: { defaultDiscountPercent: { value: '50' } },
  };
  const order = await acceptedOffer(bench, product, model, 'INSTALLMENTS');
  await use(bench, order, product.metrics[0] ?? '', { int64Value: '1000' });
  await bench.advanceTo('2026-10-02T08:00:00Z');
  const billed = (await charges(bench)).map(({ kind, amount }) => [kind, amount]);
  assert.deepEqual(billed, [
    ['FEE', '80.00'],
    ['USAGE', '5.00'],
  ]);
});

test('a commitment is charged less its discount, and covers usage before anything else does', async (t) => {
  const bench = await openBench(t, { startsAt });
  const product = await seedProduct(bench);
  const commitment = {
    commitment: { commitmentAmount: { currencyCode: 'USD', units: '300' }, discountPercent: { value: '10' } },
  };
  const order = await acceptedOffer(bench, product, commitment, 'YEARLY_NOT_PRORATED', 'payg');
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '100000' });
  await bench.advanceTo('2026-10-10T00:00:00Z');
  await use(bench, order, product.metrics[1] ?? '', { int64Value: '100000' });
  await bench.advanceTo('2026-11-03T00:00:00Z');
  assert.deepEqual(
    (await charges(bench)).map((row) => [row.kind, row.month, row.amount, row.credit]),
    [
      ['FEE', '2026-09', '270.00', '0'],
      ['USAGE', '2026-09', '0.00', '200'],
      ['USAGE', '2026-10', '100.00', '100'],
    ],
  );
});

test('credit covers usage of its own period, rolls over unless the offer discards it, and ends with the term', async (t) => {
  const usd = (units: string) => ({ currencyCode: 'USD', units });
  const commitmentOf = (units: string, more: Doc = {}) => ({
    commitment: { commitmentAmount: usd(units), discountPercent: { value: '0' }, ...more },
  });
  const billed = async (units: string, more: Doc, used: [string, string][]) => {
    // Intervals begin on the 1st, and usage of a month is billed on the 2nd of the next one.
    const bench = await openBench(t, { startsAt: '2026-09-01T18:00:00Z' });
    const product = await seedProduct(bench);
    const order = await acceptedOffer(bench, product, commitmentOf(units, more), 'MONTHLY_NOT_PRORATED', 'payg');
    for (const [day, dollars] of used) {
      await bench.advanceTo(`${day}T20:00:00Z`);
      await use(bench, order, product.metrics[1] ?? '', { int64Value: String(Number(dollars) * 500) });
    }
    await bench.advanceTo('2026-12-03T20:00:00Z');
    const usage = (await charges(bench)).filter(({ kind }) => kind === 'USAGE');
    return usage.map(({ month, amount, credit }) => [month, amount, credit].join(' '));
  };
  // September is not covered by the credit granted on 1 October, although it is billed after that.
  assert.deepEqual(
    await billed('100', {}, [
      ['2026-09-20', '150'],
      ['2026-10-20', '100'],
    ]),
    ['2026-09 50.00 100', '2026-10 0.00 100'],
  );
  assert.deepEqual(await billed('100', {}, [['2026-10-20', '150']]), ['2026-10 0.00 150'], 'rolled over');
  const discards = { discardPreviousCreditBalance: true };
  assert.deepEqual(await billed('100', discards, [['2026-10-20', '150']]), ['2026-10 50.00 100'], 'discarded');
  // Usage before an installment, in the month in which the installment begins, has the earlier credit.
  assert.deepEqual(
    await billed('100', discards, [
      ['2026-09-20', '30'],
      ['2026-10-01', '30'],
      ['2026-10-20', '90'],
    ]),
    ['2026-09 0.00 30', '2026-10 20.00 100'],
  );
});

test('usage under an offer with installments gets the discount of the current installment', async (t) => {
  const bench = await openBench(t, { startsAt });
  const metrics = [{ name: 'requests', price: '0.01' }];
  const plans = [{ plan: 'pro', monthlyPrice: '100', termMonths: [12], metrics }];
  const product = await seedProduct(bench, { plans });
  const modelOf = (percent: string) => ({
    flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '80' } },
    usage: { defaultDiscountPercent: { value: percent } },
  });
  const later = dateTimeOf(Date.parse('2026-10-20T07:00:00Z'));
  const installments = [{ priceModel: modelOf('50') }, { startTime: later, priceModel: modelOf('20') }];
  const order = await acceptedOffer(bench, product, {}, 'INSTALLMENTS', 'pro', installments);
  for (const day of ['2026-10-19', '2026-10-21']) {
    await bench.advanceTo(`${day}T20:00:00Z`);
    await use(bench, order, product.metrics[0] ?? '', { int64Value: '1000' });
  }
  await bench.advanceTo('2026-11-03T00:00:00Z');
  const billed = (await charges(bench)).map(({ kind, amount }) => `${kind} ${amount}`).sort();
  assert.deepEqual(billed, ['FEE 80.00', 'FEE 80.00', 'USAGE 5.00', 'USAGE 8.00']);
});

test('what a delinquent customer owes is withheld, then released or abandoned; refunds are taken back', async (t) => {
  const bench = await openBench(t, { startsAt });
  const product = await seedProduct(bench);
  await bench.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '10' });
  const accounts = ['AAAAAA', 'BBBBBB', 'CCCCCC'].map((part) => `${part}-C4D5E6-F70819`);
  const orders: Order[] = [];
  for (const billingAccount of accounts)
    orders.push(await activeOrder(bench, product, { billingAccount, termMonths: 12 }));
  const standing = (at: number, state: string) =>
    bench.control('PUT', `/buyer-account/${orders[at]?.buyerAccountId}/standing`, { state });
  await standing(1, 'probation');
  await standing(2, 'probation');
  await bench.advanceTo('2026-10-20T00:00:00Z');
  const paid = (await charges(bench)).find(({ status }) => status === 'PAID');
  assert.equal(paid?.billingAccount, accounts[0]);
  await bench.control('POST', `/charge/${paid?.id}/refund`, { amount: '30' });
  await standing(1, 'good');
  await standing(2, 'closed');
  await bench.advanceTo('2026-11-20T00:00:00Z');
  const total = await bench.report('20261001 Disbursements.csv');
  assert.deepEqual(
    total.map((row) => [row.Entity, row.Amount, row['Customer Refund'], row.Total]),
    [
      // Two customers paid October; 27 of the refund was ours.
      ['Google LLC', '180.00', '-27.00', '153.00'],
      ['Released Payout', '61.62', '0.00', '61.62'],
      ['Abandoned Payout', '151.62', '0.00', '151.62'],
    ],
  );
  const detailOf = async (month: string) =>
    (await bench.report(`${month}-01 Detailed Disbursements Report.csv`))
      .map((row) => [
        ...[row.account_id?.slice(0, 6), row.cust_charges, row.marketplace_fee_amount, row.aggregated_payout],
        ...[row.withheld_amount, row.released_amount, row.abandoned_amount, row.refund_reason],
      ])
      .sort();
  // From 11:00 of the 10th of September in Los Angeles on: 493 of its 720 hours.
  assert.deepEqual(await detailOf('2026-09'), [
    ['AAAAAA', '68.47', '6.85', '61.62', '0.00', '0.00', '0.00', ''],
    ['BBBBBB', '68.47', '6.85', '0.00', '61.62', '0.00', '0.00', ''],
    ['CCCCCC', '68.47', '6.85', '0.00', '61.62', '0.00', '0.00', ''],
  ]);
  // What was charged in September is not charged again when it is released or abandoned.
  assert.deepEqual(await detailOf('2026-10'), [
    ['AAAAAA', '-30.00', '-3.00', '-27.00', '0.00', '0.00', '0.00', 'Customer refund'],
    ['AAAAAA', '100.00', '10.00', '90.00', '0.00', '0.00', '0.00', ''],
    ['BBBBBB', '0.00', '0.00', '61.62', '0.00', '61.62', '0.00', ''],
    ['BBBBBB', '100.00', '10.00', '90.00', '0.00', '0.00', '0.00', ''],
    ['CCCCCC', '100.00', '10.00', '0.00', '0.00', '0.00', '151.62', ''],
  ]);
  const { disbursements } = await bench.control<{ disbursements: Charge[] }>('GET', '/disbursement');
  assert.deepEqual(
    disbursements.map(({ amount, sentAt }) => [amount, sentAt]),
    [
      ['61.62', '2026-10-21T07:00:00.000Z'],
      ['214.62', '2026-11-21T08:00:00.000Z'],
    ],
  );
});

test('the revenue share that an offer shows is the share that is settled', async (t) => {
  const bench = await openBench(t, { startsAt });
  const product = await seedProduct(bench);
  await bench.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '1.5' });
  const flat = { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '200' } } };
  const order = await acceptedOffer(bench, product, flat, 'MONTHLY_NOT_PRORATED');
  const offer = await bench.producer('GET', `/privateOffers/${order.offerId}?view=PRIVATE_OFFER_VIEW_FULL`);
  const { revenueShare } = offer.body.singleProductOffer as { revenueShare: Doc };
  assert.deepEqual(revenueShare.currentTermVendorNetRevenuePercent, { value: '98.5' });
  assert.equal((await charges(bench))[0]?.googleShare, '3.00');
});

test('a restart between charge and disbursement changes nothing', async (t) => {
  const first = await openBench(t, { startsAt });
  const order = await activeOrder(first, await seedProduct(first), { plan: 'payg' });
  const [, metric = ''] =
    (await first.control<{ products: { metrics: string[] }[] }>('GET', '/product')).products[0]?.metrics ?? [];
  await use(first, order, metric, { int64Value: '100000' });
  await first.advanceTo('2026-10-05T00:00:00Z');
  const { tokens: _, ...before } = first.snapshot();
  await first.close();
  const second = await openBench(t, { dataDir: first.dataDir, startsAt });
  const { tokens: __, ...after } = second.snapshot();
  assert.deepEqual(after, before);
  await second.advanceTo('2026-10-15T00:00:00Z');
  assert.deepEqual(
    (await charges(second)).map(({ amount, status }) => [amount, status]),
    [['200.00', 'PAID']],
  );
});
