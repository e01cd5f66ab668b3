import assert from 'node:assert/strict';
import { deleteWallet } from '../../src/domain/buyer/wallet/actions/delete-wallet.ts';
import { setDefaultWallet } from '../../src/domain/buyer/wallet/actions/set-default-wallet.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { receivePartnerMessage } from '../../src/domain/organization/partner-message/actions/receive-partner-message.ts';
import { only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import {
  aCardBuyer,
  aCardBuyerAtAdyen,
  atAdyen,
  connectStripe,
  customersAtPartner,
  newBuyer,
  storeAtAdyen,
  syncStripe,
  tellOfMethod,
} from './payment-arrange.ts';
import { type Scenario, statusOf } from './scenario.ts';

/** The customer is there once, and the buyer knows it. */
const isLinked = async (tenant: Tenant): Promise<void> => {
  const customer = only(await customersAtPartner(tenant));
  const buyer = only(await tenant.rows('buyer'));
  assert.deepEqual([buyer.account_id, customer.name], [customer.id, 'Initech']);
  const { push_wanted: wanted, push_done: done } = only(await tenant.rows('buyer_payment'));
  assert.equal(done, wanted);
};

const connectionOf = async (tenant: Tenant): Promise<string> =>
  only((await tenant.rows('connection')).filter(({ partner }) => partner === 'STRIPE')).id as string;

const settingsAtPartner = async (tenant: Tenant): Promise<Row> =>
  only(await customersAtPartner(tenant)).invoice_settings as Row;

const defaultIsThere = async (tenant: Tenant): Promise<void> => {
  await isLinked(tenant);
  const wallet = only(await tenant.rows('wallet'));
  assert.equal((await settingsAtPartner(tenant)).default_payment_method, wallet.external_id);
};

/** Later syncs begin again what failed. */
const mended = async (tenant: Tenant): Promise<void> => {
  await tenant.deployment.simulator.advance('PT2H');
  await syncStripe(tenant, await connectionOf(tenant));
};

const walletPath = async (tenant: Tenant) => {
  const { id: walletId, buyer_id: buyerId } = only(await tenant.rows('wallet'));
  return { params: { buyerId: buyerId as string, walletId: walletId as string } };
};

const methodsAtPartner = async (tenant: Tenant): Promise<number> => {
  const bench = await tenant.deployment.stripe();
  const wallet = only(await tenant.rows('wallet'));
  // Removing it once more is refused when it is gone.
  const path = `/payment-method/${wallet.external_id}/default`;
  return bench.control('POST', path).then(
    () => 1,
    () => 0,
  );
};

const isTakenOver = async (tenant: Tenant): Promise<void> => {
  const buyer = only(await tenant.rows('buyer'));
  const wallets = await tenant.rows('wallet');
  assert.deepEqual(wallets.map(({ status, type }) => `${status} ${type}`).sort(), ['ACTIVE card', 'DELETED card']);
  const active = wallets.find(({ status }) => status === 'ACTIVE');
  const config = (buyer.info as Row).paymentConfig as Row;
  assert.ok(typeof config.defaultWalletId === 'string' && active);
};

/** The seller's staff takes the card away at Stripe, and another one becomes the default. */
const changedAtPartner = async (tenant: Tenant): Promise<{ connectionId: string; customerId: string }> => {
  const { connectionId, customerId, methodId } = await aCardBuyer(tenant);
  const bench = await tenant.deployment.stripe();
  await bench.control('POST', `/payment-method/${methodId}/remove`);
  await bench.addMethod(customerId, 'pm_card_mastercard', true);
  return { connectionId, customerId };
};

/** At Adyen, the card is removed and a bank account is stored; no message has told of it. */
const changedAtAdyen = async (tenant: Tenant): Promise<{ connectionId: string; methodId: string }> => {
  const { connectionId, methodId: removed } = await aCardBuyerAtAdyen(tenant);
  const methodId = await storeAtAdyen(tenant, 'sepadirectdebit');
  const bench = await tenant.deployment.adyen();
  await bench.control('POST', `/stored-payment-method/${removed}/remove`);
  return { connectionId, methodId };
};

/** What Adyen has is here: the card that was removed is deleted, and the bank account is active. */
const isReadFromAdyen = async (tenant: Tenant): Promise<void> => {
  const wallets = await tenant.rows('wallet');
  assert.deepEqual(wallets.map(({ status }) => status).sort(), ['ACTIVE', 'DELETED']);
  assert.equal((await atAdyen(tenant)).methods, 1);
};

/** The next full read, a day later, reads what is missing: Adyen does not list the shoppers that changed. */
const readAgain = async (tenant: Tenant): Promise<void> => {
  await tenant.deployment.simulator.advance('PT25H');
  const { id } = only((await tenant.rows('connection')).filter(({ partner }) => partner === 'ADYEN'));
  await tenant.act('due', (call) => startSync(call, { connectionId: id as string }));
  await finishRuns(tenant);
  await isReadFromAdyen(tenant);
};

export const paymentScenarios = {
  'buyer.push': [
    {
      title: 'a buyer without a customer',
      arrange: async (tenant) => {
        await connectStripe(tenant);
        await newBuyer(tenant);
      },
      status: 'COMPLETED',
      check: isLinked,
      checkRefused: async (tenant) => {
        assert.notEqual(only(await tenant.rows('buyer_payment')).push_failed_time, null);
        await mended(tenant);
        await isLinked(tenant);
      },
    },
    {
      title: 'another default wallet',
      arrange: async (tenant) => {
        await aCardBuyer(tenant);
        const path = await walletPath(tenant);
        await tenant.act('default', (call) => setDefaultWallet(call, path));
      },
      status: 'COMPLETED',
      check: defaultIsThere,
      checkRefused: async (tenant) => {
        await mended(tenant);
        await defaultIsThere(tenant);
      },
    },
  ],
  'wallet.detach': [
    {
      title: 'a card is deleted here',
      arrange: async (tenant) => {
        await aCardBuyer(tenant);
        const path = await walletPath(tenant);
        await tenant.act('delete', (call) => deleteWallet(call, path));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'wallet'), 'DELETED');
        assert.equal(await methodsAtPartner(tenant), 0);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'wallet'), 'DELETED');
        await mended(tenant);
        assert.equal(await methodsAtPartner(tenant), 0);
      },
    },
    {
      title: 'a card at Adyen is deleted here',
      arrange: async (tenant) => {
        await aCardBuyerAtAdyen(tenant);
        const path = await walletPath(tenant);
        await tenant.act('delete', (call) => deleteWallet(call, path));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'wallet'), 'DELETED');
        assert.equal((await atAdyen(tenant)).methods, 0);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'wallet'), 'DELETED');
      },
    },
  ],
  'payment.reconcile': [
    {
      title: 'the card was changed in the dashboard',
      arrange: async (tenant) => {
        const { connectionId } = await changedAtPartner(tenant);
        await tenant.act('due', (call) => startSync(call, { connectionId }));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await isTakenOver(tenant);
        assert.deepEqual(
          (await tenant.rows('connection')).map(({ status }) => status),
          ['CONNECTED', 'CONNECTED'],
        );
      },
      checkRefused: async (tenant) => {
        await mended(tenant);
        await isTakenOver(tenant);
      },
    },
    {
      title: 'the payment methods of a shopper at Adyen were changed, which no message told',
      arrange: async (tenant) => {
        const { connectionId } = await changedAtAdyen(tenant);
        await tenant.act('due', (call) => startSync(call, { connectionId }));
      },
      status: 'COMPLETED',
      check: isReadFromAdyen,
      checkRefused: readAgain,
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;

export const buyerMessageScenario: Scenario = {
  title: 'an event about a customer at Stripe',
  arrange: async (tenant) => {
    const { connectionId, customerId } = await changedAtPartner(tenant);
    const message = {
      partnerMessageId: 'evt_1',
      partnerRequestId: null,
      type: 'customer.updated',
      body: { id: 'evt_1', object: 'event', type: 'customer.updated', data: { object: { id: customerId } } },
    };
    const routes = await tenant.rows('partner_route');
    const route = only(routes.filter((row) => row.connection_id === connectionId)) as never;
    await tenant.act('hook', (call) => receivePartnerMessage(call, { route, message }));
  },
  status: 'COMPLETED',
  check: async (tenant) => {
    await isTakenOver(tenant);
    assert.equal(await statusOf(tenant, 'partner_message'), 'DONE');
  },
  checkRefused: async (tenant) => {
    assert.equal(await statusOf(tenant, 'partner_message'), 'FAILED');
    await finishRuns(tenant);
    await mended(tenant);
    await isTakenOver(tenant);
  },
};

export const adyenMessageScenario: Scenario = {
  title: 'a message about a bank account at Adyen',
  arrange: async (tenant) => tellOfMethod(tenant, (await changedAtAdyen(tenant)).methodId),
  status: 'COMPLETED',
  check: async (tenant) => {
    await isReadFromAdyen(tenant);
    const messages = await tenant.rows('partner_message');
    assert.deepEqual([...new Set(messages.map(({ status }) => status))], ['DONE']);
  },
  checkRefused: async (tenant) => {
    const messages = await tenant.rows('partner_message');
    assert.deepEqual(messages.map(({ status }) => status).sort(), ['DONE', 'FAILED']);
    await readAgain(tenant);
  },
};
