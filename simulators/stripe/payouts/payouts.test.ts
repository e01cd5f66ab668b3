import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { failureOf, openBench, openInbox, openPayer } from '../stripe.test-support.ts';

const dayMs = 86_400_000;
const monday = '2026-03-02T10:00:00Z';
const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

const typesOf = (messages: { body: string }[]): string[] =>
  messages.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test('without any control call, a payment is paid out, and the movements of the payout can be listed', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe, account } = bench;
  const inbox = await openInbox(t);
  const payoutEvents = ['created', 'updated', 'paid', 'failed', 'reconciliation_completed'];
  const enabledEvents = ['balance.available', ...payoutEvents.map((name) => `payout.${name}`)];
  await bench.control('PUT', `/account/${account.id}/message-target`, { url: inbox.url, enabledEvents });
  const pay = await openPayer(bench);
  const charge = await pay(10_000);

  const [booked] = (await stripe.balanceTransactions.list({ source: charge, expand: ['data.source'] })).data;
  assert.deepEqual(
    [booked?.status, booked?.amount, booked?.fee, booked?.net, booked?.reporting_category, booked?.available_on],
    ['pending', 10_000, 320, 9680, 'charge', secondsOf('2026-03-04T00:00:00Z')],
  );
  assert.equal((booked?.source as Stripe.Charge | undefined)?.id, charge, 'the source of a movement can be expanded');
  assert.deepEqual((await stripe.balance.retrieve()).pending, [
    { amount: 9680, currency: 'usd', source_types: { card: 9680 } },
  ]);
  assert.equal((await stripe.payouts.list()).data.length, 0);

  await bench.clock.advance(38 * 3_600_000);
  const [payout] = (await stripe.payouts.list()).data;
  assert.ok(payout);
  const { id } = payout;
  assert.deepEqual(
    [payout.amount, payout.status, payout.automatic, payout.reconciliation_status, payout.arrival_date],
    [9680, 'pending', true, 'in_progress', secondsOf('2026-03-06T00:00:00Z')],
  );
  const listed = () => stripe.balanceTransactions.list({ payout: id });
  assert.equal((await listed()).data.length, 1, 'what it contains is not known yet');

  await bench.clock.advance(dayMs);
  assert.equal((await stripe.payouts.retrieve(id)).status, 'in_transit');
  await bench.clock.advance(26 * 3_600_000);
  const arrived = await stripe.payouts.retrieve(id, { expand: ['balance_transaction'] });
  assert.deepEqual(
    [arrived.status, arrived.reconciliation_status, arrived.trace_id?.status],
    ['paid', 'completed', 'supported'],
  );
  assert.equal((arrived.balance_transaction as Stripe.BalanceTransaction).net, -9680);
  assert.deepEqual(
    (await listed()).data.map(({ type, net, status }) => [type, net, status]),
    [
      ['payout', -9680, 'available'],
      ['charge', 9680, 'available'],
    ],
  );
  const messages = await inbox.until((all) => typesOf(all).includes('payout.reconciliation_completed'));
  assert.deepEqual(typesOf(messages).sort(), [
    'balance.available',
    'payout.created',
    'payout.paid',
    'payout.reconciliation_completed',
    'payout.updated',
    'payout.updated',
  ]);
});

test('a bank returns a paid payout; its amount is in the next payout, as a separate movement', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe } = bench;
  await (await openPayer(bench))(10_000);
  await bench.clock.advance(4 * dayMs);
  const [first] = (await stripe.payouts.list({ status: 'paid' })).data;
  assert.ok(first);
  await bench.control('POST', `/payout/${first.id}/fail`, { code: 'account_closed' });
  const failed = await stripe.payouts.retrieve(first.id, { expand: ['failure_balance_transaction'] });
  const back = failed.failure_balance_transaction as Stripe.BalanceTransaction;
  assert.deepEqual(
    [failed.status, failed.failure_code, back.type, back.reporting_category, back.net],
    ['failed', 'account_closed', 'payout_failure', 'payout_reversal', 9680],
  );
  const again = await bench.control('POST', `/payout/${first.id}/fail`).catch((error) => error.status);
  assert.equal(again, 409, 'a payout fails once');

  await bench.clock.advance(7 * dayMs);
  const [second] = (await stripe.payouts.list({ status: 'paid' })).data;
  assert.equal(second?.amount, 9680);
  const contained = await stripe.balanceTransactions.list({ payout: second?.id ?? '' });
  assert.deepEqual(
    contained.data.map(({ type }) => type),
    ['payout', 'payout_failure'],
  );
  assert.equal((await stripe.payouts.list()).data.length, 2, 'without funds there are no payouts');
});

test('a weekly schedule pays out once a week, a manual one never', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe, account } = bench;
  const schedule = { interval: 'weekly', weeklyDays: ['tuesday'] };
  await bench.control('PUT', `/account/${account.id}/terms`, { schedule });
  const pay = await openPayer(bench);
  for (let day = 0; day < 5; day += 1) {
    await pay(1000);
    await bench.clock.advance(dayMs);
  }
  await bench.clock.advance(4 * dayMs);
  const weekly = await stripe.payouts.list();
  assert.deepEqual(
    weekly.data.map(({ amount, created }) => [amount, created]),
    [[5 * 941, secondsOf('2026-03-10T00:00:00Z')]],
  );
  await bench.control('PUT', `/account/${account.id}/terms`, { schedule: { interval: 'manual' } });
  await pay(1000);
  await bench.clock.advance(30 * dayMs);
  assert.equal((await stripe.payouts.list()).data.length, 1);
  assert.deepEqual((await stripe.balance.retrieve()).available, [
    { amount: 941, currency: 'usd', source_types: { card: 941 } },
  ]);
});

test('a manual payout takes the requested amount, can be cancelled while pending, and has no list of movements', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe, account } = bench;
  await bench.control('PUT', `/account/${account.id}/terms`, { schedule: { interval: 'manual' } });
  await (await openPayer(bench))(10_000);
  const asked = { amount: 5000, currency: 'usd' };
  assert.equal((await failureOf(stripe.payouts.create(asked))).code, 'balance_insufficient');
  await bench.clock.advance(2 * dayMs);
  // docs.stripe.com/currencies, "Special cases".
  const fraction = await failureOf(stripe.payouts.create({ amount: 1045, currency: 'huf' }));
  assert.equal(fraction.code, 'parameter_invalid_integer');
  assert.equal(
    (await failureOf(stripe.payouts.create({ amount: 1000, currency: 'huf' }))).code,
    'balance_insufficient',
  );
  const payout = await stripe.payouts.create(asked, { idempotencyKey: 'once' });
  assert.equal((await stripe.payouts.create(asked, { idempotencyKey: 'once' })).id, payout.id);
  assert.deepEqual([payout.automatic, payout.reconciliation_status], [false, 'not_applicable']);
  assert.equal((await failureOf(stripe.payouts.create(asked))).code, 'balance_insufficient');
  const unlisted = await failureOf(stripe.balanceTransactions.list({ payout: payout.id }));
  assert.match(unlisted.message, /automatic/);

  const canceled = await stripe.payouts.cancel(payout.id);
  assert.equal(canceled.status, 'canceled');
  assert.equal((await stripe.balance.retrieve()).available[0]?.amount, 9680);
  const { payout: other } = await bench.control<{ payout: { id: string } }>(
    'POST',
    `/account/${account.id}/manual-payout`,
    { amount: 9680 },
  );
  await bench.clock.advance(5 * dayMs);
  assert.equal((await stripe.payouts.retrieve(other.id)).status, 'paid');
  assert.equal((await failureOf(stripe.payouts.cancel(other.id))).statusCode, 400);
});

test('payouts and movements are paged, filtered, and refused to other accounts', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe } = bench;
  const pay = await openPayer(bench);
  for (let day = 0; day < 4; day += 1) {
    await pay(1000);
    await bench.clock.advance(dayMs);
  }
  await bench.clock.advance(7 * dayMs);
  const { data: all } = await stripe.balanceTransactions.list({ limit: 100 });
  const paged: string[] = [];
  for await (const { id } of stripe.balanceTransactions.list({ limit: 3 })) paged.push(id);
  assert.deepEqual(
    paged,
    all.map(({ id }) => id),
  );
  const charges = await stripe.balanceTransactions.list({ type: 'charge', currency: 'usd' });
  assert.equal(charges.data.length, 4);
  const since = charges.data[1]?.created ?? 0;
  const late = await stripe.balanceTransactions.list({ type: 'charge', created: { gte: since } });
  assert.equal(late.data.length, 2);
  const { data: payouts } = await stripe.payouts.list();
  const arrival = payouts[0]?.arrival_date ?? 0;
  const lastArrived = payouts.filter((payout) => payout.arrival_date === arrival).length;
  assert.equal((await stripe.payouts.list({ arrival_date: { gte: arrival } })).data.length, lastArrived);

  assert.equal((await failureOf(stripe.balanceTransactions.list({ payout: 'po_none' }))).code, 'resource_missing');
  assert.equal((await failureOf(stripe.balanceTransactions.retrieve('txn_none'))).statusCode, 404);
  assert.equal((await failureOf(stripe.payouts.retrieve('po_none'))).statusCode, 404);
  assert.equal((await failureOf(stripe.balanceTransactions.list({ limit: 101 }))).statusCode, 400);
  const other = await bench.control<{ secretKey: string }>('POST', '/account', { id: 'acct_1Other' });
  const theirs = { apiKey: other.secretKey };
  assert.equal((await stripe.balanceTransactions.list({}, theirs)).data.length, 0);
  assert.equal((await failureOf(stripe.payouts.retrieve(payouts[0]?.id ?? '', {}, theirs))).statusCode, 404);
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'payouts.list' });
  assert.equal((await failureOf(stripe.payouts.list())).statusCode, 429);
});
