import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeOrder, buy, type Doc, openBench, publishOffer, seedProduct, stateOf } from './gcp.test-support.ts';

test('the state is the same after a restart, and work in progress continues', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { multipleOrders: true });
  const order = await activeOrder(bench, product);
  await publishOffer(bench, product);
  const before = JSON.stringify(bench.snapshot());
  await bench.close();
  const reopened = await openBench(t, { dataDir: bench.dataDir });
  const { tokens: _, ...after } = reopened.snapshot();
  const { tokens: __, ...wanted } = JSON.parse(before) as Record<string, unknown>;
  assert.deepEqual(JSON.parse(JSON.stringify(after)), wanted);
  assert.equal(
    (await reopened.ask('GET', `/gcp/procurement/v1/providers/acme-public/accounts`, undefined, bench.token)).status,
    200,
  );
  await reopened.control('POST', `/order/${order.id}/cancel`, { effective: 'IMMEDIATE' });
  assert.equal(await stateOf(reopened, order.id), 'ENTITLEMENT_CANCELLED');
});

test('faults strike every operation', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await buy(bench, product);
  const fault = (name: string, operation: string) => bench.control('POST', '/fault', { name, operation });
  const path = `/accounts/${order.buyerAccountId}`;
  await fault('throttle', 'GetAccount');
  const throttled = await bench.procurement('GET', path);
  assert.deepEqual([throttled.status, (throttled.body.error as Doc).status], [429, 'RESOURCE_EXHAUSTED']);
  await fault('internal-error', 'ApproveAccount');
  assert.equal((await bench.procurement('POST', `${path}:approve`, {})).status, 500);
  await fault('timeout-after', 'ApproveAccount');
  await assert.rejects(bench.procurement('POST', `${path}:approve`, {}));
  // The call had been applied, so repeating it is refused.
  assert.equal((await bench.procurement('POST', `${path}:approve`, {})).status, 400);
});

test('the start page shows everything, and its buttons work', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { title: 'Acme <b>' });
  const order = await activeOrder(bench, product);
  const headers = { authorization: `Bearer ${bench.controlToken}` };
  const html = await (await fetch(bench.url, { headers })).text();
  assert.match(html, new RegExp(order.id));
  const pressed = await fetch(`${bench.url}/control/gcp/order/${order.id}/cancel`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ effective: 'IMMEDIATE' }),
    redirect: 'manual',
  });
  assert.equal(pressed.status, 303);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_CANCELLED');
});
