import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hubspotMessages } from './messages.ts';

const secret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy';
const url = 'https://api.example/hook/hubspot/conn_1';
const now = new Date('2026-11-25T10:00:00Z');

const event = (change: object = {}) => ({
  eventId: 1,
  subscriptionId: 12345,
  portalId: 62515,
  occurredAt: 1564113600000,
  subscriptionType: 'deal.propertyChange',
  propertyName: 'amount',
  propertyValue: '12',
  attemptNumber: 0,
  objectId: 123,
  ...change,
});

type Change = { time?: number; key?: string; at?: string; method?: string; tamper?: string; header?: string };

const isAuthentic = (
  body: unknown,
  change: Change = {},
  accountId = '62515',
  credentials = { clientSecret: secret },
) => {
  const { time = now.getTime(), key = secret, at = url, method = 'POST', tamper } = change;
  const text = JSON.stringify(body);
  const signature = createHmac('sha256', key).update(`${method}${at}${text}${time}`).digest('base64');
  return hubspotMessages.isAuthentic?.(
    {
      headers: {
        'x-hubspot-signature-v3': change.header ?? signature,
        'x-hubspot-request-timestamp': String(time),
      },
      raw: Buffer.from(tamper ?? text),
      body,
      url,
      now,
    },
    { accountId, endpoint: undefined, credentials },
  );
};

test('a message is accepted with the signature of the app over method, address, body and time', async () => {
  assert.equal(await isAuthentic([event()]), true);
  assert.equal(await isAuthentic([event()], {}, ''), true, 'the account is not known');
});

test('a forged, altered, redirected, old or early message is refused', async () => {
  const minutes = (count: number): number => now.getTime() + count * 60_000;
  const refused: Record<string, Promise<boolean> | undefined> = {
    'another secret': isAuthentic([event()], { key: 'guessed' }),
    'another address': isAuthentic([event()], { at: `${url}2` }),
    'another method': isAuthentic([event()], { method: 'PUT' }),
    'another body': isAuthentic([event()], { tamper: JSON.stringify([event({ objectId: 124 })]) }),
    'no signature': isAuthentic([event()], { header: '' }),
    'six minutes old': isAuthentic([event()], { time: minutes(-6) }),
    'six minutes early': isAuthentic([event()], { time: minutes(6) }),
    'another account': isAuthentic([event()], {}, '1'),
    'no secret here': isAuthentic([event()], { key: '' }, '62515', { clientSecret: '' }),
  };
  for (const [name, outcome] of Object.entries(refused)) assert.equal(await outcome, false, name);
});

test('events of one deal are one envelope, and a retry has the same id', () => {
  const events = [event(), event({ eventId: 2, propertyName: 'dealname' }), event({ eventId: 3, objectId: 9 })];
  const envelopes = hubspotMessages.readEnvelopes(events) ?? [];
  assert.deepEqual(
    envelopes.map(({ body }) => hubspotMessages.readHint(body)),
    [
      { about: 'DEAL', recordId: '123' },
      { about: 'DEAL', recordId: '9' },
    ],
  );
  const again = hubspotMessages.readEnvelopes(events.map((one) => ({ ...one, attemptNumber: 4 })).reverse()) ?? [];
  assert.deepEqual(again.map(({ id }) => id).sort(), envelopes.map(({ id }) => id).sort());
  assert.ok(!JSON.stringify(envelopes).includes('amount'), 'values are not kept');
});

test('deals of new apps, merges and associations are recognized; events about anything else are ignored', () => {
  const hints = (change: object) =>
    hubspotMessages.readEnvelopes([event(change)])?.map(({ body }) => hubspotMessages.readHint(body));
  assert.deepEqual(hints({ subscriptionType: 'object.propertyChange', objectTypeId: '0-3' }), [
    { about: 'DEAL', recordId: '123' },
  ]);
  assert.deepEqual(hints({ subscriptionType: 'deal.merge', objectId: undefined, primaryObjectId: 7 }), [
    { about: 'DEAL', recordId: '7' },
  ]);
  // HubSpot developer docs, Webhooks, Payloads: a merge makes a new deal of two.
  const merge = { primaryObjectId: 7, mergedObjectIds: [8], newObjectId: 9, objectId: 7 };
  assert.deepEqual(
    hints({ subscriptionType: 'deal.merge', ...merge }),
    ['7', '8', '9'].map((recordId) => ({ about: 'DEAL', recordId })),
  );
  assert.deepEqual(hints({ subscriptionType: 'contact.propertyChange' }), []);
  assert.deepEqual(hints({ objectId: '../1' }), []);
  assert.equal(hubspotMessages.readEnvelopes({ hello: 1 }), null);
});
