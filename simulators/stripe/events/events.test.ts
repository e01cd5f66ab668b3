import assert from 'node:assert/strict';
import { test } from 'node:test';
import Stripe from 'stripe';
import { openBench, openInbox } from '../stripe.test-support.ts';

const typeOf = ({ body }: { body: string }): string => (JSON.parse(body) as { type: string }).type;

test('events at the provider are sent signed, and the official verifier accepts them', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t);
  const target = await bench.control<{ secret: string }>('PUT', `/account/${bench.account.id}/message-target`, {
    url: inbox.url,
  });
  const { id } = await bench.stripe.customers.create({ name: 'Buyer' });
  const card = await bench.control<{ id: string }>('POST', `/customer/${id}/payment-method`, { makeDefault: true });
  const account = await bench.control<{ id: string }>('POST', `/customer/${id}/payment-method`, {
    token: 'pm_usBankAccount_success',
  });
  await bench.control('POST', `/payment-method/${account.id}/default`);
  await bench.control('POST', `/payment-method/${card.id}/remove`);
  await bench.control('POST', `/customer/${id}/delete`);
  const messages = await inbox.until((all) => all.some((one) => typeOf(one) === 'customer.deleted'));
  const events = messages.map(({ body, signature }) => Stripe.webhooks.constructEvent(body, signature, target.secret));
  const types = events.map(({ type }) => type as string).sort();
  assert.deepEqual(
    types.filter((type) => type.startsWith('customer.') || type.startsWith('payment_method.')),
    [
      'customer.created',
      'customer.deleted',
      'customer.updated',
      'customer.updated',
      'customer.updated',
      'payment_method.attached',
      'payment_method.attached',
      'payment_method.detached',
      'payment_method.detached',
    ],
  );
  const detached = events.find(({ type }) => type === 'payment_method.detached');
  assert.deepEqual(detached?.data.previous_attributes, { customer: id });
  const [first] = messages;
  assert.throws(() => Stripe.webhooks.constructEvent(`${first?.body} `, first?.signature ?? '', target.secret));
  assert.throws(() => Stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', 'whsec_other'));
});

test('a message is resent until it is accepted; endpoints created by the API receive only their event types', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t, (count) => (count === 1 ? 500 : 200));
  const endpoint = await bench.stripe.webhookEndpoints.create({
    url: inbox.url,
    enabled_events: ['customer.created'],
  });
  const { id } = await bench.stripe.customers.create({});
  await bench.stripe.customers.update(id, { name: 'x' });
  const messages = await inbox.until((all) => all.length === 2);
  assert.equal(messages[0]?.body, messages[1]?.body);
  for (const { body, signature } of messages) {
    assert.equal(Stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '').type, 'customer.created');
  }
  await bench.stripe.webhookEndpoints.del(endpoint.id);
  await bench.control('POST', '/fault', { name: 'duplicate-message' });
  await bench.stripe.customers.create({});
  assert.equal(inbox.messages.length, 2);
});

test('message faults lose messages and send them twice; the list of events has them all', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t);
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, { url: inbox.url });
  await bench.control('POST', '/fault', { name: 'drop-message', operation: 'customer.created' });
  await bench.control('POST', '/fault', { name: 'duplicate-message', operation: 'customer.updated' });
  const { id } = await bench.stripe.customers.create({ name: 'a' });
  await bench.stripe.customers.update(id, { name: 'b' });
  const messages = await inbox.until((all) => all.length === 2);
  assert.deepEqual(messages.map(typeOf), ['customer.updated', 'customer.updated']);
  const events = await bench.stripe.events.list({ types: ['customer.created', 'customer.updated'] });
  assert.deepEqual(
    events.data.map(({ type }) => type),
    ['customer.updated', 'customer.created'],
  );
  assert.deepEqual(events.data[0]?.data.previous_attributes, { name: 'a' });
  assert.equal((await bench.stripe.events.list({ type: 'customer.deleted' })).data.length, 0);
});

test('a restart loses nothing', async (t) => {
  const bench = await openBench(t);
  const { id } = await bench.stripe.customers.create({ name: 'Buyer' }, { idempotencyKey: 'one' });
  await bench.control('POST', `/customer/${id}/payment-method`);
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir });
  assert.deepEqual(again.snapshot(), before);
  assert.equal(again.account.secretKey, bench.account.secretKey);
  assert.equal((await again.stripe.customers.create({ name: 'Buyer' }, { idempotencyKey: 'one' })).id, id);
  assert.equal((await again.stripe.paymentMethods.list({ customer: id })).data.length, 1);
});

test('the page shows what exists and has buttons for what people do', async (t) => {
  const bench = await openBench(t);
  const { id } = await bench.stripe.customers.create({ name: '<Buyer>' });
  const authorization = { authorization: `Bearer ${bench.token}` };
  const response = await fetch(`${bench.url}/control/stripe/customer/${id}/payment-method`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'token=pm_card_visa',
  });
  assert.equal(response.status, 303);
  const page = await (await fetch(`${bench.url}/`, { headers: authorization })).text();
  assert.match(page, /&lt;Buyer&gt;/);
  assert.match(page, /buyer removes/);
});
