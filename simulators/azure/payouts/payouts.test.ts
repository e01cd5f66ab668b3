import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReport } from '../../kit/bench.test-support.ts';
import { ask, openBench, seedProduct, seedSubscription } from '../azure.test-support.ts';

const openPaid = async (t: Parameters<typeof openBench>[0]) => {
  const bench = await openBench(t, { startsAt: '2026-09-01T12:00:00Z' });
  await seedProduct(bench);
  await seedSubscription(bench, { quantity: 10 });
  await bench.clock.advance(Date.parse('2026-11-20T00:00:00Z') - bench.clock.now());
  const token = await bench.token('https://api.partner.microsoft.com/.default');
  const call = (method: string, path: string) =>
    ask(method, `${bench.url}/azure/v1.0/payouts${path}`, { authorization: `Bearer ${token}` });
  const exported = async (path: string) => {
    const asked = await call('POST', path);
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    const { requestId, status, blobLocation } = asked.body.value[0];
    assert.deepEqual([status, blobLocation], ['Queued', '']);
    await bench.clock.advance(1000);
    const done = (await call('GET', `${path.split('?')[0]}/${requestId}`)).body.value[0];
    assert.equal(done.status, 'Completed');
    return { requestId, link: done.blobLocation, rows: readReport(await (await fetch(done.blobLocation)).text()) };
  };
  return { bench, call, exported };
};

test('earnings and payments can be exported, and match', async (t) => {
  const { exported } = await openPaid(t);
  const { rows: paid } = await exported('/payments');
  assert.deepEqual(
    paid.map((row) => [row.totalPayment, row.paymentDate]),
    [['194.00', '2026-11-15T00:00:00Z']],
  );
  const filter = encodeURIComponent("earningForDate ge 2026-09-01T00:00:00Z and (payoutStatus eq 'SENT')");
  const { rows: sent } = await exported(`/transactionhistory?$filter=${filter}`);
  assert.deepEqual(
    sent.map((row) => [row.earningAmount, row.transactionAmount, row.storeFee, row.paymentId, row.transactionType]),
    [
      ['97.00', '100.00', '3.00', paid[0]?.paymentID, 'Purchase'],
      ['97.00', '100.00', '3.00', paid[0]?.paymentID, 'Purchase'],
    ],
  );
  // November is collected but still held.
  assert.equal((await exported('/transactionhistory')).rows.length, 3);
});

test('an unknown filter is refused, and another publisher’s or deleted request is not found', async (t) => {
  const { bench, call, exported } = await openPaid(t);
  assert.equal((await call('POST', '/payments?$filter=mood%20eq%201')).status, 400);
  assert.equal((await call('POST', '/wishes')).status, 404);
  assert.equal((await ask('POST', `${bench.url}/azure/v1.0/payouts/payments`, {})).status, 401);
  const { requestId, link } = await exported('/payments');
  assert.equal((await call('GET', `/transactionhistory/${requestId}`)).status, 404);
  assert.equal((await call('DELETE', `/payments/${requestId}`)).status, 204);
  assert.equal((await call('GET', `/payments/${requestId}`)).status, 404);
  assert.equal((await fetch(link)).status, 404);
});
