import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../kit/bench.test-support.ts';
import {
  type Bench,
  openBench,
  openWebhook,
  seedProduct,
  seedSubscription,
  verifyToken,
} from './azure.test-support.ts';

const day = 86_400_000;

const openBoth = async (t: Parameters<typeof openBench>[0], options = {}) => {
  const bench = await openBench(t, options);
  const webhook = await openWebhook(t);
  await seedProduct(bench, { webhookUrl: webhook.url });
  return { bench, webhook };
};

const statusOf = async (bench: Bench, subscriptionId: string): Promise<string[]> => {
  const { operations } = await bench.control('GET', `/operation?subscriptionId=${subscriptionId}`);
  return operations.map(({ action, status }: { action: string; status: string }) => `${action} ${status}`);
};

test('a webhook call carries an Entra token for the application and the state of the subscription', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench, { quantity: 2 });
  await bench.control('POST', `/subscription/${id}/suspend`);
  const { headers, body } = await eventually(() => webhook.received[0]);
  const token = String(headers.authorization).replace('Bearer ', '');
  const claims = await verifyToken(bench.url, bench.account.tenantId, token);
  assert.deepEqual(
    [claims.aud, claims.azp, claims.tid],
    [bench.account.clientId, '20e940b3-4c77-4b0b-9a53-9e16a1b010a7', bench.account.tenantId],
  );
  await assert.rejects(verifyToken(bench.url, bench.account.tenantId, `${token.slice(0, -8)}AAAAAAAA`));
  assert.deepEqual([body.action, body.status, body.subscriptionId], ['Suspend', 'Succeeded', id]);
  assert.deepEqual([body.operationRequestSource, body.publisherId, body.quantity], ['Azure', 'contoso', 2]);
  assert.equal(body.subscription.saasSubscriptionStatus, 'Suspended');
  const operation = (await bench.api('GET', `/saas/subscriptions/${id}/operations/${body.id}`)).body;
  assert.deepEqual([operation.id, operation.action], [body.id, 'Suspend']);
});

test('a change that the customer requests is accepted after ten seconds without a response', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench, { quantity: 2 });
  await bench.control('POST', `/subscription/${id}/change-quantity`, { quantity: 9 });
  const { body } = await eventually(() => webhook.received[0]);
  assert.deepEqual([body.action, body.status, body.quantity], ['ChangeQuantity', 'InProgress', 9]);
  assert.equal((await bench.api('GET', `/saas/subscriptions/${id}`)).body.quantity, 2);
  const { operations } = (await bench.api('GET', `/saas/subscriptions/${id}/operations`)).body;
  assert.deepEqual([operations.length, operations[0].id], [1, body.id]);
  await bench.clock.advance(10_000);
  assert.equal((await bench.api('GET', `/saas/subscriptions/${id}`)).body.quantity, 9);
});

test('the publisher accepts or refuses a change through the operation, once', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench, { quantity: 2 });
  const path = `/saas/subscriptions/${id}`;
  const first = await bench.control('POST', `/subscription/${id}/change-plan`, { planId: 'gold' });
  assert.equal((await bench.api('PATCH', `${path}/operations/${first.id}`, { status: 'Done' })).status, 400);
  assert.equal((await bench.api('PATCH', `${path}/operations/${first.id}`, { status: 'Success' })).status, 200);
  assert.equal((await bench.api('GET', path)).body.planId, 'gold');
  const again = await bench.api('PATCH', `${path}/operations/${first.id}`, { status: 'Failure' });
  assert.equal(again.status, 409);
  const second = await bench.control('POST', `/subscription/${id}/change-plan`, { planId: 'silver' });
  assert.equal((await bench.api('PATCH', `${path}/operations/${second.id}`, { status: 'Failure' })).status, 200);
  assert.equal((await bench.api('GET', path)).body.planId, 'gold');
  assert.deepEqual(await statusOf(bench, id), ['ChangePlan Succeeded', 'ChangePlan Failed']);
  await eventually(() => (webhook.received.length === 2 ? true : undefined));
});

test('a 4xx response refuses the change permanently', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench, { quantity: 2 });
  webhook.status = 400;
  await bench.control('POST', `/subscription/${id}/change-quantity`, { quantity: 9 });
  await eventually(async () => (await statusOf(bench, id))[0] === 'ChangeQuantity Failed');
  await bench.clock.advance(60_000);
  assert.equal((await bench.api('GET', `/saas/subscriptions/${id}`)).body.quantity, 2);
});

test('a failed call is retried until it succeeds', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench);
  webhook.status = 503;
  await bench.control('POST', `/subscription/${id}/suspend`);
  await eventually(() => webhook.received[0]);
  webhook.status = 200;
  const again = await eventually(() => webhook.received[1]);
  assert.equal(again.body.id, webhook.received[0]?.body.id);
});

test('terms renew or end; a suspended or never activated subscription ends after thirty days', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const renewing = await seedSubscription(bench);
  const ending = await seedSubscription(bench, { autoRenew: false });
  const suspended = await seedSubscription(bench, { termUnit: 'P1Y' });
  const reinstated = await seedSubscription(bench, { termUnit: 'P1Y' });
  const forgotten = await seedSubscription(bench, {}, false);
  await bench.control('POST', `/subscription/${suspended.id}/suspend`);
  await bench.control('POST', `/subscription/${reinstated.id}/suspend`);
  await bench.control('POST', `/subscription/${reinstated.id}/reinstate`);
  const before = (await bench.api('GET', `/saas/subscriptions/${renewing.id}`)).body.term;
  await bench.clock.advance(32 * day);
  const statuses = [];
  for (const { id } of [renewing, ending, suspended, reinstated, forgotten])
    statuses.push((await bench.api('GET', `/saas/subscriptions/${id}`)).body.saasSubscriptionStatus);
  assert.deepEqual(statuses, ['Subscribed', 'Unsubscribed', 'Unsubscribed', 'Subscribed', 'Unsubscribed']);
  const after = (await bench.api('GET', `/saas/subscriptions/${renewing.id}`)).body.term;
  assert.equal(Date.parse(after.startDate), Date.parse(before.endDate) + day);
  const seen = async () => {
    const { messages } = await bench.control('GET', '/message?status=DELIVERED');
    return messages.length === 6 && messages;
  };
  await eventually(seen);
  const actions = webhook.received.map(({ body }) => body.action).sort();
  assert.deepEqual(actions, ['Reinstate', 'Renew', 'Suspend', 'Suspend', 'Unsubscribe', 'Unsubscribe']);
  assert.ok(
    !webhook.received.some(({ body }) => body.subscriptionId === forgotten.id),
    'nothing is told before activation',
  );
});

test('the address set by the control API takes precedence, and messages without a target go there', async (t) => {
  const bench = await openBench(t);
  const webhook = await openWebhook(t);
  await seedProduct(bench);
  const { id } = await seedSubscription(bench);
  await bench.control('POST', `/subscription/${id}/suspend`);
  await eventually(async () => (await bench.control('GET', '/message?status=NO_TARGET')).count === 1);
  const headers = { 'x-test': '1' };
  await bench.control('PUT', '/account/contoso/message-target', { url: webhook.url, headers });
  const received = await eventually(() => webhook.received[0]);
  assert.deepEqual([received.headers['x-test'], received.body.action], ['1', 'Suspend']);
});

test('a reinstatement only notifies: it happens whatever the publisher responds', async (t) => {
  const { bench, webhook } = await openBoth(t);
  const { id } = await seedSubscription(bench);
  await bench.control('POST', `/subscription/${id}/suspend`);
  await eventually(() => webhook.received[0]);
  webhook.status = 400;
  await bench.control('POST', '/settings', { operationDelayMs: 60_000 });
  const { id: operationId } = await bench.control('POST', `/subscription/${id}/reinstate`);
  const { body } = await eventually(() => webhook.received[1]);
  assert.deepEqual(
    [body.action, body.status, body.subscription.saasSubscriptionStatus],
    ['Reinstate', 'InProgress', 'Suspended'],
  );
  const path = `/saas/subscriptions/${id}`;
  const refused = await bench.api('PATCH', `${path}/operations/${operationId}`, { status: 'Failure' });
  assert.equal(refused.status, 400);
  await bench.clock.advance(60_000);
  assert.equal((await bench.api('GET', path)).body.saasSubscriptionStatus, 'Subscribed');
});
