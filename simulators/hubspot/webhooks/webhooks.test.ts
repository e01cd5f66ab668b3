import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { eventually, takeMessages } from '../../kit/bench.test-support.ts';
import { type Doc, openBench } from '../hubspot.test-support.ts';
import { signV1 } from './sign.ts';

type Message = { text: string; headers: IncomingHttpHeaders; events: Doc[] };

const openInbox = async (t: Parameters<typeof takeMessages>[0], statusOf: (count: number) => number = () => 200) => {
  const messages: Message[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    messages.push({ text, headers, events: JSON.parse(text) as Doc[] });
    return { status: statusOf(messages.length) };
  });
  return { url, messages };
};

test('the older signature matches the documented example', () => {
  // HubSpot developer docs, v1 request validation: the example's secret, body and hash.
  const secret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy';
  const body =
    '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]';
  assert.equal(signV1(secret, body), '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de');
});

test('subscribed changes, by a person or the app, are sent signed', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t);
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, { url: inbox.url });
  const created = await bench.person.create('deals', { dealname: 'x', amount: '5', description: 'not subscribed' });
  await eventually(() => inbox.messages.length === 1);
  const [message] = inbox.messages as [Message];
  const { userId, appId, clientSecret } = bench.account;
  assert.deepEqual(
    message.events.map(({ subscriptionType, propertyName }) => [subscriptionType, propertyName]),
    [
      ['deal.creation', undefined],
      ['deal.propertyChange', 'pipeline'],
      ['deal.propertyChange', 'dealname'],
      ['deal.propertyChange', 'amount'],
    ],
  );
  const { eventId, subscriptionId, occurredAt, ...event } = message.events[3] as Doc;
  assert.ok([eventId, subscriptionId, occurredAt].every(Number.isSafeInteger));
  assert.deepEqual(event, {
    portalId: 45678901,
    appId,
    subscriptionType: 'deal.propertyChange',
    objectId: Number(created.id),
    changeSource: 'CRM_UI',
    sourceId: `userId:${userId}`,
    propertyName: 'amount',
    propertyValue: '5',
    attemptNumber: 0,
  });
  const time = String(message.headers['x-hubspot-request-timestamp']);
  assert.ok(Math.abs(Date.now() - Number(time)) < 60_000);
  const signature = createHmac('sha256', clientSecret)
    .update(`POST${inbox.url}${message.text}${time}`)
    .digest('base64');
  assert.equal(message.headers['x-hubspot-signature-v3'], signature);
  assert.equal(
    message.headers['x-hubspot-signature'],
    createHash('sha256').update(`${clientSecret}${message.text}`).digest('hex'),
  );
  await bench.api('PATCH', `/crm/v3/objects/deals/${created.id}`, { properties: { amount: '6', dealname: 'x' } });
  await eventually(() => inbox.messages.length === 2);
  assert.deepEqual(
    inbox.messages[1]?.events.map(({ changeSource, sourceId, propertyName }) => [changeSource, sourceId, propertyName]),
    [['INTEGRATION', String(appId), 'amount']],
  );
  await bench.control('POST', `/record/${created.id}/archive`);
  await eventually(() => inbox.messages.length === 3);
  assert.equal(inbox.messages[2]?.events[0]?.subscriptionType, 'deal.deletion');
});

test('a failed message is sent again, with the number of the attempt and a new time', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t, (count) => (count < 3 ? 500 : 204));
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, {
    url: inbox.url,
    subscriptions: ['contact.creation'],
  });
  await bench.create('contacts', { email: 'a@b.example' });
  await eventually(() => inbox.messages.length === 3);
  assert.deepEqual(
    inbox.messages.map(({ events }) => events[0]?.attemptNumber),
    [0, 1, 2],
  );
  assert.equal(new Set(inbox.messages.map(({ events }) => events[0]?.eventId)).size, 1);
});

test('events of one batch are sent together, up to a hundred in a message', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t);
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, {
    url: inbox.url,
    subscriptions: ['company.creation', 'company.propertyChange.name'],
  });
  const inputs = Array.from({ length: 75 }, (_, index) => ({ properties: { name: `C${index}` } }));
  assert.equal((await bench.api('POST', '/crm/v3/objects/companies/batch/create', { inputs })).status, 201);
  await eventually(() => inbox.messages.length === 2);
  assert.deepEqual(inbox.messages.map(({ events }) => events.length).sort(), [100, 50]);
});
