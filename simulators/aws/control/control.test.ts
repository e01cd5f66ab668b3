import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startListener } from '../../kit/listener.ts';
import { openPartnerBench, submitted } from '../partner-central/partner-bench.test-support.ts';
import { createAwsSimulator } from '../server.ts';
import {
  type Bench,
  buyer,
  failureOf,
  openBench,
  type Seller,
  seedAgreement,
  seedProduct,
} from '../simulator.test-support.ts';

/** Sends requests like a browser that has opened the page with the token. */
const openPage = async (bench: Bench) => {
  const entered = await fetch(`${bench.url}/?token=${bench.token}`, { redirect: 'manual' });
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const sendForm = (path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${bench.url}${path}`, {
      method: 'POST',
      headers: { cookie, origin: bench.url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  return { sendForm, read: async () => (await fetch(bench.url, { headers: { cookie } })).text() };
};

test('the start page shows what exists and loads nothing from outside', async (t) => {
  const bench = await openBench(t);
  const { productId, publicOfferId } = await seedProduct(bench, { title: '<script>alert(1)</script>' });
  const { agreementId } = await seedAgreement(bench, publicOfferId);
  const page = await (await openPage(bench)).read();
  for (const shown of [bench.seller.id, productId, publicOfferId, agreementId, 'PT1H']) assert.ok(page.includes(shown));
  assert.equal(page.includes('<script'), false);
  assert.doesNotMatch(page, /(src|href)="?https?:/);
});

test('the forms of the page accept, cancel, inject and move the clock', async (t) => {
  const bench = await openBench(t);
  const { sendForm } = await openPage(bench);
  const { publicOfferId } = await seedProduct(bench);
  const accept = await sendForm(`/control/aws/offer/${publicOfferId}/accept`, { buyerAccountId: buyer });
  assert.deepEqual([accept.status, accept.headers.get('location')], [303, '/#aws']);
  const { agreements } = await bench.get<{ agreements: { agreementId: string }[] }>('/aws/agreement');
  const [agreement] = agreements;
  await sendForm(`/control/aws/agreement/${agreement?.agreementId}/cancel`, {});
  const { status } = await bench.get<{ status: string }>(`/aws/agreement/${agreement?.agreementId}`);
  assert.equal(status, 'CANCELLED');
  await sendForm('/control/aws/fault', { name: 'throttle', count: '2' });
  const { faults } = await bench.get<{ faults: { remaining: number }[] }>('/aws/fault');
  assert.equal(faults[0]?.remaining, 2);
  const before = bench.clock.now();
  assert.equal((await sendForm('/control/clock', { advance: 'P1D' })).status, 303);
  assert.ok(bench.clock.now() >= before + 86_400_000);
});

test('a person approves an opportunity on the page', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await submitted(bench);
  const { sendForm, read } = await openPage(bench);
  for (const shown of [id, 'Globex', 'Predictive maintenance', 'ask for action']) {
    assert.ok((await read()).includes(shown), shown);
  }
  assert.equal((await sendForm(`/control/aws/opportunity/${id}/approve`, {})).status, 303);
  assert.equal((await read()).includes('ask for action'), false);
});

test('a page of another origin may not use the control API', async (t) => {
  const bench = await openBench(t);
  const response = await fetch(`${bench.url}/control/clock`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', authorization: `Bearer ${bench.token}` },
    body: '{"advance":"P1D"}',
  });
  assert.equal(response.status, 403);
});

test('wrong requests are refused with the reason', async (t) => {
  const bench = await openBench(t);
  const { publicOfferId } = await seedProduct(bench);
  const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status;
  assert.equal(await statusOf(bench.post('/clock', { advance: -5 })), 400);
  assert.equal(await statusOf(bench.post('/clock', { advance: 'tomorrow' })), 400);
  assert.equal(await statusOf(bench.post('/aws/product', { title: 'x' })), 400);
  assert.equal(await statusOf(bench.post('/aws/offer/offer-missing/accept', { buyerAccountId: buyer })), 404);
  assert.equal(await statusOf(bench.post(`/aws/offer/${publicOfferId}/accept`, { buyerAccountId: '12' })), 400);
  assert.equal(await statusOf(bench.get('/aws/nothing')), 404);
  const unknown = await failureOf(
    bench.post(`/aws/offer/${publicOfferId}/accept`, { buyerAccountId: buyer, quantities: { unknown: 1 } }),
  );
  assert.match(unknown.message, /unknown/);
});

test('an account can be requested again, but not with other credentials', async (t) => {
  const bench = await openBench(t);
  const wanted = { id: '123456789012', accessKeyId: 'AKIAGIVEN00000000000', secretAccessKey: 'given' };
  const first = await bench.post<Seller>('/aws/account', wanted);
  const again = await bench.post<Seller>('/aws/account', { ...wanted, name: 'Renamed' });
  assert.deepEqual([again.id, again.secretAccessKey], [first.id, 'given']);
  const other = await failureOf(bench.post('/aws/account', { ...wanted, secretAccessKey: 'other' }));
  assert.equal(other.status, 409);
});

test('a private offer is for its buyer only, and can be accepted once', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const { offerId } = await bench.post<{ offerId: string }>('/aws/offer', {
    productId,
    buyerAccountIds: [buyer],
    terms: [
      {
        Type: 'UsageBasedPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
      },
    ],
  });
  const stranger = await failureOf(bench.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: '222233334444' }));
  assert.match(stranger.message, /other buyer/);
  await bench.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: buyer });
  const twice = await failureOf(bench.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: buyer }));
  assert.equal(twice.status, 409);
});

test('one listener hosts several simulators', async (t) => {
  const bench = await openBench(t);
  const parts = { host: '127.0.0.1', port: 0, clock: bench.clock };
  const other = {
    name: 'Other',
    recordedAs: null,
    handle: async (request: { path: string }) =>
      request.path === '/other' ? { status: 200, headers: {}, body: 'here' } : null,
    page: () => '<p>Other page</p>',
    close: async () => undefined,
  };
  const aws = createAwsSimulator({ dataDir: `${bench.dataDir}/second`, clock: bench.clock });
  const listener = await startListener({ ...parts, mounts: [aws, other] });
  t.after(() => listener.close());
  const headers = { authorization: `Bearer ${listener.token}` };
  assert.equal(await (await fetch(`${listener.url}/other`)).text(), 'here');
  assert.equal((await fetch(`${listener.url}/control/aws/account`, { headers })).status, 200);
  assert.equal((await fetch(`${listener.url}/nothing`)).status, 404);
  assert.match(await (await fetch(listener.url, { headers })).text(), /AWS Marketplace.*Other page/s);
});
