import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../kit/bench.test-support.ts';
import {
  ask,
  configure,
  marketplaceScope,
  openBench,
  openWebhook,
  seedProduct,
  seedSubscription,
  verifyToken,
} from './azure.test-support.ts';

test('a restart loses nothing: state, pending operations, undelivered calls and tokens', async (t) => {
  const first = await openBench(t);
  await seedProduct(first);
  const { id } = await seedSubscription(first, { quantity: 2 });
  const old = await first.token(marketplaceScope);
  await first.control('POST', `/subscription/${id}/change-quantity`, { quantity: 3 });
  await eventually(async () => (await first.control('GET', '/message?status=NO_TARGET')).count === 1);
  const before = first.snapshot();
  await first.close();

  const second = await openBench(t, { dataDir: first.dataDir });
  assert.deepEqual(second.snapshot(), before);
  const path = `/azure/api/saas/subscriptions/${id}?api-version=2018-08-31`;
  const { status } = await ask('GET', `${second.url}${path}`, { authorization: `Bearer ${old}` });
  assert.equal(status, 200, 'tokens outlive the process');
  const webhook = await openWebhook(t);
  await second.control('PUT', '/account/contoso/message-target', { url: webhook.url });
  assert.equal((await eventually(() => webhook.received[0])).body.action, 'ChangeQuantity');
  await second.clock.advance(10_000);
  assert.equal((await second.api('GET', `/saas/subscriptions/${id}`)).body.quantity, 3);
});

test('faults strike the operation that they name', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const { id } = await seedSubscription(bench, { quantity: 2 }, false);
  const path = `/saas/subscriptions/${id}`;
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'GetSubscription' });
  const throttled = await bench.api('GET', path);
  assert.deepEqual([throttled.status, throttled.headers.get('retry-after')], [429, '1']);
  assert.equal((await bench.api('GET', path)).status, 200);
  await bench.control('POST', '/fault', { name: 'timeout-after', operation: 'ActivateSubscription' });
  await assert.rejects(bench.api('POST', `${path}/activate`, { planId: 'silver' }));
  assert.equal((await bench.api('GET', path)).body.saasSubscriptionStatus, 'Subscribed', 'it was applied');
  await bench.control('POST', '/fault', { name: 'internal-error', operation: 'Configure' });
  assert.equal((await bench.graph('POST', '/configure', {})).status, 500);
  await bench.control('POST', '/fault', { name: 'duplicate-message', operation: 'Suspend' });
  const webhook = await openWebhook(t);
  await bench.control('PUT', '/account/contoso/message-target', { url: webhook.url });
  await bench.control('POST', `/subscription/${id}/suspend`);
  const ids = await eventually(() =>
    webhook.received.length === 2 ? webhook.received.map(({ body }) => body.id) : undefined,
  );
  assert.equal(ids[0], ids[1]);
});

test('a job can be made to fail, and a webhook call to carry a forged token', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const { id } = await seedSubscription(bench);
  await bench.control('POST', '/fault', { name: 'job-failure', code: 'locked', message: 'Busy.' });
  const resource = {
    $schema: 'https://schema.mp.microsoft.com/schema/reseller/2022-03-01-preview2',
    product: productId,
  };
  assert.deepEqual((await configure(bench, [resource])).errors, [{ code: 'locked', message: 'Busy.' }]);
  assert.equal((await configure(bench, [resource])).jobResult, 'succeeded');

  const webhook = await openWebhook(t);
  webhook.status = 401;
  await bench.control('PUT', '/account/contoso/message-target', { url: webhook.url });
  await bench.control('POST', '/fault', { name: 'forged-token' });
  await bench.control('POST', `/subscription/${id}/suspend`);
  const forged = await eventually(() => webhook.received[0]);
  const genuine = await eventually(() => webhook.received[1]);
  const verify = ({ headers }: typeof forged) =>
    verifyToken(bench.url, bench.account.tenantId, String(headers.authorization).replace('Bearer ', ''));
  await assert.rejects(verify(forged));
  assert.equal((await verify(genuine)).aud, bench.account.clientId);
});

test('an account is created once, and the page shows what exists', async (t) => {
  const bench = await openBench(t);
  const { account } = bench;
  assert.deepEqual(await bench.control('POST', '/account', { id: 'contoso' }), account);
  await assert.rejects(bench.control('POST', '/account', { id: 'contoso', clientSecret: 'x' }), { status: 409 });
  const product = await seedProduct(bench);
  assert.deepEqual(await seedProduct(bench), product);
  const { id } = await seedSubscription(bench, { name: '<b>Deal</b>' });
  const page = await (await fetch(bench.url, { headers: bench.mayControl })).text();
  assert.ok(page.includes('Microsoft Marketplace') && page.includes(id));
  assert.ok(page.includes('&lt;b&gt;Deal&lt;/b&gt;') && !page.includes('<b>Deal'));
  const form = new URLSearchParams({ planId: 'gold' });
  const pressed = await fetch(`${bench.url}/control/azure/subscription/${id}/change-plan`, {
    method: 'POST',
    headers: bench.mayControl,
    body: form,
    redirect: 'manual',
  });
  assert.equal(pressed.status, 303);
  assert.equal((await bench.control('GET', '/operation')).operations[0].action, 'ChangePlan');
});
