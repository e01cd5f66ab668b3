import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, openBench, seedProduct, seedSubscription } from '../azure.test-support.ts';

const day = 86_400_000;
const subscriptionFields = [
  'id',
  'publisherId',
  'offerId',
  'name',
  'saasSubscriptionStatus',
  'beneficiary',
  'purchaser',
  'planId',
  'quantity',
  'term',
  'autoRenew',
  'isTest',
  'isFreeTrial',
  'allowedCustomerOperations',
  'sandboxType',
  'created',
  'sessionMode',
  // Not in the OpenAPI document, but in the samples of the documentation.
  'lastModified',
].sort();
const operationFields = [
  'id',
  'activityId',
  'subscriptionId',
  'offerId',
  'publisherId',
  'planId',
  'quantity',
  'action',
  'timeStamp',
  'status',
].sort();
const planFields = [
  'planId',
  'displayName',
  'isPrivate',
  'description',
  'minQuantity',
  'maxQuantity',
  'hasFreeTrials',
  'isPricePerSeat',
  'isStopSell',
  'market',
  'planComponents',
  'sourceOffers',
].sort();

test('a purchase is resolved by its landing page token and activated', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const bought = await seedSubscription(bench, { quantity: 5, termUnit: 'P1Y' }, false);
  const landing = new URL(bought.landingPageUrl);
  assert.equal(landing.searchParams.get('from'), 'azure');
  const token = landing.searchParams.get('token') ?? '';
  const resolve = (value: string) =>
    bench.api('POST', '/saas/subscriptions/resolve', undefined, { 'x-ms-marketplace-token': value });

  const { status, body, headers } = await resolve(token);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    'id',
    'offerId',
    'planId',
    'quantity',
    'subscription',
    'subscriptionName',
  ]);
  assert.deepEqual(Object.keys(body.subscription).sort(), subscriptionFields);
  assert.deepEqual([body.planId, body.quantity, body.offerId], ['silver', 5, 'contoso-api']);
  assert.equal(body.subscription.saasSubscriptionStatus, 'PendingFulfillmentStart');
  assert.deepEqual(Object.keys(body.subscription.term).sort(), ['termUnit']);
  assert.ok(headers.get('x-ms-requestid') && headers.get('x-ms-correlationid'));
  assert.equal((await resolve(encodeURIComponent(token))).status, 400, 'the token has to be decoded');
  assert.equal((await bench.api('POST', '/saas/subscriptions/resolve')).body.code, 'HeaderNotPresent');

  const path = `/saas/subscriptions/${bought.id}`;
  assert.equal((await bench.api('POST', `${path}/activate`, {})).status, 400);
  assert.equal((await bench.api('POST', `${path}/activate`, { planId: 'gold' })).status, 400);
  assert.equal((await bench.api('POST', `${path}/activate`, { planId: 'silver', quantity: 4 })).status, 400);
  const activated = await bench.api('POST', `${path}/activate`, { planId: 'silver', quantity: 5 });
  assert.deepEqual([activated.status, activated.body], [200, null]);
  assert.equal((await bench.api('POST', `${path}/activate`, { planId: 'silver', quantity: 5 })).status, 400);
  const active = (await bench.api('GET', path)).body;
  assert.equal(active.saasSubscriptionStatus, 'Subscribed');
  const { startDate, endDate } = active.term;
  assert.ok([365 * day, 364 * day].includes(Date.parse(endDate) - Date.parse(startDate)), 'the last day is inside');

  await bench.clock.advance(day + 1);
  assert.equal((await resolve(token)).status, 400, 'after 24 hours the token has expired');
  const again = await bench.control('POST', `/subscription/${bought.id}/configure`);
  assert.equal((await resolve(again.token)).status, 200);
});

test('requests without a known API version, or for something that does not exist, are refused as Microsoft does', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const bought = await seedSubscription(bench);
  const bare = await ask('GET', `${bench.url}/azure/api/saas/subscriptions/${bought.id}`, {});
  assert.deepEqual([bare.status, bare.body.Error.Code], [400, 'ApiVersionUnspecified']);
  const wrong = await ask('GET', `${bench.url}/azure/api/saas/subscriptions?api-version=2017`, {});
  assert.equal(wrong.body.Error.Code, 'UnsupportedApiVersion');
  const missing = await bench.api('GET', '/saas/subscriptions/11111111-2222-4333-8444-555555555555');
  assert.deepEqual([missing.status, missing.body.code], [404, 'EntityNotFound']);
  const other = await bench.control('POST', '/account', { id: 'fabrikam' });
  const { token } = bench;
  const authorization = `Bearer ${await token('20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default', other)}`;
  assert.equal((await bench.api('GET', `/saas/subscriptions/${bought.id}`, undefined, { authorization })).status, 403);
  const own = await bench.api('GET', '/saas/subscriptions/', undefined, { authorization });
  assert.equal(own.body, null, 'without any subscription the body is empty');
});

test('subscriptions are listed in pages, each of which names the next', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  await bench.control('POST', '/settings', { pageSize: 2 });
  const wanted: string[] = [];
  for (let index = 0; index < 5; index += 1) wanted.push((await seedSubscription(bench, {}, false)).id);
  const found: string[] = [];
  let next: string | undefined = `${bench.url}/azure/api/saas/subscriptions?api-version=2018-08-31`;
  let pages = 0;
  while (next !== undefined) {
    const authorization = `Bearer ${await bench.token('20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default')}`;
    const { body } = await ask('GET', next, { authorization });
    found.push(...body.subscriptions.map(({ id }: { id: string }) => id));
    next = body['@nextLink'];
    pages += 1;
  }
  assert.deepEqual([found, pages], [wanted, 3]);
});

test('the publisher changes plan or seats through operations that succeed', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const { id } = await seedSubscription(bench, { quantity: 5 });
  const path = `/saas/subscriptions/${id}`;
  for (const body of [
    { planId: 'gold', quantity: 6 },
    { planId: 'silver' },
    { planId: 'nothing' },
    { quantity: 5 },
    { quantity: 51 },
    { quantity: 0 },
    {},
  ]) {
    assert.equal((await bench.api('PATCH', path, body)).status, 400, JSON.stringify(body));
  }
  const accepted = await bench.api('PATCH', path, { quantity: 7 });
  assert.equal(accepted.status, 202);
  const location = accepted.headers.get('operation-location') ?? '';
  const authorization = `Bearer ${await bench.token('20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default')}`;
  const operation = (await ask('GET', location, { authorization })).body;
  assert.deepEqual(Object.keys(operation).sort(), operationFields);
  assert.deepEqual([operation.action, operation.status, operation.quantity], ['ChangeQuantity', 'Succeeded', 7]);
  assert.equal((await bench.api('GET', path)).body.quantity, 7);
  assert.equal((await bench.api('PATCH', path, { planId: 'gold' })).status, 202);
  assert.equal((await bench.api('GET', path)).body.planId, 'gold');
  assert.equal((await bench.api('PATCH', path, { planId: 'metered' })).status, 202);
  assert.equal((await bench.api('GET', path)).body.quantity, undefined, 'a plan without seats has no quantity');
});

test('a pending operation locks the subscription', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  await bench.control('POST', '/settings', { operationDelayMs: 60_000 });
  const { id } = await seedSubscription(bench, { quantity: 5 });
  assert.equal((await bench.api('PATCH', `/saas/subscriptions/${id}`, { quantity: 7 })).status, 202);
  const second = await bench.api('PATCH', `/saas/subscriptions/${id}`, { quantity: 8 });
  assert.deepEqual([second.status, second.body.code], [400, 'Failed']);
  assert.equal((await bench.api('DELETE', `/saas/subscriptions/${id}`)).status, 409);
  const { operations } = (await bench.api('GET', `/saas/subscriptions/${id}/operations`)).body;
  assert.equal(operations.length, 1);
  const own = await bench.api('PATCH', `/saas/subscriptions/${id}/operations/${operations[0].id}`, {
    status: 'Success',
  });
  assert.equal(own.status, 500, 'what the publisher asked for itself cannot be acknowledged');
  await bench.clock.advance(60_000);
  assert.deepEqual((await bench.api('GET', `/saas/subscriptions/${id}/operations`)).body, { operations: [] });
  assert.equal((await bench.api('GET', `/saas/subscriptions/${id}`)).body.quantity, 7);
});

test('the publisher ends a subscription, which then can be neither changed nor activated', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const { id } = await seedSubscription(bench);
  assert.equal((await bench.api('DELETE', `/saas/subscriptions/${id}`)).status, 202);
  assert.equal((await bench.api('GET', `/saas/subscriptions/${id}`)).body.saasSubscriptionStatus, 'Unsubscribed');
  assert.equal((await bench.api('PATCH', `/saas/subscriptions/${id}`, { planId: 'gold' })).status, 400);
  assert.equal((await bench.api('POST', `/saas/subscriptions/${id}/activate`, { planId: 'silver' })).status, 404);
  assert.equal((await bench.api('DELETE', `/saas/subscriptions/${id}`)).status, 400);
});

test('available plans show prices and dimensions', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  const { id } = await seedSubscription(bench);
  const { plans } = (await bench.api('GET', `/saas/subscriptions/${id}/listAvailablePlans`)).body;
  assert.deepEqual(
    plans.map(({ planId }: { planId: string }) => planId),
    ['silver', 'gold', 'metered'],
  );
  assert.deepEqual(Object.keys(plans[0]).sort(), planFields);
  const { recurrentBillingTerms } = plans[0].planComponents;
  assert.deepEqual(
    recurrentBillingTerms.map(({ termUnit, price }: { termUnit: string; price: number }) => [termUnit, price]),
    [
      ['P1M', 10],
      ['P1Y', 100],
    ],
  );
  const one = (await bench.api('GET', `/saas/subscriptions/${id}/listAvailablePlans?planId=metered`)).body.plans;
  assert.deepEqual(one[0].planComponents.meteringDimensions, [
    { id: 'requests', currency: 'USD', pricePerUnit: 0.1, unitOfMeasure: '1000 requests', displayName: 'Requests' },
  ]);
});
