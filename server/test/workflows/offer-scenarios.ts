import assert from 'node:assert/strict';
import { importBuyer } from '../../src/domain/buyer/actions/import-buyer.ts';
import { cancelOffer } from '../../src/domain/offer/actions/cancel-offer.ts';
import { createOffer } from '../../src/domain/offer/actions/create-offer.ts';
import { expiryKind } from '../../src/domain/offer/expiry.ts';
import { OfferIn } from '../../src/domain/offer/schema.ts';
import { importProduct } from '../../src/domain/product/actions/import-product.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { dueHandlers } from '../../src/workflows/schedules.ts';
import { aProductRead } from '../factories/commerce.ts';
import { accept, offersAtPartner, only, releaseOffer, submitOffer } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { entitled, type Scenario, statusOf } from './scenario.ts';

const errorMessagesOf = async (tenant: Tenant): Promise<unknown[]> =>
  ((only(await tenant.rows('offer')).meta_info as Row).errorMessages ?? []) as unknown[];

const cancelStarted = async (tenant: Tenant): Promise<string> => {
  const { offerId, externalId } = await releaseOffer(tenant);
  await tenant.act('cancel', (call) => cancelOffer(call, { params: { offerId } }));
  return externalId;
};

const expiryStarted = async (tenant: Tenant, before: (externalId: string) => Promise<unknown>): Promise<void> => {
  const { offerId, externalId } = await releaseOffer(tenant);
  await before(externalId);
  await tenant.deployment.simulator.advance('P22D');
  const handler = dueHandlers.find(({ kind }) => kind === expiryKind);
  await tenant.act('due', (call) => handler!.act(call, { entityId: offerId, dueTime: call.now }));
};

const refusedByAws = (tenant: Tenant): Promise<void> =>
  tenant.deployment.simulator.fault('change-set-failure', {
    accountId: tenant.sellerId,
    errorCode: 'INVALID_INPUT',
    errorMessage: 'not like this',
  });

/** Of direct billing: no marketplace knows it. */
const directStarted = async (tenant: Tenant): Promise<void> => {
  const direct = { id: tenant.connectionId, partner: 'STRIPE', accountId: 'acct' } as const;
  const product = await tenant.act('product', (call) => importProduct(call, direct as never, aProductRead()));
  const buyer = await tenant.act('buyer', (call) => importBuyer(call, direct as never, { accountId: 'b' }));
  const body = OfferIn.parse({
    name: 'Direct',
    partner: 'STRIPE',
    productID: encodeId('prod', product),
    buyerID: encodeId('buyer', buyer.id),
    info: { currency: 'USD', commits: [{ key: 'fee', rate: 10 }] },
  });
  await tenant.act('submit', (call) => createOffer(call, { body }));
};

/** What we do with offers at AWS. */
export const offerScenarios = {
  'offer.create': [
    {
      title: 'an offer is released',
      arrange: async (tenant) => void (await submitOffer(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        const there = only(await offersAtPartner(tenant));
        const here = only(await tenant.rows('offer'));
        assert.deepEqual(
          [here.status, here.external_id, there.state],
          ['PENDING_ACCEPTANCE', there.offerId, 'Released'],
        );
      },
      checkRefused: async (tenant, { name }) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
        const mayBeThere = name !== 'load' && name !== 'submit';
        assert.ok((await offersAtPartner(tenant)).length <= (mayBeThere ? 1 : 0));
      },
    },
    {
      title: 'AWS refuses the offer',
      arrange: async (tenant) => {
        await refusedByAws(tenant);
        await submitOffer(tenant);
      },
      status: 'FAILED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.deepEqual(await errorMessagesOf(tenant), ['INVALID_INPUT: not like this']);
        assert.deepEqual(await offersAtPartner(tenant), []);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.deepEqual(await offersAtPartner(tenant), []);
      },
    },
    {
      title: 'direct billing sells it at once',
      arrange: directStarted,
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'ACTIVE');
        assert.deepEqual(await offersAtPartner(tenant), []);
      },
      checkRefused: async (tenant) => assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED'),
    },
  ],
  'offer.cancel': [
    {
      title: 'an offer is withdrawn',
      arrange: async (tenant) => void (await cancelStarted(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CANCELLED');
        const { offerId } = only(await offersAtPartner(tenant));
        await assert.rejects(accept(tenant, offerId as string));
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
      },
    },
    {
      title: 'AWS refuses to withdraw it',
      arrange: async (tenant) => {
        await cancelStarted(tenant);
        await refusedByAws(tenant);
      },
      status: 'FAILED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await errorMessagesOf(tenant), ['INVALID_INPUT: not like this']);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
      },
    },
    {
      title: 'the buyer was faster',
      arrange: async (tenant) => void (await accept(tenant, await cancelStarted(tenant))),
      status: 'FAILED',
      check: entitled,
      checkRefused: async (tenant) => {
        // The next sync brings the acceptance.
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await tenant.rows('entitlement'), []);
      },
    },
  ],
  'offer.expire': [
    {
      title: 'nobody wanted the offer',
      arrange: (tenant) => expiryStarted(tenant, async () => {}),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'EXPIRED');
        assert.equal(only(await offersAtPartner(tenant)).expired, true);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.ok(
          (await tenant.rows('due')).some(({ kind }) => kind === 'offer.expire'),
          'it is asked again',
        );
      },
    },
    {
      title: 'the buyer accepted in silence',
      arrange: (tenant) => expiryStarted(tenant, (externalId) => accept(tenant, externalId)),
      status: 'COMPLETED',
      check: entitled,
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await tenant.rows('entitlement'), []);
      },
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
