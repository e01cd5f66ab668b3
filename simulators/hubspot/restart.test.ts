import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBench, problemOf, seedDeal } from './hubspot.test-support.ts';

test('the state is the same after a restart, and tokens stay valid', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench);
  await bench.person.edit(dealId, { amount: '1' });
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir });
  assert.deepEqual(again.snapshot(), before);
  assert.equal((await again.search({})).body.total, 1);
});

test('the same seed gives the same ids and tokens', async (t) => {
  const ids = async () => {
    const bench = await openBench(t);
    return [bench.account.privateToken, ...Object.values(await seedDeal(bench))];
  };
  assert.deepEqual(await ids(), await ids());
});

test('the faults common to all simulators are returned as HubSpot does', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench);
  const path = `/crm/v3/objects/deals/${dealId}`;
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'GetRecord' });
  const throttled = await bench.api('GET', path);
  assert.deepEqual([throttled.status, throttled.body.policyName], [429, 'TEN_SECONDLY_ROLLING']);
  await bench.control('POST', '/fault', { name: 'internal-error', operation: 'GetRecord' });
  assert.deepEqual(problemOf(await bench.api('GET', path)), [500, 'INTERNAL_ERROR']);
  await bench.control('POST', '/fault', { name: 'timeout-after', operation: 'UpdateRecord' });
  await assert.rejects(bench.api('PATCH', path, { properties: { amount: '3' } }));
  assert.equal(((await bench.api('GET', path)).body.properties as { amount: string }).amount, '3');
});

test('the start page shows records, and its buttons change them as a person', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench, { dealname: 'Deal <b>' });
  const headers = { authorization: `Bearer ${bench.token}` };
  const html = await (await fetch(bench.url, { headers })).text();
  assert.ok(html.includes('Deal &lt;b&gt;') && html.includes(dealId));
  const pressed = await fetch(`${bench.url}/control/hubspot/record/${dealId}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ dealstage: 'closedlost' }),
    redirect: 'manual',
  });
  assert.equal(pressed.status, 303);
  const { body } = await bench.api('GET', `/crm/v3/objects/deals/${dealId}?properties=hs_is_closed,hs_object_source`);
  assert.equal((body.properties as { hs_is_closed: string }).hs_is_closed, 'true');
});
