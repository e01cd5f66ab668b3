import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, failureOf, openBench } from '../stripe.test-support.ts';

test('a customer is created, changed field by field, read and deleted permanently', async (t) => {
  const { stripe } = await openBench(t);
  const made = await stripe.customers.create({
    name: 'Buyer Inc',
    email: 'ap@buyer.example',
    address: { city: 'Berlin', country: 'DE' },
    metadata: { buyerId: 'b1', old: 'x' },
  });
  assert.match(made.id, /^cus_/);
  assert.equal(made.address?.line1, null);
  const changed = await stripe.customers.update(made.id, { name: '', metadata: { old: '', tier: 'gold' } });
  assert.equal(changed.name, null);
  assert.equal(changed.email, 'ap@buyer.example');
  assert.deepEqual(changed.metadata, { buyerId: 'b1', tier: 'gold' });

  assert.deepEqual(await stripe.customers.del(made.id), { id: made.id, object: 'customer', deleted: true });
  assert.equal((await stripe.customers.retrieve(made.id)).deleted, true);
  const refused = await failureOf(stripe.customers.update(made.id, { name: 'again' }));
  assert.equal(refused.statusCode, 404);
  assert.equal(refused.code, 'resource_missing');
  assert.equal((await stripe.customers.list()).data.length, 0);
});

test('lists are paged from the newest to the oldest, forwards and backwards', async (t) => {
  const { stripe } = await openBench(t);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.unshift((await stripe.customers.create({ name })).id);
  const first = await stripe.customers.list({ limit: 2 });
  assert.deepEqual(
    first.data.map(({ id }) => id),
    ids.slice(0, 2),
  );
  assert.equal(first.has_more, true);
  const second = await stripe.customers.list({ limit: 2, starting_after: ids[1] ?? '' });
  assert.deepEqual(
    second.data.map(({ id }) => id),
    ids.slice(2, 4),
  );
  const back = await stripe.customers.list({ limit: 1, ending_before: ids[2] ?? '' });
  assert.deepEqual(
    back.data.map(({ id }) => id),
    [ids[1]],
  );
  const all: string[] = [];
  for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
  assert.deepEqual(all, ids);
  assert.equal((await failureOf(stripe.customers.list({ limit: 101 }))).param, 'limit');
});

test('a credit changes the balance of the customer and fixes its currency', async (t) => {
  const { stripe } = await openBench(t);
  const { id } = await stripe.customers.create({});
  const credit = await stripe.customers.createBalanceTransaction(id, { amount: -2500, currency: 'eur' });
  assert.equal(credit.ending_balance, -2500);
  const customer = await stripe.customers.retrieve(id);
  assert.ok(!customer.deleted);
  assert.equal(customer.balance, -2500);
  const other = await failureOf(stripe.customers.createBalanceTransaction(id, { amount: -1, currency: 'usd' }));
  assert.equal(other.param, 'currency');
});

test('keys determine the account; wrong parameters are named', async (t) => {
  const bench = await openBench(t);
  const account = await bench.stripe.accounts.retrieveCurrent();
  assert.equal(account.id, bench.account.id);
  const wrong = await failureOf(clientOf(bench.url, 'sk_test_wrongwrong1234').customers.list());
  assert.equal(wrong.statusCode, 401);
  assert.equal(wrong.message, 'Invalid API Key provided: sk_test_**********1234');
  const unknown = await failureOf(bench.stripe.customers.create({ nickname: 'x' } as object));
  assert.equal(unknown.code, 'parameter_unknown');
  const email = await failureOf(bench.stripe.customers.create({ email: 'no address' }));
  assert.equal(email.code, 'email_invalid');

  const connected = await bench.control<{ id: string }>('POST', '/account', {
    id: 'acct_Connected',
    platformId: bench.account.id,
  });
  const made = await bench.stripe.customers.create({}, { stripeAccount: connected.id });
  assert.equal((await failureOf(bench.stripe.customers.retrieve(made.id))).statusCode, 404);
  const stranger = await failureOf(bench.stripe.customers.list({}, { stripeAccount: 'acct_Stranger' }));
  assert.equal(stranger.code, 'account_invalid');
});

test('the API also responds below /stripe', async (t) => {
  const { url, account } = await openBench(t);
  const response = await fetch(`${url}/stripe/v1/account`, {
    headers: { authorization: `Bearer ${account.secretKey}` },
  });
  assert.equal(((await response.json()) as { id: string }).id, account.id);
  assert.match(response.headers.get('request-id') ?? '', /^req_/);
  assert.equal((await fetch(`${url}/v1/account`)).status, 404);
});
