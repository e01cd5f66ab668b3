import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { buy, type Doc, openBench, openReceiver, type Push, seedProduct } from './gcp.test-support.ts';

const dataOf = ({ body }: { body: Doc }): Doc =>
  JSON.parse(Buffer.from(String((body.message as Doc).data), 'base64').toString('utf8')) as Doc;
const tokenOf = ({ headers }: Push): string => String(headers.authorization).replace('Bearer ', '');

test('events are pushed with a Google token, again after a failure, and twice on demand', async (t) => {
  const bench = await openBench(t);
  const receiver = await openReceiver(t, [500]);
  const product = await seedProduct(bench);
  await bench.control('PUT', '/account/acme-public/message-target', {
    url: receiver.url,
    audience: 'https://acme.example/hook',
    email: 'push@acme-public.iam.gserviceaccount.com',
    headers: { 'x-route': 'one' },
  });
  await bench.control('POST', '/fault', { name: 'duplicate-message', operation: 'ENTITLEMENT_CREATION_REQUESTED' });
  await buy(bench, product);
  // Two events: the first attempt for the account fails, and the order's event is sent twice.
  const pushes = await receiver.took(4);
  const types = pushes.map((push) => dataOf(push).eventType).sort();
  assert.deepEqual(
    types,
    ['ACCOUNT_ACTIVE', 'ACCOUNT_ACTIVE', 'ENTITLEMENT_CREATION_REQUESTED', 'ENTITLEMENT_CREATION_REQUESTED'].sort(),
  );
  const ids = pushes.map(({ body }) => (body.message as Doc).messageId);
  assert.equal(new Set(ids).size, 2, 'a message keeps its id');

  const [push] = pushes;
  assert.ok(push);
  assert.equal(push.headers['x-route'], 'one');
  assert.equal(push.body.subscription, 'projects/acme-public/subscriptions/marketplace-events');
  const keys = createRemoteJWKSet(new URL(`${bench.url}/gcp/oauth2/v3/certs`));
  const wanted = { issuer: 'https://accounts.google.com', audience: 'https://acme.example/hook' };
  const { payload } = await jwtVerify(tokenOf(push), keys, wanted);
  assert.deepEqual([payload.email, payload.email_verified], ['push@acme-public.iam.gserviceaccount.com', true]);
  const data = dataOf(push);
  assert.deepEqual(Object.keys(data).sort(), ['account', 'eventId', 'eventType', 'providerId']);
  assert.match(String(data.eventId), /^CREATE_ENTITLEMENT-/);
});

test('without a push endpoint, events are pulled and delivered again until they are acknowledged', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  await buy(bench, product);
  const path = '/pubsub/v1/projects/acme-public/subscriptions/marketplace-events';
  type Pulled = { receivedMessages?: { ackId: string; message: Doc }[] };
  const pull = async (maxMessages = 10) =>
    (await bench.api<Pulled>('POST', `${path}:pull`, { maxMessages })).body.receivedMessages ?? [];
  const first = await pull(1);
  assert.equal(first.length, 1);
  const rest = await pull();
  assert.equal(rest.length, 1, 'what is leased is not handed out');
  const data = JSON.parse(Buffer.from(String(rest[0]?.message.data), 'base64').toString('utf8')) as Doc;
  assert.equal(data.eventType, 'ENTITLEMENT_CREATION_REQUESTED');
  const ackIds = [...first, ...rest].map(({ ackId }) => ackId);
  assert.deepEqual((await bench.api('POST', `${path}:acknowledge`, { ackIds })).body, {});
  const { count } = await bench.control<{ count: number }>('GET', '/message?status=DELIVERED');
  assert.equal(count, 2);
  assert.equal((await bench.api('POST', `${path}:pull`, {})).status, 400);
  assert.equal(
    (await bench.api('POST', `${path.replace('marketplace-events', 'other')}:pull`, { maxMessages: 1 })).status,
    404,
  );
});
