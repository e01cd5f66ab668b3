import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { signToken } from '../../../simulators/gcp/auth/keys.ts';
import { createGcpMarketplace } from '../adapters/marketplace/gcp/adapter.ts';
import { encodeId } from '../kit/ids.ts';
import { type GcpDeal, type Row, startGcpDeal } from '../workflows/deal/gcp-deal.test-support.ts';
import { type Landing, publicUrl, startLanding } from './landing.test-support.ts';

const field = 'x-gcp-marketplace-token';

let deal: GcpDeal;
let landing: Landing;
before(async () => {
  deal = await startGcpDeal();
  const { simulator } = deal;
  await simulator.control('PUT', `/account/${simulator.seller.providerId}/sign-up`, { url: `${publicUrl}/x` });
  await deal.act('sign-up page', async (call) => {
    const info = { attributes: { signUpUrl: 'https://acme.example/welcome?from=google' } };
    await call.db
      .updateTable('product')
      .set({ info: JSON.stringify(info) })
      .where('product.id', '=', deal.productId)
      .execute();
    call.recordChange({ type: 'prod', id: encodeId('prod', deal.productId), before: null, after: info });
  });
  landing = await startLanding({
    ...deal,
    marketplaces: { GCP: createGcpMarketplace(simulator) },
    waiting: { pause: async () => {} },
  });
});
after(async () => {
  await landing.close();
  await deal.close();
});

const land = (token: string, { connectionId = deal.connectionId, partner = 'GCP' } = {}) =>
  landing.server.inject({
    method: 'POST',
    url: `/public/fulfillment/${partner}/${encodeId('conn', connectionId)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ [field]: token }).toString(),
  });
const tokenOf = async (orderId: string): Promise<string> =>
  (await deal.simulator.control<{ token: string }>('POST', `/order/${orderId}/sign-up-token`)).token;
/** A token with other claims, signed with the same key, as only Google could. */
const signedLike = async (token: string, claims: Row): Promise<string> => {
  const { keys } = deal.simulator.snapshot() as unknown as {
    keys: { id: string; keyId: string; privateKey: string }[];
  };
  const key = keys.find(({ id }) => id === 'commerce-partner');
  assert.ok(key);
  return signToken(key, { ...decodeJwt(token), ...claims });
};

describe('a customer that Google sends', () => {
  it('is imported with the order, and redirected with a verifiable reference; twice has the same effect as once', async () => {
    const bought = await deal.buy();
    const token = await tokenOf(bought.id);
    const references = [];
    for (const _ of [1, 2]) {
      const { statusCode, headers, body } = await land(token);
      assert.equal(statusCode, 303, body);
      const url = new URL(headers.location ?? '');
      assert.equal(`${url.origin}${url.pathname}`, 'https://acme.example/welcome');
      assert.equal(url.searchParams.get('from'), 'google');
      const keys = createLocalJWKSet({ keys: landing.auth.ring.published(new Date()) });
      const reference = url.searchParams.get('marketplace_reference') ?? '';
      references.push((await jwtVerify(reference, keys, { audience: url.origin, typ: 'landing+jwt' })).payload);
    }
    const entitlement = await deal.entitlement(bought.id);
    assert.equal(entitlement?.status, 'PENDING_START');
    for (const payload of references) {
      assert.deepEqual(
        [payload.partner, payload.external_id, payload.entitlement_id, payload.buyer_id],
        [
          'GCP',
          bought.id,
          encodeId('ent', entitlement?.id as string),
          encodeId('buyer', entitlement?.buyer_id as string),
        ],
      );
    }
    const infos = async () =>
      (await deal.rows('buyer'))
        .filter(({ id }) => id === entitlement?.buyer_id)
        .map(({ info }) => info as { gcpBuyer: { id: string; userInfo: { roles: string[] } } });
    const [info, ...others] = await infos();
    assert.ok(info);
    const { gcpBuyer } = info;
    assert.deepEqual(
      [gcpBuyer.id, gcpBuyer.userInfo.roles, others.length],
      [bought.buyerAccountId, ['account_admin'], 0],
    );
    await deal.reconcile();
    assert.deepEqual((await infos())[0]?.gcpBuyer, gcpBuyer, 'what only the sign-up told stays');
  });

  it('lands before anything was bought that can be seen: the buyer is known', async () => {
    const bought = await deal.buy();
    const token = await tokenOf(bought.id);
    await deal.order(bought.id, 'cancel', { effective: 'IMMEDIATE' });
    await deal.order(bought.id, 'delete');
    assert.equal((await land(token)).statusCode, 200, 'no product, so no page of one');
    assert.ok((await deal.rows('buyer')).some(({ account_id: id }) => id === bought.buyerAccountId));
  });

  it('with a token that is forged, expired, or of another domain, issuer or key gets an explanation', async () => {
    const bought = await deal.buy();
    const token = await tokenOf(bought.id);
    const [head = '', body = ''] = token.split('.');
    const now = Math.floor(Date.now() / 1000);
    const bad: [string, string][] = [
      ['made up', 'made-up'],
      ['altered', `${head}.${body}.${'A'.repeat(342)}`],
      ['unsigned', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`],
      ['too old', await signedLike(token, { iat: now - 900, exp: now - 300 })],
      ['of another domain', await signedLike(token, { aud: 'other.example' })],
      ['of another issuer', await signedLike(token, { iss: 'https://accounts.google.com' })],
      ['without an end', await signedLike(token, { exp: undefined })],
      ['of an unknown customer', await signedLike(token, { sub: 'nobody' })],
    ];
    for (const [name, one] of bad) assert.equal((await land(one)).statusCode, 400, name);
    assert.equal(await deal.entitlement(bought.id), undefined);
    assert.equal((await land(await signedLike(token, {}))).statusCode, 303, 'so it is the claims that are refused');
  });

  it('is asked to come back while Google cannot be reached', async () => {
    const bought = await deal.buy();
    const token = await tokenOf(bought.id);
    await deal.simulator.fault('internal-error', { operation: 'GetAccount', count: 4 });
    const { statusCode, headers } = await land(token);
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
    assert.equal((await land(token)).statusCode, 303);
  });

  it('to an account that is none of Google’s finds nothing', async () => {
    const token = await tokenOf((await deal.buy()).id);
    assert.equal((await land(token, { connectionId: deal.environment.ids.next() })).statusCode, 404);
    assert.equal((await land(token, { partner: 'aws' })).statusCode, 404);
  });
});
