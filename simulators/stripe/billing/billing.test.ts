import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, openBench } from '../stripe.test-support.ts';

test('an invoice uses the credit of the customer first and charges the default payment method for the rest', async (t) => {
  const { stripe } = await openBench(t);
  const { id: customer } = await stripe.customers.create({ name: 'Buyer' });
  const product = await stripe.products.create({ id: 'prod_offer1', name: 'Acme API' });
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1500 });
  await stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer });
  await stripe.invoiceItems.create({ customer, invoice: draft.id ?? '', pricing: { price: price.id }, quantity: 2 });
  const open = await stripe.invoices.finalizeInvoice(draft.id ?? '');
  assert.equal(open.total, 3000);
  assert.equal(open.amount_due, 2000);
  assert.match((await failureOf(stripe.invoices.pay(open.id ?? ''))).message, /default_payment_method/);

  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  const paid = await stripe.invoices.pay(open.id ?? '');
  assert.equal(paid.status, 'paid');
  assert.equal(paid.lines.data[0]?.description, 'Acme API');
  assert.equal((await failureOf(stripe.invoices.pay(open.id ?? ''))).code, 'invoice_already_paid');
  const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
  for (const type of ['invoice.created', 'invoice.finalized', 'invoice.paid', 'payment_intent.succeeded'] as const) {
    assert.ok(types.includes(type), type);
  }
});

test('an invoice whose charge is declined stays open', async (t) => {
  const { stripe } = await openBench(t);
  const { id: customer } = await stripe.customers.create({});
  await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
  await stripe.invoiceItems.create({ customer, amount: 900, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
  const declined = await failureOf(stripe.invoices.pay(draft.id ?? '', { payment_method: method?.id ?? '' }));
  assert.equal(declined.code, 'card_declined');
  assert.equal((await stripe.invoices.retrieve(draft.id ?? '')).status, 'open');
});

test('products and prices are mirrored, and an id can be used once', async (t) => {
  const { stripe } = await openBench(t);
  await stripe.products.create({ id: 'offer_1', name: 'Offer' });
  assert.equal((await failureOf(stripe.products.create({ id: 'offer_1', name: 'x' }))).code, 'resource_already_exists');
  const recurring = { interval: 'month' as const };
  const price = await stripe.prices.create({ product: 'offer_1', currency: 'eur', unit_amount: 990, recurring });
  assert.equal(price.type, 'recurring');
  assert.equal((await stripe.prices.list({ product: 'offer_1' })).data[0]?.id, price.id);
  await stripe.products.update('offer_1', { default_price: price.id, active: false });
  assert.equal((await stripe.products.retrieve('offer_1')).active, false);
});
