import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Bench,
  configure,
  openBench,
  revenueQuery,
  seedProduct,
  seedSubscription,
} from '../azure.test-support.ts';

const dayMs = 86_400_000;
const startsAt = '2026-08-10T12:00:00Z';

const advanceTo = (bench: Bench, time: string): Promise<number> =>
  bench.clock.advance(Date.parse(time) - bench.clock.now());

const charges = async (bench: Bench, query = '') =>
  (await bench.control('GET', `/charge${query}`)).charges.sort((a: { billedAt: string }, b: { billedAt: string }) =>
    a.billedAt < b.billedAt ? -1 : 1,
  );

const meter = async (bench: Bench, resourceId: string, quantity: number, planId = 'metered') => {
  const effectiveStartTime = new Date(bench.clock.now()).toISOString();
  const event = { resourceId, quantity, dimension: 'requests', effectiveStartTime, planId };
  assert.equal((await bench.api('POST', '/usageEvent', event)).status, 200);
};

test('a month of usage is billed on the 3rd, collected, held, shown as upcoming and paid on the 15th', async (t) => {
  const bench = await openBench(t, { startsAt });
  await seedProduct(bench);
  const { id } = await seedSubscription(bench, { planId: 'metered' });
  await meter(bench, id, 1234.5);
  await bench.clock.advance(dayMs);
  await meter(bench, id, 765.57);
  const statusAt = async (time: string) => {
    await advanceTo(bench, time);
    return (await charges(bench)).map((row: { status: string }) => row.status);
  };
  assert.deepEqual(await statusAt('2026-09-02T23:59:00Z'), []);
  assert.deepEqual(await statusAt('2026-09-03T00:00:01Z'), ['Uncollected']);
  const [charge] = await charges(bench);
  // 2000.07 × 0.1 = 200.007
  assert.deepEqual(
    [charge.amount, charge.fee, charge.earning, charge.quantity, charge.price, charge.month],
    ['200.01', '6.00', '194.01', '2000.07', '0.1', '2026-08-01T00:00:00.000Z'],
  );
  // The dates of "Payout policy details".
  assert.deepEqual(await statusAt('2026-09-10T00:00:00Z'), ['Unprocessed']);
  assert.deepEqual(await statusAt('2026-11-04T23:00:00Z'), ['Unprocessed']);
  assert.deepEqual(await statusAt('2026-11-05T01:00:00Z'), ['Upcoming']);
  assert.deepEqual(await statusAt('2026-11-15T01:00:00Z'), ['Sent']);
  const { payouts } = await bench.control('GET', '/payout?accountId=contoso');
  assert.deepEqual([payouts[0].amount, payouts[0].sentAt], ['194.01', '2026-11-15T00:00:00.000Z']);
  const [row] = await bench.report(revenueQuery);
  assert.deepEqual(
    [row?.AssetId, row?.PayoutStatus, row?.Revenue, row?.EarningAmountUSD, row?.PaymentSentDate, row?.IncentiveRate],
    [id, 'Sent', '200.01', '194.01', '2026-11-15T00:00:00Z', '97'],
  );
});

test('terms are billed in advance for their initial seats; additional seats are billed for the remaining days', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-09-01T12:00:00Z' });
  await seedProduct(bench);
  const monthly = await seedSubscription(bench, { quantity: 3 });
  const yearly = await seedSubscription(bench, { quantity: 2, termUnit: 'P1Y' });
  await advanceTo(bench, '2026-09-16T06:00:00Z');
  await bench.api('PATCH', `/saas/subscriptions/${monthly.id}`, { quantity: 5 });
  await bench.clock.advance(1000);
  await advanceTo(bench, '2026-10-02T00:00:00Z');
  const of = async (id: string) =>
    (await charges(bench, `?subscriptionId=${id}`)).map((row: Record<string, string>) => [
      row.amount,
      row.quantity,
      row.serviceStart?.slice(0, 10),
      row.serviceEnd?.slice(0, 10),
    ]);
  assert.deepEqual(await of(monthly.id), [
    ['30.00', '3', '2026-09-01', '2026-10-01'],
    // 2 seats × 10 for 15 of 30 days
    ['10.00', '5', '2026-09-16', '2026-10-01'],
    ['50.00', '5', '2026-10-01', '2026-11-01'],
  ]);
  assert.deepEqual(await of(yearly.id), [['200.00', '2', '2026-09-01', '2027-09-01']]);
});

test('a year paid monthly is billed by the month, and no longer once it is cancelled', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-01-31T08:00:00Z' });
  const plan = { planId: 'year', name: 'Year', prices: [{ termUnit: 'P1Y', paymentUnit: 'P1M', price: 80.5 }] };
  await seedProduct(bench, { plans: [plan] });
  const { id } = await seedSubscription(bench, { planId: 'year' });
  await advanceTo(bench, '2026-04-15T00:00:00Z');
  const days = async () => (await charges(bench)).map((row: { serviceStart: string }) => row.serviceStart.slice(0, 10));
  assert.deepEqual(await days(), ['2026-01-31', '2026-02-28', '2026-03-31']);
  await bench.control('POST', `/subscription/${id}/unsubscribe`);
  await advanceTo(bench, '2026-08-01T00:00:00Z');
  assert.equal((await days()).length, 3);
});

test('included quantities are used up in a term before anything is billed', async (t) => {
  const bench = await openBench(t, { startsAt });
  const included = { requests: { P1M: 100 } };
  const plan = {
    planId: 'base',
    name: 'Base',
    prices: [{ termUnit: 'P1M', price: 0 }],
    meters: { requests: 2 },
    included,
  };
  await seedProduct(bench, { plans: [plan] });
  const { id } = await seedSubscription(bench, { planId: 'base' });
  await meter(bench, id, 70, 'base');
  await bench.clock.advance(dayMs);
  await meter(bench, id, 50, 'base');
  // The next term begins on 10 September, with its 100 unused.
  await advanceTo(bench, '2026-09-12T00:00:00Z');
  await meter(bench, id, 90, 'base');
  await advanceTo(bench, '2026-10-04T00:00:00Z');
  const billed = (await charges(bench)).map((row: Record<string, string>) => [row.quantity, row.amount]);
  assert.deepEqual(billed, [['20', '40.00']]);
  const usage = await bench.report('SELECT UsageDate,MeteredUsage,EstimatedExtendedChargeCC FROM ISVUsage');
  assert.deepEqual(
    usage.map((row) => [row.UsageDate?.slice(0, 10), row.MeteredUsage, row.EstimatedExtendedChargeCC]),
    [
      ['2026-08-10', '70', '0'],
      ['2026-08-11', '50', '40'],
      ['2026-09-12', '90', '0'],
    ],
  );
});

const discount = { discountType: 'percentage', discountPercentage: 15 };

/** A private offer without its prices. */
const dealOf = (buyer: string) => ({
  $schema: 'https://schema.mp.microsoft.com/schema/private-offer/2023-07-15',
  resourceName: 'deal',
  name: 'Deal',
  state: 'live',
  privateOfferType: 'customerPromotion',
  offerPricingType: 'editExistingOfferPricingOnly',
  variableStartDate: true,
  end: '2027-08-31',
  acceptBy: '2026-08-31',
  preparedBy: 'a@b.example',
  termsAndConditionsDocSasUrl: 'https://contoso.example/terms.pdf',
  notificationContacts: ['a@b.example'],
  beneficiaries: [{ id: buyer, description: 'Initech' }],
});

test('the price of a private offer is billed, and shown as a private offer price', async (t) => {
  const bench = await openBench(t, { startsAt });
  const { productId, plans } = await seedProduct(bench);
  const silver = plans.find((plan: { planId: string }) => plan.planId === 'silver').id;
  const buyer = (await bench.control('POST', '/buyer', { name: 'Initech' })).id;
  const offer = { ...dealOf(buyer), pricing: [{ product: productId, plan: silver, ...discount }] };
  const job = await configure(bench, [offer]);
  assert.deepEqual(job.errors, []);
  const { privateOffers } = await bench.control('GET', '/private-offer');
  const id = privateOffers[0].id.split('/')[1];
  await bench.control('POST', `/private-offer/${id}/accept`, {});
  const bought = await bench.control('POST', `/private-offer/${id}/purchase`, { quantity: 3, termUnit: 'P1M' });
  await bench.api('POST', `/saas/subscriptions/${bought.id}/activate`, { planId: bought.planId });
  const [row] = await bench.report('SELECT Revenue,IsPrivateOffer,Quantity FROM ISVRevenue');
  assert.deepEqual(row, { Revenue: '25.50', IsPrivateOffer: '1', Quantity: '3' });
});

test('usage on the day on which a private offer is accepted has its price', async (t) => {
  const bench = await openBench(t, { startsAt });
  const { productId, plans } = await seedProduct(bench);
  const plan = plans.find(({ planId }: { planId: string }) => planId === 'metered').id;
  const buyer = (await bench.control('POST', '/buyer', { name: 'Initech' })).id;
  const job = await configure(bench, [{ ...dealOf(buyer), pricing: [{ product: productId, plan, ...discount }] }]);
  assert.deepEqual(job.errors, []);
  const { privateOffers } = await bench.control('GET', '/private-offer');
  const id = privateOffers[0].id.split('/')[1];
  await bench.control('POST', `/private-offer/${id}/accept`, {});
  const bought = await bench.control('POST', `/private-offer/${id}/purchase`, { termUnit: 'P1M' });
  await bench.api('POST', `/saas/subscriptions/${bought.id}/activate`, { planId: bought.planId });
  await meter(bench, bought.id, 1000);
  await advanceTo(bench, '2026-09-04T00:00:00Z');
  assert.deepEqual(
    (await charges(bench)).map(({ amount }: { amount: string }) => amount),
    ['85.00'],
    '1000 × 0.1, less 15 percent',
  );
});

test('customers pay late or never; refunds and adjustments are deducted from the payout', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-09-01T12:00:00Z' });
  await seedProduct(bench);
  await bench.control('PUT', '/account/contoso/billing', { feePercent: '20', holdDays: 0, minimumPayout: '0' });
  const buyers = ['prompt', 'late', 'never'];
  for (const id of buyers) await bench.control('POST', '/buyer', { id, name: id });
  await bench.control('PUT', '/buyer/late/payment', { payDays: 40 });
  await bench.control('PUT', '/buyer/never/payment', { payDays: null });
  for (const billingAccountId of buyers) await seedSubscription(bench, { billingAccountId, termUnit: 'P1Y' });
  const byBuyer = async () =>
    Object.fromEntries((await charges(bench)).map((row: Record<string, string>) => [row.buyerId, row]));
  await advanceTo(bench, '2026-09-20T00:00:00Z');
  const before = await byBuyer();
  assert.deepEqual(
    buyers.map((name) => before[name].status),
    ['Unprocessed', 'Uncollected', 'Uncollected'],
  );
  await advanceTo(bench, '2026-10-20T00:00:00Z');
  const [prompt, late] = [(await byBuyer()).prompt, (await byBuyer()).late];
  assert.deepEqual([prompt.status, late.status], ['Sent', 'Unprocessed']);
  await bench.control('POST', `/charge/${prompt.id}/refund`, { amount: '33.33' });
  await bench.control('POST', `/charge/${prompt.id}/refund`);
  await assert.rejects(bench.control('POST', `/charge/${prompt.id}/refund`), { status: 409 });
  await bench.control('POST', `/charge/${late.id}/adjust`, { amount: '-10' });
  await advanceTo(bench, '2026-12-20T00:00:00Z');
  assert.deepEqual(await bench.control('GET', '/account/contoso/balance'), {
    // 3 × 100 − 100 − 10
    billed: '190.00',
    fee: '38.00',
    uncollected: '80.00',
    unprocessed: '0.00',
    // 80 from the late payer − 80 refunded − 8 adjusted is a debt, which is carried forward.
    upcoming: '-8.00',
    sent: '80.00',
  });
  await bench.control('POST', `/charge/${before.never.id}/restate`, { amount: '150' });
  await bench.control('POST', `/charge/${before.never.id}/pay`);
  await advanceTo(bench, '2027-01-20T00:00:00Z');
  const { payouts } = await bench.control('GET', '/payout');
  assert.deepEqual(
    payouts.map((row: { amount: string }) => row.amount),
    ['80.00', '112.00'],
  );
});

test('a restart between bill and payout changes nothing', async (t) => {
  const first = await openBench(t, { startsAt });
  await seedProduct(first);
  const { id } = await seedSubscription(first, { planId: 'metered' });
  await meter(first, id, 1000);
  await advanceTo(first, '2026-09-05T00:00:00Z');
  const before = first.snapshot();
  await first.close();
  const second = await openBench(t, { dataDir: first.dataDir, startsAt });
  assert.deepEqual(second.snapshot(), before);
  await second.clock.advance(120 * dayMs);
  assert.deepEqual(
    (await charges(second)).map((row: Record<string, string>) => [row.amount, row.status]),
    [['100.00', 'Sent']],
  );
});

test('with an Enterprise Agreement the publisher is paid whether or not the customer has paid', async (t) => {
  const bench = await openBench(t, { startsAt });
  await seedProduct(bench);
  await bench.control('POST', '/buyer', { id: 'enterprise', salesChannel: 'Enterprise' });
  await bench.control('PUT', '/buyer/enterprise/payment', { payDays: null });
  await seedSubscription(bench, { billingAccountId: 'enterprise', quantity: 10 });
  await advanceTo(bench, '2026-10-16T00:00:00Z');
  const [first] = await charges(bench);
  assert.deepEqual([first.status, first.earning], ['Sent', '97.00']);
  const [row] = await bench.report(revenueQuery);
  assert.deepEqual([row?.SalesChannel, row?.PayoutStatus], ['Enterprise', 'Sent']);
});

test('a free trial is the first term: it is not billed, and shown as a trial until it ends', async (t) => {
  const bench = await openBench(t, { startsAt });
  const plans = [{ planId: 'tried', name: 'Tried', prices: [{ termUnit: 'P1M', price: 30 }], hasFreeTrial: true }];
  await seedProduct(bench, { plans });
  const { id } = await seedSubscription(bench, { planId: 'tried' });
  const shown = async () => {
    const { isFreeTrial, term } = (await bench.api('GET', `/saas/subscriptions/${id}`)).body;
    return [isFreeTrial, term.startDate.slice(0, 10), (await charges(bench)).length];
  };
  assert.deepEqual(await shown(), [true, '2026-08-10', 0]);
  await advanceTo(bench, '2026-09-09T12:00:00Z');
  assert.deepEqual(await shown(), [true, '2026-08-10', 0]);
  await advanceTo(bench, '2026-09-10T12:00:00Z');
  assert.deepEqual((await shown()).slice(0, 2), [false, '2026-09-10']);
  await advanceTo(bench, '2026-10-04T12:00:00Z');
  assert.deepEqual(
    (await charges(bench)).map(({ amount }: { amount: string }) => amount),
    ['30.00'],
  );
});
