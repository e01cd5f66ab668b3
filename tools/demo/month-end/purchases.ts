import type { Simulator } from '../client.ts';
import type { Connection } from '../credentials.ts';
import { waitFor } from '../deal.ts';
import { type Market, markets } from '../markets.ts';
import { closingDimension } from './closing-usage.ts';

/** An active purchase whose usage is metered, at one marketplace. `agreementId`: its id there. */
export type Purchase = { market: Market; entitlementId: string; agreementId: string };

/** What is reported by chance; `closingDimension` is metered too. */
export const meteredDimensions = ['requests', 'storage'] as const;

const dimensions = [...meteredDimensions, closingDimension];
const title = 'Acme Meters';
const buyerAccountId = '210987654322';
const billingAccountId = '7c1b7a55-90de-4c2f-8a35-6f0b1d2e3c4d:1f2e3d4c-5b6a-4789-9abc-def012345678_2019-05-31';

type Integration = { partner: string; accountId?: string };
type Entitlement = { id: string; status: string; externalID?: string; info?: { awsLicenseArn?: string } };
type Place = { simulator: Simulator; accountId: string };

/** A buyer of each marketplace subscribes to a product of usage prices; each returns the id of its purchase. */
const buyAt: Readonly<Record<Market['partner'], (place: Place) => Promise<string>>> = {
  AWS: async ({ simulator, accountId }) => {
    const { productId } = await simulator.post<{ productId: string }>('/control/aws/product', {
      sellerAccountId: accountId,
      title,
      dimensions: [
        { key: 'seats', types: ['Entitled'] },
        ...dimensions.map((key) => ({ key, types: ['ExternallyMetered'] })),
      ],
    });
    const rates = dimensions.map((DimensionKey) => ({ DimensionKey, Price: '0.01' }));
    const offer = await simulator.post<{ offerId: string }>('/control/aws/offer', {
      productId,
      name: title,
      buyerAccountIds: [buyerAccountId],
      terms: [
        { Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: [{ RateCard: rates }] },
        {
          Type: 'FixedUpfrontPricingTerm',
          CurrencyCode: 'USD',
          Price: '1000',
          Grants: [{ DimensionKey: 'seats', MaxQuantity: 10 }],
        },
        { Type: 'ValidityTerm', AgreementDuration: 'P12M' },
        { Type: 'RenewalTerm', LockoutPeriod: 'P30D', MaxRenewals: 1 },
      ],
    });
    const body = { buyerAccountId, autoRenew: true };
    return (await simulator.post<{ agreementId: string }>(`/control/aws/offer/${offer.offerId}/accept`, body))
      .agreementId;
  },
  AZURE: async ({ simulator, accountId }) => {
    // Small earnings are paid out too.
    await simulator.put(`/control/azure/account/${accountId}/billing`, { minimumPayout: '0' });
    const offerId = 'acme-meters';
    await simulator.post('/control/azure/product', {
      accountId,
      offerId,
      title,
      landingPageUrl: 'https://acme.example/welcome',
      dimensions: dimensions.map((id) => ({ id })),
      plans: [
        {
          planId: 'metered',
          name: 'Metered',
          prices: [{ termUnit: 'P1M', price: 0 }],
          meters: Object.fromEntries(dimensions.map((id) => [id, 0.01])),
        },
      ],
    });
    const body = { billingAccountId, offerId, planId: 'metered' };
    return (await simulator.post<{ id: string }>('/control/azure/subscription', body)).id;
  },
  GCP: async ({ simulator, accountId }) => {
    const metrics = dimensions.map((name) => ({ name, price: '0.01' }));
    const product = await simulator.post<{ id: string }>('/control/gcp/product', {
      accountId,
      title,
      plans: ['metered', 'metered-plus'].map((plan) => ({ plan, metrics })),
    });
    const body = { service: product.id, plan: 'metered', billingAccount: '0A1B2C-3D4E5F-000077' };
    return (await simulator.post<{ id: string }>('/control/gcp/order', body)).id;
  },
};

/** Time in which each account is read at least once. */
const readWithinMs = 16 * 60_000;

const find = async ({ api }: Connection, partner: string, agreementId: string): Promise<Entitlement | undefined> => {
  const all = await api.read<Entitlement[]>(`/entitlement?partner=${partner}&limit=1000`);
  const own = all.filter(({ externalID }) => externalID === agreementId);
  if (own.length > 1) throw new Error(`${partner}: agreement ${agreementId} has ${own.length} entitlements`);
  return own[0];
};

/** Buys at each marketplace, approves the orders that wait for the seller, and waits until usage can be reported. */
export const buyEverywhere = async (connection: Connection, simulator: Simulator): Promise<Purchase[]> => {
  const { api, owner } = connection;
  if (!owner) throw new Error('the organization has no owner');
  const { data } = await owner.read<{ data: Integration[] }>('/integration?page_size=100');
  const bought = await Promise.all(
    Object.values(markets).map(async (market) => {
      const accountId = data.find(({ partner }) => partner === market.partner)?.accountId;
      if (!accountId) throw new Error(`no account of ${market.partner} is connected`);
      return { market, agreementId: await buyAt[market.partner]({ simulator, accountId }) };
    }),
  );
  await simulator.advanceTo((await simulator.now()) + readWithinMs);
  return Promise.all(
    bought.map(async ({ market, agreementId }): Promise<Purchase> => {
      const { partner } = market;
      const known = await waitFor(`the purchase at ${partner}`, () => find(connection, partner, agreementId));
      if (known.status === 'PENDING_START') {
        const answer = await api.call('POST', `/entitlement/${known.id}/approve`);
        if (answer.status !== 200) throw new Error(`${partner}: the approval answered ${answer.status}`);
      }
      const active = await waitFor(`the active purchase at ${partner}`, async () => {
        const found = await find(connection, partner, agreementId);
        const isReady = found?.status === 'ACTIVE' && (partner !== 'AWS' || found.info?.awsLicenseArn);
        return isReady ? found : undefined;
      });
      return { market, agreementId, entitlementId: active.id };
    }),
  );
};
