import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { type JWTPayload, SignJWT } from 'jose';
import type { Outgoing, OutgoingAnswer } from '../../outgoing/outgoing.ts';
import { marketplaceAppId } from './hosts.ts';
import { createSignatureCheck } from './signature.ts';

const tenantId = '11111111-2222-4333-8444-555555555555';
const clientId = '99999999-2222-4333-8444-555555555555';
const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = (kid: string, pair = key) => ({ ...pair.publicKey.export({ format: 'jwk' }), kid, use: 'sig' });
const wallNow = new Date('2026-11-20T10:00:00Z');

let keys: unknown[] = [];
let asked: string[] = [];
let elapsed = 0;
let answer: () => Partial<OutgoingAnswer> = () => ({});
const outgoing = {
  request: async ({ url }: { url: string }) => {
    asked.push(url);
    return { status: 200, headers: {}, body: JSON.stringify({ keys }), ...answer() };
  },
} as unknown as Outgoing;

let check: ReturnType<typeof createSignatureCheck>;
beforeEach(() => {
  keys = [published('k1')];
  asked = [];
  elapsed = 0;
  answer = () => ({});
  check = createSignatureCheck(outgoing, () => elapsed);
});

const claims = {
  aud: clientId,
  iss: `https://login.microsoftonline.com/${tenantId}/v2.0`,
  tid: tenantId,
  azp: marketplaceAppId,
};
const seconds = (offset: number): number => Math.floor(wallNow.getTime() / 1000) + offset;

const signed = (change: JWTPayload = {}, { kid = 'k1', pair = key, alg = 'RS256', exp = 600 } = {}): Promise<string> =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg, kid })
    .setExpirationTime(seconds(exp))
    .sign(pair.privateKey);

type Access = { tenantId?: string; clientId?: string; endpoint?: string; endpoints?: Record<string, string> };

const isAuthentic = (authorization: string | undefined, access: Access = {}) =>
  check(
    { headers: { authorization }, raw: Buffer.from('{}'), body: {}, url: 'https://api.example/hook', now: wallNow },
    {
      accountId: 'acme',
      endpoint: access.endpoint,
      ...(access.endpoints ? { endpoints: access.endpoints } : {}),
      credentials: {
        tenantId: access.tenantId ?? tenantId,
        clientId: access.clientId ?? clientId,
        clientSecret: 'x',
      },
    },
  );
const of = async (...given: Parameters<typeof signed>) => isAuthentic(`Bearer ${await signed(...given)}`);

describe('a webhook call from Microsoft', () => {
  it('is accepted with a token of version 1 or version 2', async () => {
    assert.equal(await of(), true);
    const first = { iss: `https://sts.windows.net/${tenantId}/`, azp: undefined, appid: marketplaceAppId };
    assert.equal(await of(first), true);
    assert.deepEqual(asked, [`https://login.microsoftonline.com/${tenantId}/discovery/v2.0/keys`]);
  });

  for (const [what, change] of [
    ['another application', { aud: marketplaceAppId }],
    ['another tenant', { tid: clientId }],
    ['no tenant', { tid: undefined }],
    ['another issuer', { iss: 'https://login.microsoftonline.com/common/v2.0' }],
    ['the issuer of another tenant', { iss: `https://sts.windows.net/${clientId}/` }],
    ['another caller', { azp: clientId }],
    ['no caller', { azp: undefined }],
    ['a caller that only its older name would know', { azp: clientId, appid: marketplaceAppId }],
  ] as [string, JWTPayload][]) {
    it(`with a token of ${what} is refused`, async () => assert.equal(await of(change), false));
  }

  it('with an expired or forged token, another algorithm or none is refused', async () => {
    assert.equal(await of({}, { exp: -301 }), false);
    assert.equal(await of({}, { pair: other }), false);
    assert.equal(await of({}, { alg: 'PS256' }), false);
    for (const authorization of [
      undefined,
      '',
      'Bearer x.y',
      'Bearer a.b.c',
      'Basic YTpi',
      `Bearer ${'a.'.repeat(20_000)}`,
    ])
      assert.equal(await isAuthentic(authorization), false);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    assert.equal(await isAuthentic(`Bearer ${unsigned}`), false);
  });

  it('is accepted by a connection that has its ids in capital letters', async () => {
    const [tid, aud] = ['abcdef01-2222-4333-8444-555555555555', 'fedcba01-2222-4333-8444-555555555555'];
    const token = await signed({ tid, aud, iss: `https://login.microsoftonline.com/${tid}/v2.0` });
    const access = { tenantId: tid.toUpperCase(), clientId: aud.toUpperCase() };
    assert.equal(await isAuthentic(`Bearer ${token}`, access), true);
  });

  it('of a national cloud must be issued where its keys are', async () => {
    const iss = `https://login.microsoftonline.us/${tenantId}/v2.0`;
    const token = `Bearer ${await signed({ iss })}`;
    assert.equal(await isAuthentic(token, { endpoints: { login: 'https://login.microsoftonline.us' } }), true);
    assert.equal(await isAuthentic(token), false);
  });

  it('has its keys fetched below the endpoint of the account', async () => {
    await isAuthentic(`Bearer ${await signed()}`, { endpoint: 'https://simulator.example/azure' });
    assert.deepEqual(asked, [`https://simulator.example/azure/login/${tenantId}/discovery/v2.0/keys`]);
  });

  it('with a new key is accepted after the keys were fetched again, which nobody can trigger often', async () => {
    assert.equal(await of(), true);
    keys = [published('k2', other)];
    const rotated = { kid: 'k2', pair: other };
    // The keys were fetched a moment ago.
    assert.equal(await of({}, rotated), false);
    elapsed += 60_000;
    assert.equal(await of({}, rotated), true);
    assert.equal(await of({}, { kid: 'unheard' }), false);
    assert.equal(asked.length, 2);
  });

  it('is not accepted with an invalid key', async () => {
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { n, ...incomplete } = published('k1') as Record<string, unknown>;
    for (const one of [published('k1', small), incomplete, { ...incomplete, n: '!!' }, { ...incomplete, n: 1 }]) {
      keys = [one];
      elapsed += 86_400_000;
      assert.equal(await of(), false, JSON.stringify(one));
    }
    keys = [{ ...incomplete, n }];
    elapsed += 86_400_000;
    assert.equal(await of(), true);
  });

  it('cannot be judged while the keys cannot be fetched, and can a moment after they can', async () => {
    answer = () => ({ status: 503 });
    await assert.rejects(of());
    elapsed += 1000;
    answer = () => ({ body: 'rubbish' });
    await assert.rejects(of());
    elapsed += 1000;
    answer = () => ({});
    assert.equal(await of(), true);
  });
});
