import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { type TestContext, test } from 'node:test';
import { eventually, takeMessages } from '../kit/bench.test-support.ts';
import { type Bench, buyer, openBench, seedAgreement, seedProduct } from './simulator.test-support.ts';

type Received = { headers: IncomingHttpHeaders; body: Record<string, unknown> };
type Delivery = { id: string; status: string; attempts: number; lastStatus: number | null };

/** A listener that responds with the given statuses, then with 200. */
const openReceiver = async (t: TestContext, statuses: number[] = []) => {
  const received: Received[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    received.push({ headers, body: JSON.parse(text) });
    return { status: statuses.shift() ?? 200 };
  });
  return { received, url };
};

const setTarget = (bench: Bench, url: string) =>
  bench.put(`/aws/account/${bench.seller.id}/message-target`, { url, headers: { 'x-api-key': 'secret' } });

const deliveries = async (bench: Bench): Promise<Delivery[]> =>
  (await bench.get<{ messages: Delivery[] }>('/aws/message')).messages;

const typesOf = (received: Received[]): unknown[] => received.map((item) => item.body['detail-type']);

test('events reach the API destination: first the agreement, then its license', async (t) => {
  const bench = await openBench(t);
  const receiver = await openReceiver(t);
  await setTarget(bench, receiver.url);
  const { productId, productCode, publicOfferId } = await seedProduct(bench);
  const { agreementId, licenseArn } = await seedAgreement(bench, publicOfferId);
  await bench.post(`/aws/agreement/${agreementId}/cancel`);
  await eventually(async () => receiver.received.length >= 5);
  assert.deepEqual(typesOf(receiver.received), [
    'Offer Released',
    'Purchase Agreement Created - Proposer',
    'License Updated - Manufacturer',
    'Purchase Agreement Ended - Proposer',
    'License Deprovisioned - Manufacturer',
  ]);
  const [, created, license] = receiver.received;
  assert.equal(created?.headers['x-api-key'], 'secret');
  const { id, time, detail, ...envelope } = created?.body ?? {};
  assert.deepEqual(envelope, {
    version: '0',
    'detail-type': 'Purchase Agreement Created - Proposer',
    source: 'aws.agreement-marketplace',
    account: bench.seller.id,
    region: 'us-east-1',
    resources: [`arn:aws:aws-marketplace::aws:agreement:${agreementId}`],
  });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  const body = detail as Record<string, Record<string, unknown>>;
  assert.deepEqual(
    [body.agreement?.id, body.agreement?.intent, body.agreement?.status, body.acceptor, body.offer],
    [agreementId, 'NEW', 'ACTIVE', { accountId: buyer }, { id: publicOfferId }],
  );
  assert.equal(body.product, undefined);
  const licensed = license?.body.detail as Record<string, unknown>;
  assert.deepEqual(licensed.product, { id: productId, code: productCode });
  assert.deepEqual(licensed.license, { arn: licenseArn });
  await eventually(async () => (await deliveries(bench)).every((item) => item.status === 'DELIVERED'));
});

test('a refused delivery is retried, a permanently refused one is not', async (t) => {
  const bench = await openBench(t);
  const receiver = await openReceiver(t, [500, 429, 400]);
  await setTarget(bench, receiver.url);
  const product = await seedProduct(bench);
  await eventually(async () => (await deliveries(bench))[0]?.status === 'FAILED');
  const [failed] = await deliveries(bench);
  assert.deepEqual([failed?.attempts, failed?.lastStatus], [3, 400]);
  await seedAgreement(bench, product.publicOfferId);
  await eventually(async () => (await deliveries(bench)).filter((item) => item.status === 'DELIVERED').length === 2);
  await bench.post(`/aws/message/${failed?.id}/resend`);
  await eventually(async () => typesOf(receiver.received).filter((type) => type === 'Offer Released').length === 4);
});

test('events not delivered before a restart are delivered after it', async (t) => {
  const bench = await openBench(t);
  const receiver = await openReceiver(t);
  await bench.post('/aws/settings', { eventRetryMs: 50 });
  await setTarget(bench, 'http://127.0.0.1:9/nobody');
  await seedProduct(bench);
  await eventually(async () => ((await deliveries(bench))[0]?.attempts ?? 0) > 0);
  await bench.close();
  const reopened = await openBench(t, { reopen: bench });
  await setTarget(reopened, receiver.url);
  await eventually(async () => receiver.received.length === 1);
});

test('events are duplicated, dropped, delayed and reordered on demand', async (t) => {
  const bench = await openBench(t);
  const receiver = await openReceiver(t);
  await setTarget(bench, receiver.url);
  await bench.post('/aws/fault', { name: 'drop-message', operation: 'Offer Released' });
  await bench.post('/aws/fault', { name: 'duplicate-message', operation: 'Purchase Agreement Created - Proposer' });
  await bench.post('/aws/fault', {
    name: 'delay-message',
    delayMs: 1200,
    operation: 'License Updated - Manufacturer',
  });
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId } = await seedAgreement(bench, publicOfferId);
  await bench.post('/aws/fault', { name: 'delay-message', delayMs: 100 });
  await bench.post(`/aws/agreement/${agreementId}/cancel`);
  await eventually(async () => receiver.received.length === 5);
  const types = typesOf(receiver.received).map((type) => String(type).split(' - ')[0]);
  assert.deepEqual(types.filter((type) => type === 'Purchase Agreement Created').length, 2);
  assert.equal(new Set(receiver.received.map((item) => item.body.id)).size, 4);
  assert.equal(types.includes('Offer Released'), false);
  assert.equal(types.at(-1), 'License Updated');
  assert.ok(types.indexOf('License Deprovisioned') < types.indexOf('Purchase Agreement Ended'));
  const [dropped] = await deliveries(bench);
  assert.equal(dropped?.status, 'DROPPED');
});

test('without a target, events are stored and not sent', async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  await eventually(async () => (await deliveries(bench)).every(({ status }) => status === 'NO_TARGET'));
});
