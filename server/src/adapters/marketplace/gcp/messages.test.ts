import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { signToken } from '../../../../../simulators/gcp/auth/keys.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import type { IncomingMessage } from '../messages.ts';
import { createGcpMarketplace } from './adapter.ts';
import { type GcpSimulator, pushServiceAccount, startSimulator } from './simulator.test-support.ts';

let simulator: GcpSimulator;
let asked: string[] = [];
let isAway = false;
/** How far the adapter's clock is ahead. */
let aheadMs = 0;
before(async () => {
  simulator = await startSimulator();
});
after(() => simulator.close());

const opened = () => {
  asked = [];
  const outgoing: Outgoing = {
    ...simulator.outgoing,
    request: async (request) => {
      asked.push(request.url);
      if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return simulator.outgoing.request(request);
    },
  };
  const { clock } = simulator;
  return createGcpMarketplace({ clock, outgoing, monotonicNow: () => performance.now() + aheadMs }).messages;
};

const url = 'https://api.example/hook/gcp/conn_1';
type GoogleKey = { id: string; keyId: string; privateKey: string };
const keyNamed = (name: string): GoogleKey => {
  const key = (simulator.snapshot().keys as GoogleKey[]).find(({ id }) => id === name);
  assert.ok(key);
  return key;
};
const claims = (change: object = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: 'https://accounts.google.com',
    aud: url,
    email: pushServiceAccount,
    email_verified: true,
    azp: '1',
    sub: '1',
    iat: now,
    exp: now + 3600,
    ...change,
  };
};
const signed = (change: object = {}, key = keyNamed('oidc')): string => signToken(key, claims(change));
const message = (token: string | null): IncomingMessage => ({
  headers: token === null ? {} : { authorization: `Bearer ${token}` },
  raw: Buffer.from('{}'),
  body: {},
  url,
  now: new Date(),
});
const push = (event: object | string, messageId = 'm1') => ({
  message: {
    data: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)).toString('base64'),
    messageId,
    attributes: {},
  },
  subscription: 'projects/p/subscriptions/s',
});

describe('a push', () => {
  it('is accepted when a service account of the project signed it for this address', async () => {
    const messages = opened();
    assert.equal(await messages.isAuthentic?.(message(signed()), simulator.access), true);
    const now = Math.floor(Date.now() / 1000);
    const bad: [string, string | null][] = [
      ['none', null],
      ['rubbish', 'a.b.c'],
      ['for another address', signed({ aud: 'https://api.example/hook/gcp/conn_2' })],
      ['of another issuer', signed({ iss: 'https://evil.example' })],
      ['too old', signed({ iat: now - 7200, exp: now - 3600 })],
      ['of a stranger’s project', signed({ email: 'x@stranger.iam.gserviceaccount.com' })],
      ['of a project that ends alike', signed({ email: 'x@not-acme-public.iam.gserviceaccount.com' })],
      ['of a person', signed({ email: 'somebody@gmail.com' })],
      ['of an address that nobody verified', signed({ email_verified: false })],
      ['by the key of sign-ups', signed({}, keyNamed('commerce-partner'))],
    ];
    for (const [name, token] of bad)
      assert.equal(await messages.isAuthentic?.(message(token), simulator.access), false, name);
  });

  it('is checked against the signer and the audience that the connection names', async () => {
    const messages = opened();
    const credentials = {
      ...simulator.access.credentials,
      pushServiceAccount: 'other@elsewhere.iam.gserviceaccount.com',
      pushAudience: 'ours',
    };
    const check = (token: string) => messages.isAuthentic?.(message(token), { ...simulator.access, credentials });
    assert.equal(await check(signed({ aud: 'ours', email: credentials.pushServiceAccount })), true);
    assert.equal(await check(signed({ email: credentials.pushServiceAccount })), false);
    assert.equal(await check(signed({ aud: 'ours' })), false);
  });

  it('has Google’s keys fetched once; an unknown key causes one more fetch, and no more', async () => {
    const messages = opened();
    const check = (token: string) => messages.isAuthentic?.(message(token), simulator.access);
    await Promise.all([1, 2, 3].map(() => check(signed())));
    assert.equal(asked.length, 1);
    const unknown = { ...keyNamed('oidc'), keyId: 'unknown' };
    for (const _ of [1, 2, 3]) assert.equal(await check(signed({}, unknown)), false);
    assert.equal(asked.length, 1, 'the keys are younger than half a minute');
  });

  it('is neither accepted nor rejected while the keys cannot be fetched: it is sent again', async () => {
    const messages = opened();
    isAway = true;
    try {
      await assert.rejects(
        async () => messages.isAuthentic?.(message(signed()), simulator.access),
        (error: unknown) => isPartnerError(error) && error.retryable,
      );
    } finally {
      isAway = false;
      aheadMs = 2000;
    }
    assert.equal(await messages.isAuthentic?.(message(signed()), simulator.access), true);
  });

  it('from the simulator has the same form', () => {
    assert.deepEqual(Object.keys(decodeJwt(signed())).sort(), [
      'aud',
      'azp',
      'email',
      'email_verified',
      'exp',
      'iat',
      'iss',
      'sub',
    ]);
  });
});

describe('an event', () => {
  const event = (eventType: string, change: object = {}) => ({
    eventId: 'CREATE_ENTITLEMENT-1',
    eventType,
    providerId: 'acme-public',
    entitlement: { id: 'e1', updateTime: '2026-11-20T18:00:00.000000Z' },
    ...change,
  });
  const idOf = (body: unknown): string => opened().readEnvelopes(body)?.[0]?.id ?? '';

  it('is distinguished from the other events of one action, and has the same id when it comes again', () => {
    const one = idOf(push(event('ENTITLEMENT_CREATION_REQUESTED'), 'm1'));
    assert.equal(idOf(push(event('ENTITLEMENT_CREATION_REQUESTED'), 'm2')), one);
    assert.notEqual(idOf(push(event('ENTITLEMENT_ACTIVE'))), one);
    const later = { entitlement: { id: 'e1', updateTime: '2026-11-20T18:00:01.000000Z' } };
    assert.notEqual(idOf(push(event('ENTITLEMENT_CREATION_REQUESTED', later))), one);
    const other = { entitlement: { id: 'e2', updateTime: '2026-11-20T18:00:00.000000Z' } };
    assert.notEqual(idOf(push(event('ENTITLEMENT_CREATION_REQUESTED', other))), one);
  });

  it('points to its order or account; the end of an order triggers the submission of its usage', () => {
    const { readHint, readEnvelopes } = opened();
    const hintOf = (body: unknown) => readHint(readEnvelopes(push(body as object))?.[0]?.body);
    const order = { about: 'AGREEMENT', agreementId: 'e1', licenseArn: null };
    assert.deepEqual(hintOf(event('ENTITLEMENT_ACTIVE')), { ...order, licenseEnded: false });
    assert.deepEqual(hintOf(event('ENTITLEMENT_CANCELLING')), { ...order, licenseEnded: true });
    assert.deepEqual(hintOf(event('ENTITLEMENT_CANCELLED')), { ...order, licenseEnded: true });
    const account = { eventId: 'x', eventType: 'ACCOUNT_ACTIVE', account: { id: 'a1', updateTime: 'now' } };
    assert.deepEqual(hintOf(account), { about: 'BUYER', externalId: 'a1' });
  });

  it('that is not about the marketplace is stored and triggers nothing; an invalid push is refused', () => {
    const { readHint, readEnvelopes } = opened();
    const unstorable = '{"eventId":"a\\u0000","eventType":"ENTITLEMENT_ACTIVE"}';
    for (const data of ['no JSON', '{"hello":1}', '[]', unstorable]) {
      const [envelope] = readEnvelopes(push(data, 'm7')) ?? [];
      assert.deepEqual([envelope?.id, envelope?.type], ['pubsub:m7', 'UNKNOWN'], data);
      assert.deepEqual(readHint(envelope?.body), { about: 'NOTHING' });
    }
    for (const body of [null, [], 'x', {}, { message: { data: 'x' } }]) assert.equal(readEnvelopes(body), null);
  });
});
