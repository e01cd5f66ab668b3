import assert from 'node:assert/strict';
import type { AzureSimulator } from '../../src/adapters/marketplace/azure/simulator.test-support.ts';
import { accessOf, type GcpSeller } from '../../src/adapters/marketplace/gcp/simulator.test-support.ts';
import type { MarketplaceAccess } from '../../src/adapters/marketplace/port.ts';
import { approveEntitlement } from '../../src/domain/entitlement/actions/approve-entitlement.ts';
import { cancelEntitlement } from '../../src/domain/entitlement/cancellation/actions/cancel-entitlement.ts';
import { withdrawEntitlementCancellationRequest } from '../../src/domain/entitlement/cancellation/actions/withdraw-cancellation-request.ts';
import { adjustEntitlementRenewalUplift } from '../../src/domain/entitlement/renewal/actions/adjust-uplift.ts';
import { optOutEntitlementRenewal } from '../../src/domain/entitlement/renewal/actions/opt-out.ts';
import { updateEntitlementSeat } from '../../src/domain/entitlement/seat/actions/update-seat.ts';
import { connectMarketplace } from '../../src/domain/organization/connection/actions/connect-marketplace.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { accept, agreementsAtPartner, offerMadeElsewhere, only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import { type Scenario, statusOf } from './scenario.ts';

const orders = new Map<string, string>();

/** An account at Google Cloud with an order that waits for the seller, known here; answers the entitlement's uuid. */
const waitingOrder = async (tenant: Tenant): Promise<string> => {
  const { deployment, orgId } = tenant;
  const gcp = await deployment.gcp();
  // One key for all: making one takes longer than everything else here.
  const seller = await gcp.control<GcpSeller>('POST', '/account', {
    id: `seller-${orgId}`,
    privateKey: gcp.seller.privateKey,
  });
  const product = await gcp.control<{ id: string }>('POST', '/product', {
    accountId: seller.providerId,
    title: 'Acme',
    plans: [{ plan: 'pro', monthlyPrice: '10' }],
  });
  const { accountId, endpoint, credentials } = accessOf(gcp.url, seller);
  const input = { partner: 'GCP', accountId, endpoint, credentials, mode: 'LIVE' } as const;
  const { connection } = await tenant.act('connect', (call) =>
    connectMarketplace(call, { keys: deployment.environment.secretKeys, input }),
  );
  const { id } = await gcp.control<{ id: string }>('POST', '/order', {
    service: product.id,
    plan: 'pro',
    billingAccount: '0A0B0C-0D0E0F-000001',
  });
  orders.set(orgId, id);
  const connectionId = decodeId('conn', connection.id) ?? '';
  await tenant.act('start', async (call) => {
    const about = { entityId: 'conn_test', partner: 'GCP' };
    const operation = await call.start('agreement.sync', { connectionId, agreementId: id }, about);
    call.recordChange({ type: 'operation', id: operation, before: null, after: {} });
  });
  await finishRuns(tenant);
  assert.equal(await statusOf(tenant, 'entitlement'), 'PENDING_START');
  return only(await tenant.rows('entitlement')).id as string;
};

const approve = async (tenant: Tenant): Promise<void> => {
  const entitlementId = only(await tenant.rows('entitlement')).id as string;
  await tenant.act('approve', (call) => approveEntitlement(call, { params: { entitlementId } }));
};

const stateAtPartner = async ({ deployment, orgId }: Tenant): Promise<unknown> => {
  const gcp = await deployment.gcp();
  const { entitlement } = await gcp.control<{ entitlement: { state: string } }>('GET', `/order/${orders.get(orgId)}`);
  return entitlement.state;
};

const entitlementId = async (tenant: Tenant): Promise<string> => only(await tenant.rows('entitlement')).id as string;

const readAgreement = async (tenant: Tenant, connectionId: string, agreementId: string, partner: string) => {
  await tenant.act('start', async (call) => {
    const operation = await call.start(
      'agreement.sync',
      { connectionId, agreementId },
      { entityId: 'conn_test', partner },
    );
    call.recordChange({ type: 'operation', id: operation, before: null, after: {} });
  });
  await finishRuns(tenant);
};

/** A publisher at Microsoft with a subscription in force, known here; its id is the entitlement's external_id. */
export const subscribed = async (
  tenant: Tenant,
  { meters }: { meters?: Record<string, number> } = {},
): Promise<{ access: MarketplaceAccess }> => {
  const { deployment, orgId } = tenant;
  const azure = await deployment.azure();
  const publisher = await azure.control<AzureSimulator['publisher']>('POST', '/account', {
    id: `seller${orgId.replaceAll('-', '')}`,
  });
  const offerId = `acme${orgId.replaceAll('-', '')}`;
  await azure.control('POST', '/product', {
    accountId: publisher.id,
    offerId,
    title: 'Acme API',
    landingPageUrl: 'https://acme.example/landing',
    plans: [
      {
        planId: 'silver',
        name: 'Silver',
        isPerSeat: true,
        minQuantity: 1,
        maxQuantity: 50,
        prices: [{ termUnit: 'P1M', price: 10 }],
        ...(meters ? { meters } : {}),
      },
    ],
    ...(meters ? { dimensions: Object.keys(meters).map((id) => ({ id })) } : {}),
  });
  const { tenantId, clientId, clientSecret } = publisher;
  const credentials = { tenantId, clientId, clientSecret };
  const endpoint = `${azure.url}/azure`;
  const input = { partner: 'AZURE', accountId: publisher.id, endpoint, credentials, mode: 'LIVE' } as const;
  const { connection } = await tenant.act('connect', (call) =>
    connectMarketplace(call, { keys: deployment.environment.secretKeys, input }),
  );
  const bought = await azure.control<{ id: string }>('POST', '/subscription', {
    billingAccountId: azure.billingAccount,
    offerId,
    planId: 'silver',
    quantity: 5,
  });
  const connectionId = decodeId('conn', connection.id) ?? '';
  await readAgreement(tenant, connectionId, bought.id, 'AZURE');
  await approve(tenant);
  await finishRuns(tenant);
  assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
  return { access: { ...azure.access, accountId: publisher.id, credentials } };
};

const subscriptionAtPartner = async (tenant: Tenant): Promise<Row> => {
  const azure = await tenant.deployment.azure();
  const id = only(await tenant.rows('entitlement')).external_id;
  return azure.control<Row>('GET', `/subscription/${id}`);
};

const cancel = async (tenant: Tenant): Promise<void> => {
  const params = { entitlementId: await entitlementId(tenant) };
  await tenant.act('cancel', (call) => cancelEntitlement(call, { params, body: undefined }));
};

const changeSeats = async (tenant: Tenant): Promise<void> => {
  const params = { entitlementId: await entitlementId(tenant) };
  await tenant.act('seats', (call) => updateEntitlementSeat(call, { params, query: { newSeat: 7 } }));
};

const seatsHere = async (tenant: Tenant): Promise<unknown> => {
  const { azureSubscriptions } = only(await tenant.rows('entitlement')).info as { azureSubscriptions: Row[] };
  return only(azureSubscriptions).quantity;
};

/** An agreement at AWS in force, known here. */
const agreed = async (tenant: Tenant): Promise<void> => {
  const agreementId = await accept(tenant, await offerMadeElsewhere(tenant));
  await readAgreement(tenant, tenant.connectionId, agreementId, 'AWS');
};

/** An agreement at AWS that AWS will renew by an offer of its own, known here. */
const renewing = async (tenant: Tenant): Promise<void> => {
  const { deployment, productEntityId } = tenant;
  const { simulator } = deployment;
  const { offerId } = await simulator.control<{ offerId: string }>('POST', '/offer', {
    productId: productEntityId,
    name: 'Renewing',
    buyerAccountIds: [simulator.buyerId],
    terms: [
      {
        Type: 'ConfigurableUpfrontPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [
          {
            Selector: { Type: 'Duration', Value: 'P12M' },
            Constraints: { MultipleDimensionSelection: 'Disallowed', QuantityConfiguration: 'Disallowed' },
            RateCard: [{ DimensionKey: 'seats', Price: '1200.00' }],
          },
        ],
      },
      {
        Type: 'RenewalTerm',
        LockoutPeriod: 'P30D',
        AdjustmentDeadline: 'P60D',
        PriceIncrease: {
          Type: 'PercentageRange',
          Range: { MinValue: '2', MaxValue: '10', DefaultValue: '5' },
        },
      },
    ],
  });
  const body = { buyerAccountId: simulator.buyerId, duration: 'P12M', quantities: { seats: 1 }, autoRenew: true };
  const { agreementId } = await simulator.control<{ agreementId: string }>('POST', `/offer/${offerId}/accept`, body);
  await simulator.control('POST', `/agreement/${agreementId}/renewal-offer`, {});
  await readAgreement(tenant, tenant.connectionId, agreementId, 'AWS');
};

const renewalHere = async (tenant: Tenant): Promise<Row> => only(await tenant.rows('entitlement')).renewal as Row;

const adjust = async (tenant: Tenant): Promise<void> => {
  const params = { entitlementId: await entitlementId(tenant) };
  const body = { upliftPercentage: 7.5 };
  await tenant.act('adjust', (call) => adjustEntitlementRenewalUplift(call, { params, body }));
};

const optOut = async (tenant: Tenant): Promise<void> => {
  const params = { entitlementId: await entitlementId(tenant) };
  await tenant.act('opt out', (call) => optOutEntitlementRenewal(call, { params }));
};

const requestsAtPartner = async (tenant: Tenant): Promise<Row[]> => {
  const { agreementId: id } = only(await agreementsAtPartner(tenant));
  const { simulator } = tenant.deployment;
  const { cancellationRequests } = await simulator.control<{ cancellationRequests: Row[] }>(
    'GET',
    '/cancellation-request',
  );
  return cancellationRequests.filter((request) => request.agreementId === id);
};

const withdraw = async (tenant: Tenant): Promise<void> => {
  const params = { entitlementId: await entitlementId(tenant) };
  const body = { cancellationReason: 'A mistake.' };
  await tenant.act('withdraw', (call) => withdrawEntitlementCancellationRequest(call, { params, body }));
};

const requests = (tenant: Tenant): Promise<Row[]> => tenant.rows('entitlement_cancellation_request');

/** What we do with purchases at marketplaces that ask the seller. */
export const entitlementScenarios = {
  'entitlement.approve': [
    {
      title: 'an order that waits for the seller',
      arrange: async (tenant) => {
        await waitingOrder(tenant);
        await approve(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
        assert.equal(await stateAtPartner(tenant), 'ENTITLEMENT_ACTIVE');
        only(await tenant.rows('entitlement_term'));
      },
      checkRefused: async (tenant, { name }) => {
        assert.equal(await statusOf(tenant, 'entitlement'), 'PENDING_START');
        const isTold = name !== 'load' && name !== 'approve';
        assert.equal(await stateAtPartner(tenant), isTold ? 'ENTITLEMENT_ACTIVE' : 'ENTITLEMENT_ACTIVATION_REQUESTED');
        // It can be asked for again, and then it begins.
        await approve(tenant);
        await finishRuns(tenant);
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
      },
    },
  ],
  'entitlement.cancel': [
    {
      title: 'a subscription in force',
      arrange: async (tenant) => {
        await subscribed(tenant);
        await cancel(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'entitlement'), 'CANCELLED');
        assert.equal((await subscriptionAtPartner(tenant)).saasSubscriptionStatus, 'Unsubscribed');
      },
      // The subscription has ended: what is not read now is read by the next reconciliation.
      survives: ({ name }) => /^(read|apply|await) /.test(name),
      checkRefused: async (tenant, { name }) => {
        const isEnded = /^(read|apply|await) /.test(name);
        assert.equal(await statusOf(tenant, 'entitlement'), isEnded ? 'PENDING_CANCEL' : 'ACTIVE');
        // It can be asked for again, and then it ends.
        await cancel(tenant);
        await finishRuns(tenant);
        assert.equal(await statusOf(tenant, 'entitlement'), 'CANCELLED');
      },
    },
  ],
  'renewal.adjust': [
    {
      title: 'a renewal within its range',
      arrange: async (tenant) => {
        await renewing(tenant);
        await adjust(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal((await renewalHere(tenant)).uplift, '7.5');
      },
      // AWS has changed the prices: what is not read now is read by the next reconciliation.
      survives: ({ name }) => /^(read|apply|await) /.test(name),
      checkRefused: async (tenant) => {
        assert.equal((await renewalHere(tenant)).uplift, '5');
        // It can be asked for again.
        await adjust(tenant);
        await finishRuns(tenant);
        assert.equal((await renewalHere(tenant)).uplift, '7.5');
      },
    },
  ],
  'renewal.optOut': [
    {
      title: 'a renewal that is pending',
      arrange: async (tenant) => {
        await renewing(tenant);
        await optOut(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal((await renewalHere(tenant)).isOptedOut, true);
        assert.equal(only(await agreementsAtPartner(tenant)).proposerOptedOut, true);
      },
      survives: ({ name }) => /^(read|apply|await) /.test(name),
      checkRefused: async (tenant) => {
        assert.equal((await renewalHere(tenant)).isOptedOut, false);
        await optOut(tenant);
        await finishRuns(tenant);
        assert.equal((await renewalHere(tenant)).isOptedOut, true);
      },
    },
  ],
  'entitlement.seats': [
    {
      title: 'more seats',
      arrange: async (tenant) => {
        await subscribed(tenant);
        await changeSeats(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.deepEqual([await seatsHere(tenant), (await subscriptionAtPartner(tenant)).quantity], [7, 7]);
        only(await tenant.rows('entitlement_term'));
      },
      // Microsoft has changed the seats: what is not read now is read by the next reconciliation.
      survives: ({ name }) => /^(read|apply|await) /.test(name),
      checkRefused: async (tenant) => {
        assert.equal(await seatsHere(tenant), 5);
        // It can be asked for again.
        await changeSeats(tenant);
        await finishRuns(tenant);
        assert.deepEqual([await seatsHere(tenant), (await subscriptionAtPartner(tenant)).quantity], [7, 7]);
      },
    },
  ],
  'cancellation.request': [
    {
      title: 'a request that the buyer has to answer',
      arrange: async (tenant) => {
        await agreed(tenant);
        await cancel(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        const there = only(await requestsAtPartner(tenant));
        const { status, external_id: externalId } = only(await requests(tenant));
        assert.deepEqual(
          [status, externalId, there.status],
          ['PENDING_APPROVAL', there.cancellationRequestId, 'PENDING_APPROVAL'],
        );
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
        // It can be asked for again: the same request if it may have been received, another one if it was refused.
        await cancel(tenant);
        await finishRuns(tenant);
        const there = only(await requestsAtPartner(tenant));
        const open = (await requests(tenant)).filter(({ status }) => status === 'PENDING_APPROVAL');
        assert.equal(only(open).external_id, there.cancellationRequestId);
      },
    },
  ],
  'cancellation.withdraw': [
    {
      title: 'a request that waits for its answer',
      arrange: async (tenant) => {
        await agreed(tenant);
        await cancel(tenant);
        await finishRuns(tenant);
        await withdraw(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(only(await requests(tenant)).status, 'WITHDRAWN');
        assert.equal(only(await requestsAtPartner(tenant)).status, 'CANCELLED');
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
      },
      checkRefused: async (tenant, { name }) => {
        assert.equal(only(await requests(tenant)).status, 'PENDING_APPROVAL');
        assert.equal(
          only(await requestsAtPartner(tenant)).status,
          name === 'record' ? 'CANCELLED' : 'PENDING_APPROVAL',
        );
        await withdraw(tenant);
        await finishRuns(tenant);
        assert.equal(only(await requests(tenant)).status, 'WITHDRAWN');
      },
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
