import assert from 'node:assert/strict';
import { accessOf, type GcpSeller } from '../../src/adapters/marketplace/gcp/simulator.test-support.ts';
import { approveEntitlement } from '../../src/domain/entitlement/actions/approve-entitlement.ts';
import { connectMarketplace } from '../../src/domain/organization/connection/actions/connect-marketplace.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
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

const stateThere = async ({ deployment, orgId }: Tenant): Promise<unknown> => {
  const gcp = await deployment.gcp();
  const { entitlement } = await gcp.control<{ entitlement: { state: string } }>('GET', `/order/${orders.get(orgId)}`);
  return entitlement.state;
};

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
        assert.equal(await stateThere(tenant), 'ENTITLEMENT_ACTIVE');
        only(await tenant.rows('entitlement_term'));
      },
      checkRefused: async (tenant, { name }) => {
        assert.equal(await statusOf(tenant, 'entitlement'), 'PENDING_START');
        const isTold = name !== 'load' && name !== 'approve';
        assert.equal(await stateThere(tenant), isTold ? 'ENTITLEMENT_ACTIVE' : 'ENTITLEMENT_ACTIVATION_REQUESTED');
        // It can be asked for again, and then it begins.
        await approve(tenant);
        await finishRuns(tenant);
        assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
      },
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
