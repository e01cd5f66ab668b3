import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { backfillRevenueConnection } from '../../src/domain/revenue/connection/actions/start-backfill.ts';
import { startRevenueSync } from '../../src/domain/revenue/connection/actions/start-revenue-sync.ts';
import { Big } from '../../src/kit/decimal.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import { accountAt, connectStripe, paidOutByAdyen } from './payment-arrange.ts';
import type { Scenario } from './scenario.ts';

/** An account at Stripe with a payment. */
const paid = async (tenant: Tenant): Promise<string> => {
  const connectionId = await connectStripe(tenant);
  const { endpoint = '', credentials } = accountAt(tenant);
  const { hostname, port } = new URL(endpoint);
  const client = new Stripe(credentials.apiKey ?? '', { host: hostname, port, protocol: 'http' });
  const { id: customer } = await client.customers.create({ name: 'Initech' });
  const { id: method } = await client.paymentMethods.attach('pm_card_visa', { customer });
  await client.paymentIntents.create({
    ...{ amount: 10_000, currency: 'usd', customer, payment_method: method, off_session: true, confirm: true },
    allowed_payment_method_types: ['card'],
  });
  return connectionId;
};

const started = async (tenant: Tenant, connectionId: string): Promise<void> =>
  tenant.act('due', (call) => startRevenueSync(call, { entityId: connectionId }));

const backfilled = (tenant: Tenant, partner: 'STRIPE' | 'ADYEN' = 'STRIPE'): Promise<unknown> =>
  tenant.act('backfill', (call) => backfillRevenueConnection(call, { params: { partner } }));

const isStored = async (tenant: Tenant): Promise<void> => {
  const part = only(await tenant.rows('revenue_part'));
  assert.deepEqual([part.state, Number(part.rows), Number(part.new_rows)], ['READ', 1, 1]);
  const record = only(await tenant.rows('revenue_record'));
  assert.deepEqual([Number(record.billed), record.currency], [100, 'USD']);
};

/** Each row of the batch's report is stored once; its payment and its payout add up. */
const reportIsStored = async (tenant: Tenant): Promise<void> => {
  const part = only(await tenant.rows('revenue_part'));
  const rows = await tenant.rows('revenue_row');
  assert.deepEqual([part.state, Number(part.rows), Number(part.new_rows)], ['READ', rows.length, rows.length]);
  const [payment, ...others] = (await tenant.rows('revenue_record')).filter(({ type }) => type === 'CHARGE');
  assert.deepEqual([Number(payment?.billed), payment?.currency, others.length], [100, 'EUR', 0]);
  const lines = (await tenant.rows('revenue_line')).filter(({ stage }) => stage === 'DISBURSED');
  const sumOf = (some: typeof lines) =>
    some.reduce((sum, { amount }) => sum.plus(String(amount)), new Big(0)).toFixed();
  const isTransfer = ({ kind }: (typeof lines)[number]) => kind === 'PAYOUT';
  assert.equal(sumOf(lines.filter(isTransfer)), sumOf(lines.filter((line) => !isTransfer(line))));
  assert.deepEqual([...new Set(lines.map(({ payout }) => payout))], [`${part.account_id}-1`]);
};

const health = async (tenant: Tenant): Promise<unknown[]> => {
  const sync = only(await tenant.rows('revenue_sync'));
  return [sync.last_sync_status, sync.consecutive_error_count];
};

const connectionOf = async (tenant: Tenant, of: 'STRIPE' | 'ADYEN'): Promise<string> =>
  only((await tenant.rows('connection')).filter(({ partner }) => partner === of)).id as string;

export const revenueScenarios = {
  'revenue.sync': [
    {
      title: 'a payment at Stripe',
      arrange: async (tenant) => started(tenant, await paid(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        await isStored(tenant);
        assert.deepEqual(await health(tenant), ['SUCCESS', 0]);
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(await health(tenant), ['FAILED', 1], 'the failure is counted once');
        await started(tenant, await connectionOf(tenant, 'STRIPE'));
        await finishRuns(tenant);
        await isStored(tenant);
        assert.deepEqual(await health(tenant), ['SUCCESS', 0]);
      },
    },
    {
      title: 'a report of a batch at Adyen',
      arrange: async (tenant) => started(tenant, await paidOutByAdyen(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        await reportIsStored(tenant);
        assert.deepEqual(await health(tenant), ['SUCCESS', 0]);
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(await health(tenant), ['FAILED', 1], 'the failure is counted once');
        await started(tenant, await connectionOf(tenant, 'ADYEN'));
        await finishRuns(tenant);
        await reportIsStored(tenant);
        assert.deepEqual(await health(tenant), ['SUCCESS', 0]);
      },
    },
  ],
  'revenue.backfill': [
    {
      title: 'a payment at Stripe',
      arrange: async (tenant) => {
        await paid(tenant);
        await backfilled(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await isStored(tenant);
        assert.deepEqual(await health(tenant), ['NEVER', 0]);
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(await health(tenant), ['NEVER', 0], 'a backfill is no sync');
        await backfilled(tenant);
        await finishRuns(tenant);
        await isStored(tenant);
      },
    },
    {
      title: 'a report of a batch at Adyen',
      arrange: async (tenant) => {
        await paidOutByAdyen(tenant);
        await backfilled(tenant, 'ADYEN');
      },
      status: 'COMPLETED',
      check: reportIsStored,
      checkRefused: async (tenant) => {
        await backfilled(tenant, 'ADYEN');
        await finishRuns(tenant);
        await reportIsStored(tenant);
      },
    },
  ],
} satisfies Record<string, [Scenario, ...Scenario[]]>;
