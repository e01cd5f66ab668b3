import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, openBench, seedDeal } from './salesforce.test-support.ts';

test('the state is the same after a restart, and sessions and pages stay valid', async (t) => {
  const bench = await openBench(t);
  const { opportunityId } = await seedDeal(bench);
  await bench.control('POST', '/settings', { queryPageMax: 1 });
  await bench.create('Account', { Name: 'Second' });
  const first = await bench.query('SELECT Name FROM Account');
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir });
  const { sessions: _, ...after } = again.snapshot();
  const { sessions: __, ...wanted } = before;
  assert.deepEqual(after, wanted);
  const second = await again.call('GET', String(first.body.nextRecordsUrl));
  assert.deepEqual([second.status, second.body.done], [200, true]);
  assert.deepEqual(await again.select('SELECT Id FROM Opportunity'), [{ Id: opportunityId }]);
});

test('the same seed gives the same ids', async (t) => {
  const ids = async () => Object.values(await seedDeal(await openBench(t)));
  assert.deepEqual(await ids(), await ids());
});

test('the faults common to all simulators are returned as Salesforce does', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'Query' });
  assert.deepEqual(codesOf(await bench.query('SELECT Id FROM Account')), [403, 'REQUEST_LIMIT_EXCEEDED']);
  await bench.control('POST', '/fault', { name: 'internal-error', operation: 'CreateRecord' });
  assert.deepEqual(codesOf(await bench.api('POST', '/sobjects/Account', { Name: 'x' })), [500, 'UNKNOWN_EXCEPTION']);
  await bench.control('POST', '/fault', { name: 'timeout-after', operation: 'CreateRecord' });
  await assert.rejects(bench.api('POST', '/sobjects/Account', { Name: 'x' }));
  assert.equal((await bench.select('SELECT Id FROM Account')).length, 1);
});

test('the start page shows records, and its buttons change them as a person', async (t) => {
  const bench = await openBench(t);
  const { opportunityId } = await seedDeal(bench, { Name: 'Deal <b>' });
  const headers = { authorization: `Bearer ${bench.token}` };
  const html = await (await fetch(bench.url, { headers })).text();
  assert.ok(html.includes('Deal &lt;b&gt;') && html.includes(opportunityId));
  const pressed = await fetch(`${bench.url}/control/salesforce/record/${opportunityId}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ StageName: 'Closed Lost' }),
    redirect: 'manual',
  });
  assert.equal(pressed.status, 303);
  const [deal] = await bench.select('SELECT IsClosed, LastModifiedBy.Name FROM Opportunity');
  assert.equal(deal?.IsClosed, true);
});
