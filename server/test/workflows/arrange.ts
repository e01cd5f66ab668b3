import assert from 'node:assert/strict';
import { dayFrom } from '../../src/adapters/simulated.test-support.ts';
import { createOffer } from '../../src/domain/offer/actions/create-offer.ts';
import { OfferIn } from '../../src/domain/offer/schema.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';

export const only = <T>(list: readonly T[]): T => {
  assert.equal(list.length, 1);
  return list[0] as T;
};

/** Submits an offer for the simulator's buyer, which starts offer.create; answers its uuid. */
export const submitOffer = async (tenant: Tenant): Promise<string> => {
  const { simulator } = tenant.deployment;
  const body = OfferIn.parse({
    name: 'Acme 2027',
    partner: 'AWS',
    productID: encodeId('prod', tenant.productId),
    expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      buyerAwsAccountIds: [simulator.buyerId],
      awsAgreementDuration: 'P12M',
      commits: [{ key: 'seats', rate: 1200, quantity: 1 }],
      dimensions: [{ key: 'requests', rate: 0.01 }],
    },
  });
  const view = await tenant.act('submit', (call) => createOffer(call, { body }));
  return decodeId('offer', view.id) as string;
};

/** An offer of ours that waits for its buyer. */
export const releaseOffer = async (tenant: Tenant): Promise<{ offerId: string; externalId: string }> => {
  const offerId = await submitOffer(tenant);
  await finishRuns(tenant);
  const { status, external_id: externalId } = only(await tenant.rows('offer'));
  assert.equal(status, 'PENDING_ACCEPTANCE');
  return { offerId, externalId: externalId as string };
};

/** A released offer that is unknown to us; returns its id at AWS. */
export const offerMadeElsewhere = async ({ deployment, productEntityId }: Tenant): Promise<string> => {
  const rates = [{ DimensionKey: 'requests', Price: '0.5' }];
  const { offerId } = await deployment.simulator.control<{ offerId: string }>('POST', '/offer', {
    productId: productEntityId,
    name: 'Elsewhere',
    buyerAccountIds: [deployment.simulator.buyerId],
    terms: [{ Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: [{ RateCard: rates }] }],
  });
  return offerId;
};

/** The buyer accepts; answers the agreement's id. */
export const accept = async ({ deployment }: Tenant, offerExternalId: string): Promise<string> => {
  const path = `/offer/${offerExternalId}/accept`;
  const body = { buyerAccountId: deployment.simulator.buyerId };
  return (await deployment.simulator.control<{ agreementId: string }>('POST', path, body)).agreementId;
};

const ofSeller = async ({ deployment, sellerId }: Tenant, path: string, member: string): Promise<Row[]> =>
  (await deployment.simulator.control<Record<string, Row[]>>('GET', path))[member]!.filter((row) =>
    [row.sellerAccountId, row.accountId].includes(sellerId),
  );

export const productsAtPartner = (tenant: Tenant): Promise<Row[]> => ofSeller(tenant, '/product', 'products');
export const offersAtPartner = (tenant: Tenant): Promise<Row[]> => ofSeller(tenant, '/offer', 'offers');
export const agreementsAtPartner = (tenant: Tenant): Promise<Row[]> => ofSeller(tenant, '/agreement', 'agreements');
export const changeSetsAtPartner = (tenant: Tenant): Promise<Row[]> => ofSeller(tenant, '/change-set', 'changeSets');
export const usageAtPartner = async (tenant: Tenant): Promise<Row[]> =>
  ofSeller(tenant, `/journal/metering?sellerAccountId=${tenant.sellerId}`, 'records');
