import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { type Bench, failureOf, openBench } from '../stripe.test-support.ts';

const acceptance = { customer_acceptance: { type: 'offline' as const, offline: {} } };

const customerWith = async (bench: Bench, token: string): Promise<{ customer: string; method: string }> => {
  const { id: customer } = await bench.stripe.customers.create({ name: 'Buyer' });
  const { id: method } = await bench.stripe.paymentMethods.attach(token, { customer });
  return { customer, method };
};

const away = (customer: string, method: string, amount = 1000, currency = 'usd'): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency,
  customer,
  payment_method: method,
  allowed_payment_method_types: ['card', 'us_bank_account'],
  off_session: true,
  confirm: true,
});

test('a card is attached, listed, made the default, charged while the buyer is absent, and detached permanently', async (t) => {
  const bench = await openBench(t);
  const { stripe } = bench;
  const { customer, method } = await customerWith(bench, 'pm_card_visa');
  assert.deepEqual(
    (await stripe.customers.listPaymentMethods(customer, { type: 'card' })).data.map(({ id }) => id),
    [method],
  );
  const withDefault = await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: method },
    expand: ['invoice_settings.default_payment_method'],
  });
  assert.equal((withDefault.invoice_settings.default_payment_method as Stripe.PaymentMethod).card?.last4, '4242');

  const paid = await stripe.paymentIntents.create({ ...away(customer, method), expand: ['latest_charge'] });
  assert.equal(paid.status, 'succeeded');
  assert.equal((paid.latest_charge as Stripe.Charge).paid, true);

  assert.equal((await stripe.paymentMethods.detach(method)).customer, null);
  const after = await stripe.customers.retrieve(customer);
  assert.ok(!after.deleted);
  assert.equal(after.invoice_settings.default_payment_method, null);
  const again = await failureOf(stripe.paymentMethods.attach(method, { customer }));
  assert.match(again.message, /may not be used again/);
});

test('a default has to be attached to the customer', async (t) => {
  const bench = await openBench(t);
  const { method } = await customerWith(bench, 'pm_card_visa');
  const other = await bench.stripe.customers.create({});
  const refused = await failureOf(
    bench.stripe.customers.update(other.id, { invoice_settings: { default_payment_method: method } }),
  );
  assert.equal(refused.code, 'resource_missing');
  const charged = await failureOf(bench.stripe.paymentIntents.create(away(other.id, method)));
  assert.equal(charged.statusCode, 400);
});

test('declines are card errors with their code, which the intent keeps', async (t) => {
  const bench = await openBench(t);
  const { stripe } = bench;
  const { id } = await stripe.customers.create({});
  const atOnce = await failureOf(
    stripe.paymentMethods.attach('pm_card_chargeDeclinedInsufficientFunds', { customer: id }),
  );
  assert.equal(atOnce.statusCode, 402);
  assert.equal(atOnce.decline_code, 'insufficient_funds');
  await failureOf(stripe.customers.create({ name: 'never made', payment_method: 'pm_card_chargeDeclined' }));
  assert.equal((await stripe.customers.list()).data.length, 1);

  const { customer, method } = await customerWith(bench, 'pm_card_chargeCustomerFail');
  const later = await failureOf(stripe.paymentIntents.create(away(customer, method)));
  assert.equal(later.type, 'StripeCardError');
  assert.equal(later.code, 'card_declined');
  const intent = await stripe.paymentIntents.retrieve(later.payment_intent?.id ?? '');
  assert.equal(intent.status, 'requires_payment_method');
  assert.equal(intent.last_payment_error?.decline_code, 'generic_decline');

  const strict = await customerWith(bench, 'pm_card_authenticationRequired');
  const asks = await failureOf(stripe.paymentIntents.create(away(strict.customer, strict.method)));
  assert.equal(asks.code, 'authentication_required');
});

test('a control switch makes a stored card decline, expire and work again', async (t) => {
  const bench = await openBench(t);
  const { customer, method } = await customerWith(bench, 'pm_card_mastercard');
  await bench.control('POST', `/payment-method/${method}/behaviour`, { outcome: 'decline', reason: 'lost_card' });
  const lost = await failureOf(bench.stripe.paymentIntents.create(away(customer, method)));
  assert.equal(lost.decline_code, 'lost_card');
  await bench.control('POST', `/payment-method/${method}/behaviour`, { outcome: 'succeed' });
  await bench.control('POST', `/payment-method/${method}/expire`);
  assert.equal((await failureOf(bench.stripe.paymentIntents.create(away(customer, method)))).code, 'expired_card');
  await bench.control('POST', `/payment-method/${method}/renew`, { expMonth: 1, expYear: 2099 });
  assert.equal((await bench.stripe.paymentIntents.create(away(customer, method))).status, 'succeeded');
});

test('a bank debit needs a mandate, is processing for days, and is then paid or returned', async (t) => {
  const bench = await openBench(t);
  const { stripe, clock } = bench;
  const { id: customer } = await stripe.customers.create({});
  const spec: Stripe.SetupIntentCreateParams = {
    customer,
    payment_method: 'pm_usBankAccount_success',
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
  };
  assert.equal((await failureOf(stripe.setupIntents.create(spec))).code, 'setup_intent_mandate_invalid');
  const setup = await stripe.setupIntents.create({ ...spec, mandate_data: acceptance });
  assert.equal(setup.status, 'succeeded');
  const method = setup.payment_method as string;
  assert.equal((await stripe.paymentMethods.retrieve(method)).customer, customer);

  const good = await stripe.paymentIntents.create(away(customer, method));
  const bad = await stripe.paymentIntents.create(away(customer, method, 2000));
  assert.equal(good.status, 'processing');
  await bench.control('POST', `/payment-intent/${bad.id}/settle`, { outcome: 'insufficient_funds' });
  await clock.advance(4 * 86_400_000);
  assert.equal((await stripe.paymentIntents.retrieve(good.id)).status, 'succeeded');
  const returned = await stripe.paymentIntents.retrieve(bad.id);
  assert.equal(returned.status, 'requires_payment_method');
  assert.equal(returned.last_payment_error?.code, 'insufficient_funds');
  assert.match(
    (await failureOf(stripe.paymentIntents.create(away(customer, method, 1000, 'eur')))).message,
    /currency/,
  );
});

test('an account number is verified with two small amounts before it can be used', async (t) => {
  const { stripe } = await openBench(t);
  const { id: customer } = await stripe.customers.create({});
  const { id: method } = await stripe.paymentMethods.create({
    type: 'us_bank_account',
    us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'company' },
    billing_details: { name: 'Buyer Inc' },
  });
  assert.match((await failureOf(stripe.paymentMethods.attach(method, { customer }))).message, /verified/);
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: method,
    allowed_payment_method_types: ['us_bank_account'],
    mandate_data: acceptance,
    confirm: true,
  });
  assert.equal(setup.next_action?.type, 'verify_with_microdeposits');
  const wrong = await failureOf(stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [1, 2] }));
  assert.equal(wrong.code, 'payment_method_microdeposit_verification_amounts_mismatch');
  const done = await stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [32, 45] });
  assert.equal(done.status, 'succeeded');
});

test('an account that a buyer enters at Stripe waits until the buyer has verified it', async (t) => {
  const bench = await openBench(t);
  const { id: customer } = await bench.stripe.customers.create({ name: 'Buyer' });
  const added = await bench.control<{ id: string; setupIntent: { id: string; status: string } }>(
    'POST',
    `/customer/${customer}/payment-method`,
    { accountNumber: '000123456789' },
  );
  assert.equal(added.setupIntent.status, 'requires_action');
  assert.equal((await bench.stripe.customers.listPaymentMethods(customer)).data.length, 0);
  const [waiting] = (await bench.stripe.setupIntents.list({ customer, expand: ['data.payment_method'] })).data;
  assert.equal((waiting?.payment_method as Stripe.PaymentMethod | undefined)?.id, added.id);
  await bench.control('POST', `/setup-intent/${added.setupIntent.id}/authenticate`);
  assert.equal((await bench.stripe.customers.listPaymentMethods(customer)).data[0]?.id, added.id);
});

test('SEPA and Bacs accounts are checked by their numbers', async (t) => {
  const { stripe } = await openBench(t);
  const billing_details = { name: 'Buyer', email: 'ap@buyer.example' };
  const wrong = await failureOf(
    stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE00370400440532013000' },
      billing_details,
    }),
  );
  assert.equal(wrong.code, 'invalid_bank_account_iban');
  const iban = { iban: 'DE89370400440532013000' };
  const sepa = await stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: iban, billing_details });
  assert.equal(sepa.sepa_debit?.last4, '3000');
  const account = { account_number: '00012345', sort_code: '10-88-00' };
  const bacs = await stripe.paymentMethods.create({ type: 'bacs_debit', bacs_debit: account, billing_details });
  assert.equal(bacs.bacs_debit?.sort_code, '108800');
});

test('an authorization is captured in part, and a payment is refunded until nothing is left', async (t) => {
  const bench = await openBench(t);
  const { stripe } = bench;
  const { customer, method } = await customerWith(bench, 'pm_card_visa');
  const held = await stripe.paymentIntents.create({ ...away(customer, method), capture_method: 'manual' });
  assert.equal(held.status, 'requires_capture');
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 });
  assert.equal(captured.amount_received, 700);
  assert.equal((await failureOf(stripe.paymentIntents.cancel(held.id))).code, 'payment_intent_unexpected_state');

  await stripe.refunds.create({ payment_intent: held.id, amount: 300 });
  assert.match(
    (await failureOf(stripe.refunds.create({ payment_intent: held.id, amount: 401 }))).message,
    /greater than/,
  );
  await stripe.refunds.create({ payment_intent: held.id });
  assert.equal((await failureOf(stripe.refunds.create({ payment_intent: held.id }))).code, 'charge_already_refunded');
});

test('an intent that may redirect requires a return URL', async (t) => {
  const bench = await openBench(t);
  const { customer, method } = await customerWith(bench, 'pm_card_visa');
  const { allowed_payment_method_types: _types, ...params } = away(customer, method);
  assert.match((await failureOf(bench.stripe.paymentIntents.create(params))).message, /return_url/);
  const returned = { ...params, return_url: 'https://seller.example/done' };
  assert.equal((await bench.stripe.paymentIntents.create(returned)).status, 'succeeded');
  const small = await failureOf(bench.stripe.paymentIntents.create({ ...returned, amount: 49 }));
  assert.equal(small.code, 'amount_too_small');
});

// docs.stripe.com/currencies: "Special cases", "Minimum charge amount by currency", "Maximum charge amounts".
test('amounts are checked against the rules of their currency and of the payment method', async (t) => {
  const { stripe, ...bench } = await openBench(t);
  const visa = await customerWith({ stripe, ...bench }, 'pm_card_visa');
  const amex = await customerWith({ stripe, ...bench }, 'pm_card_amex');
  const bank = await customerWith({ stripe, ...bench }, 'pm_usBankAccount_success');
  const charged = async ({ customer, method }: typeof visa, amount: number, currency: string) => {
    const mandate = method === bank.method ? { mandate_data: acceptance } : {};
    const made = stripe.paymentIntents.create({ ...away(customer, method, amount, currency), ...mandate });
    return made.then(
      ({ status }) => status,
      (error: { code?: string }) => error.code,
    );
  };
  for (const [method, amount, currency, expected] of [
    [visa, 500, 'isk', 'succeeded'],
    [visa, 550, 'isk', 'parameter_invalid_integer'],
    [visa, 550, 'ugx', 'parameter_invalid_integer'],
    [visa, 5124, 'kwd', 'parameter_invalid_integer'],
    [visa, 500, 'vnd', 'succeeded'],
    [visa, 17_499, 'huf', 'amount_too_small'],
    [visa, 17_545, 'huf', 'succeeded'],
    [visa, 999, 'thb', 'amount_too_small'],
    [visa, 100_000_000, 'usd', 'succeeded'],
    [visa, 1_000_000_000_000, 'usd', 'amount_too_large'],
    [amex, 999_999_999, 'usd', 'succeeded'],
    [amex, 1_000_000_000, 'usd', 'amount_too_large'],
    [bank, 99_999_999, 'usd', 'processing'],
    [bank, 100_000_000, 'usd', 'amount_too_large'],
  ] as const)
    assert.equal(await charged(method, amount, currency), expected, `${amount} ${currency}`);
});

test('payment method types are named as the API version defines', async (t) => {
  const bench = await openBench(t);
  const named = { amount: 500, currency: 'usd', payment_method_types: ['card'] } as Stripe.PaymentIntentCreateParams;
  assert.equal((await failureOf(bench.stripe.paymentIntents.create(named))).code, 'parameter_unknown');
  const old = await bench.stripe.paymentIntents.create(named, { apiVersion: '2026-08-26.dahlia' });
  assert.deepEqual(old.payment_method_types, ['card']);
});
