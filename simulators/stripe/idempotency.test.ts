import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, failureOf, openBench } from './stripe.test-support.ts';

test('a request with a key happens once; its response is repeated and marked', async (t) => {
  const bench = await openBench(t);
  const options = { idempotencyKey: 'attempt-1' };
  const first = await bench.stripe.customers.create({ name: 'Buyer' }, options);
  const second = await bench.stripe.customers.create({ name: 'Buyer' }, options);
  assert.equal(second.id, first.id);
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true');
  assert.equal(first.lastResponse.headers['idempotent-replayed'], undefined);
  assert.equal((await bench.stripe.customers.list()).data.length, 1);

  const other = await failureOf(bench.stripe.customers.create({ name: 'Other' }, options));
  assert.equal(other.statusCode, 400);
  assert.equal(other.type, 'StripeIdempotencyError');
  const elsewhere = await failureOf(bench.stripe.products.create({ name: 'Buyer' }, options));
  assert.match(elsewhere.message, /same endpoint/);

  await bench.clock.advance(86_400_000);
  assert.notEqual((await bench.stripe.customers.create({ name: 'Buyer' }, options)).id, first.id);
});

test('a decline is repeated under its key; a request that was never executed is not stored', async (t) => {
  const { stripe } = await openBench(t);
  const { id: customer } = await stripe.customers.create({});
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const params = { amount: 500, currency: 'usd', customer, payment_method: id, allowed_payment_method_types: ['card'] };
  const pay = () => stripe.paymentIntents.create({ ...params, confirm: true }, { idempotencyKey: 'pay-1' });
  const first = await failureOf(pay());
  const again = await failureOf(pay());
  assert.equal(again.payment_intent?.id, first.payment_intent?.id);
  assert.equal((await stripe.paymentIntents.list()).data.length, 1);

  await failureOf(stripe.customers.create({ email: 'wrong' }, { idempotencyKey: 'make-1' }));
  assert.ok((await stripe.customers.create({ email: 'ap@buyer.example' }, { idempotencyKey: 'make-1' })).id);
});

test('a second request with a key that is in use is a conflict', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', '/fault', { name: 'hold-key', operation: 'customers.create', delayMs: 300 });
  const options = { idempotencyKey: 'twice' };
  const first = bench.stripe.customers.create({ name: 'Buyer' }, options);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const second = await failureOf(bench.stripe.customers.create({ name: 'Buyer' }, options));
  assert.equal(second.statusCode, 409);
  assert.equal(second.code, 'idempotency_key_in_use');
  assert.ok((await first).id);
});

test('the client retries after a lost response and there is one customer', async (t) => {
  const bench = await openBench(t);
  const client = clientOf(bench.url, bench.account.secretKey, { maxNetworkRetries: 2 });
  for (const name of ['timeout-after', 'throttle', 'internal-error']) {
    await bench.control('POST', '/fault', { name, operation: 'customers.create' });
  }
  const plain = await failureOf(bench.stripe.customers.create({ name: 'throttled' }));
  assert.equal(plain.type, 'StripeRateLimitError');
  await failureOf(bench.stripe.customers.create({ name: 'failed' }));
  const made = await client.customers.create({ name: 'Buyer' });
  assert.deepEqual(
    (await bench.stripe.customers.list()).data.map(({ id }) => id),
    [made.id],
  );
  await bench.control('POST', '/fault', { name: 'rubbish', operation: 'customers.list' });
  assert.match((await failureOf(bench.stripe.customers.list())).message, /Invalid JSON/);
});
