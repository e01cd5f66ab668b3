import assert from 'node:assert/strict';
import { dayFrom } from '../../src/adapters/simulated.test-support.ts';
import { deleteOffer } from '../../src/domain/offer/actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from '../../src/domain/offer/actions/extend-offer.ts';
import { createOrUpdateDraftOffer } from '../../src/domain/offer/actions/save-draft-offer.ts';
import { updateOfferPrice } from '../../src/domain/offer/actions/update-offer-price.ts';
import { createOfferSet } from '../../src/domain/offer/offer-set/actions/create-offer-set.ts';
import { OfferSetIn } from '../../src/domain/offer/offer-set/schema.ts';
import { OfferIn } from '../../src/domain/offer/schema.ts';
import { importProduct } from '../../src/domain/product/actions/import-product.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { aProductRead } from '../factories/commerce.ts';
import { accept, offersAtPartner, only, releaseOffer } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { type Scenario, statusOf } from './scenario.ts';

const offerOf = async (tenant: Tenant): Promise<Row> => only(await tenant.rows('offer'));
const messagesOf = async (tenant: Tenant): Promise<Row> => (await offerOf(tenant)).meta_info as Row;

const extendStarted = async (tenant: Tenant): Promise<void> => {
  const { offerId } = await releaseOffer(tenant);
  const newExpiryDate = dayFrom(tenant.deployment.simulator.now(), 40);
  await tenant.act('extend', (call) =>
    extendPrivateOfferExpiryDate(call, { params: { offerId }, query: { newExpiryDate } }),
  );
};

const deleteStarted = async (tenant: Tenant): Promise<string> => {
  const { offerId, externalId } = await releaseOffer(tenant);
  await tenant.act('delete', (call) => deleteOffer(call, { params: { offerId } }));
  return externalId;
};

const repriceStarted = async (tenant: Tenant): Promise<void> => {
  const { offerId } = await releaseOffer(tenant);
  const dimensions = [
    { key: 'requests', rate: 0.25 },
    { key: 'exports', name: 'Exports', description: 'Files exported', rate: 2 },
  ];
  await tenant.act('price', (call) => updateOfferPrice(call, { params: { offerId }, body: { dimensions } }));
};

const secondProduct = async (tenant: Tenant): Promise<string> => {
  const { deployment, sellerId, connectionId } = tenant;
  const { productId: entityId } = await deployment.simulator.control<{ productId: string }>('POST', '/product', {
    sellerAccountId: sellerId,
    title: 'Acme Extra',
    dimensions: [{ key: 'seats', name: 'Seats', types: ['Entitled'] }],
  });
  const connection = { id: connectionId, partner: 'AWS', accountId: sellerId } as const;
  const read = aProductRead({ entityId, externalId: entityId, status: 'PUBLIC' });
  return tenant.act('import', (call) => importProduct(call, connection, read));
};

const setStarted = async (tenant: Tenant): Promise<void> => {
  const { simulator } = tenant.deployment;
  const offerIDs: string[] = [];
  for (const [index, product] of [tenant.productId, await secondProduct(tenant)].entries()) {
    const body = OfferIn.parse({
      name: `Member ${index}`,
      partner: 'AWS',
      productID: encodeId('prod', product),
      expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
      info: {
        currency: 'USD',
        eulaType: 'SCMP',
        buyerAwsAccountIds: [simulator.buyerId],
        awsAgreementDuration: 'P12M',
        commits: [{ key: 'seats', rate: 100, quantity: 1 }],
      },
    });
    offerIDs.push((await tenant.act('draft', (call) => createOrUpdateDraftOffer(call, { body }))).id);
  }
  const body = OfferSetIn.parse({ name: 'Bundle', offerIDs, info: { buyerNotes: 'Both' } });
  await tenant.act('set', (call) => createOfferSet(call, { body }));
};

/** What we do with offers that are released, or sold together. */
export const offerUpdateScenarios = {
  'offer.extend': [
    {
      title: 'a later last day',
      arrange: extendStarted,
      status: 'COMPLETED',
      check: async (tenant) => {
        const { status, expire_time: expireTime, pending } = await offerOf(tenant);
        const day = dayFrom(tenant.deployment.simulator.now(), 40);
        assert.deepEqual(
          [status, (expireTime as Date).toISOString(), pending],
          ['PENDING_ACCEPTANCE', `${day}T23:59:59.999Z`, null],
        );
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'UPDATE_FAILED');
        assert.match(String((await messagesOf(tenant)).updateMessage), /is as it was/);
        assert.equal((await offerOf(tenant)).pending, null);
      },
    },
  ],
  'offer.reprice': [
    {
      title: 'a price changed and one added',
      arrange: repriceStarted,
      status: 'COMPLETED',
      check: async (tenant) => {
        const { status, info, pending } = await offerOf(tenant);
        const keys = ((info as Row).dimensions as Row[]).map(({ key, rate }) => [key, rate]);
        assert.deepEqual(
          [status, keys, pending],
          [
            'PENDING_ACCEPTANCE',
            [
              ['requests', 0.25],
              ['exports', 2],
            ],
            null,
          ],
        );
      },
      checkRefused: async (tenant) => {
        const { status, info, pending } = await offerOf(tenant);
        const keys = ((info as Row).dimensions as Row[]).map(({ key }) => key);
        assert.deepEqual([status, keys, pending], ['PENDING_ACCEPTANCE', ['requests'], null]);
        assert.equal(((await messagesOf(tenant)).errorMessages as unknown[]).length, 1);
      },
    },
  ],
  'offer.withdraw': [
    {
      title: 'a deleted offer is withdrawn',
      arrange: async (tenant) => void (await deleteStarted(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'DELETED');
        const { offerId } = only(await offersAtPartner(tenant));
        await assert.rejects(accept(tenant, offerId as string));
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'DELETED');
        assert.equal(((await messagesOf(tenant)).errorMessages as unknown[]).length, 1);
      },
    },
    {
      title: 'the buyer was faster',
      arrange: async (tenant) => void (await accept(tenant, await deleteStarted(tenant))),
      status: 'FAILED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'DELETED');
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
      },
      checkRefused: async (tenant) => {
        // The next sync brings the purchase.
        assert.equal(await statusOf(tenant, 'offer'), 'DELETED');
        assert.deepEqual(await tenant.rows('entitlement'), []);
      },
    },
  ],
  'offer-set.create': [
    {
      title: 'two offers are sold together',
      arrange: setStarted,
      status: 'COMPLETED',
      check: async (tenant) => {
        const { status, external_id: externalId } = only(await tenant.rows('offer_set'));
        assert.equal(status, 'PENDING_ACCEPTANCE');
        for (const offer of await tenant.rows('offer'))
          assert.deepEqual([offer.status, (offer.info as Row).awsOfferSetId], ['PENDING_ACCEPTANCE', externalId]);
      },
      checkRefused: async (tenant) => {
        const { status, meta_info: meta } = only(await tenant.rows('offer_set'));
        assert.deepEqual([status, ((meta as Row).errorMessages as unknown[]).length], ['CREATE_FAILED', 1]);
        for (const offer of await tenant.rows('offer'))
          assert.equal(offer.status, offer.external_id === null ? 'CREATE_FAILED' : 'EXPIRED');
      },
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
