import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { encodeId } from '../kit/ids.ts';
import { type AzureDeal, type Row, startAzureDeal } from '../workflows/deal/azure-deal.test-support.ts';
import { type Landing, startLanding } from './landing.test-support.ts';

let deal: AzureDeal;
let landing: Landing;
before(async () => {
  deal = await startAzureDeal();
  landing = await startLanding({
    ...deal,
    marketplaces: { AZURE: deal.marketplace },
    waiting: { pause: async () => {} },
  });
});
after(async () => {
  await landing.close();
  await deal.close();
});

const land = (token: string, connectionId = deal.connectionId) =>
  landing.server.inject({
    method: 'GET',
    url: `/public/fulfillment/azure/${encodeId('conn', connectionId)}?token=${encodeURIComponent(token)}`,
  });

describe('a buyer that Microsoft sends', () => {
  it('is imported with the purchase, and redirected with a verifiable reference; twice has the same effect as once', async () => {
    const bought = await deal.buy();
    const places = [];
    for (const _ of [1, 2]) {
      const { statusCode, headers, body } = await land(bought.token);
      assert.equal(statusCode, 303, body);
      const url = new URL(headers.location ?? '');
      assert.equal(`${url.origin}${url.pathname}`, 'https://acme.example/landing');
      const keys = createLocalJWKSet({ keys: landing.auth.ring.published(new Date()) });
      const { payload } = await jwtVerify(url.searchParams.get('marketplace_reference') ?? '', keys, {
        audience: url.origin,
        typ: 'landing+jwt',
      });
      places.push(payload);
    }
    const entitlement = await deal.entitlement(bought.id);
    assert.equal(entitlement?.status, 'PENDING_START');
    for (const payload of places) {
      assert.deepEqual(
        [payload.partner, payload.external_id, payload.entitlement_id, payload.buyer_id],
        [
          'AZURE',
          bought.id,
          encodeId('ent', entitlement?.id as string),
          encodeId('buyer', entitlement?.buyer_id as string),
        ],
      );
    }
    const [buyer, ...others] = (await deal.rows('buyer')).filter(({ id }) => id === entitlement?.buyer_id);
    assert.deepEqual([(buyer?.info as Row | undefined)?.emailAddress, others.length], ['robin@initech.example', 0]);
  });

  it('with a forged token, one of another publisher or an expired one gets an explanation', async () => {
    assert.equal((await land('made-up')).statusCode, 400);
    const stranger = await deal.simulator.control<{ id: string }>('POST', '/account', { id: 'other', name: 'Other' });
    await deal.simulator.control('POST', '/product', {
      accountId: stranger.id,
      offerId: 'other-api',
      title: 'Other API',
      plans: [{ planId: 'one', name: 'One', prices: [{ termUnit: 'P1M', price: 1 }] }],
    });
    const foreign = await deal.buy({ offerId: 'other-api', planId: 'one', quantity: undefined });
    assert.equal((await land(foreign.token)).statusCode, 400);
    assert.equal(await deal.entitlement(foreign.id), undefined);
    const bought = await deal.buy();
    await deal.simulator.advance('PT25H');
    assert.equal((await land(bought.token)).statusCode, 400);
  });

  it('is asked to come back while Microsoft cannot be reached', async () => {
    const bought = await deal.buy();
    await deal.simulator.fault('internal-error', { operation: 'ResolveSubscription', count: 4 });
    const { statusCode, headers } = await land(bought.token);
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
    assert.equal((await land(bought.token)).statusCode, 303);
  });

  it('to an account that is none of Microsoft’s finds nothing', async () => {
    const bought = await deal.buy();
    const unknown = deal.environment.ids.next();
    assert.equal((await land(bought.token, unknown)).statusCode, 404);
    const wrong = await landing.server.inject({
      method: 'GET',
      url: `/public/fulfillment/gcp/${encodeId('conn', deal.connectionId)}?x-gcp-marketplace-token=a`,
    });
    assert.equal(wrong.statusCode, 404);
  });
});
