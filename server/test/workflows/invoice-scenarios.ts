import assert from 'node:assert/strict';
import { setDefaultWallet } from '../../src/domain/buyer/wallet/actions/set-default-wallet.ts';
import { createEntitlement } from '../../src/domain/entitlement/direct-purchase/actions/create-entitlement.ts';
import { CreateEntitlement } from '../../src/domain/entitlement/direct-purchase/schema.ts';
import { billEntitlement } from '../../src/domain/invoice/actions/bill-entitlement.ts';
import { finalizeDueInvoice } from '../../src/domain/invoice/actions/finalize-invoice.ts';
import { payDueInvoice, retryInvoicePayment } from '../../src/domain/invoice/actions/pay-invoice.ts';
import { giveBack } from '../../src/domain/invoice/actions/settle-ended.ts';
import { lockInvoice } from '../../src/domain/invoice/store.ts';
import { createOrUpdateDraftOffer } from '../../src/domain/offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../src/domain/offer/schema.ts';
import { big } from '../../src/kit/decimal.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import { aCardBuyer, aCardBuyerAtAdyen, atAdyen, moneyAtPartner } from './payment-arrange.ts';
import type { Scenario } from './scenario.ts';

const invoiceOf = async (tenant: Tenant, isRefund: boolean): Promise<Row> =>
  only((await tenant.rows('invoice')).filter((row) => (row.refund_of !== null) === isRefund));

const idOf = async (tenant: Tenant, isRefund = false): Promise<{ invoiceId: string }> => ({
  invoiceId: (await invoiceOf(tenant, isRefund)).id as string,
});

/** A purchase at 500 USD that is paid by a card; the payment is about to begin. */
const aDuePayment = async (tenant: Tenant, partner: 'STRIPE' | 'ADYEN' = 'STRIPE'): Promise<void> => {
  const { buyerId } = await (partner === 'STRIPE' ? aCardBuyer(tenant) : aCardBuyerAtAdyen(tenant));
  const walletId = only(await tenant.rows('wallet')).id as string;
  await tenant.act('default', (call) => setDefaultWallet(call, { params: { buyerId, walletId } }));
  await finishRuns(tenant);
  const info = { currency: 'USD', commitAmount: 500 };
  const body = OfferIn.parse({ name: 'Direct', partner, info });
  const offer = await tenant.act('offer', (call) => createOrUpdateDraftOffer(call, { body }));
  await tenant.act('activate', async (call) => {
    await call.db.updateTable('offer').set({ status: 'ACTIVE' }).where('offer.name', '=', 'Direct').execute();
  });
  const asked = CreateEntitlement.parse({ buyerId: encodeId('buyer', buyerId), offerId: offer.id });
  await tenant.act('buy', (call) => createEntitlement(call, { body: asked }));
  const entitlementId = only(await tenant.rows('entitlement')).id as string;
  await tenant.act('bill', (call) => billEntitlement(call, { entitlementId }));
  const path = await idOf(tenant);
  await tenant.act('finalize', (call) => finalizeDueInvoice(call, path));
};

const pay = async (tenant: Tenant, isRefund = false): Promise<void> => {
  const path = await idOf(tenant, isRefund);
  await tenant.act('pay', (call) => payDueInvoice(call, path));
};

const isPaid = async (tenant: Tenant): Promise<void> => {
  const invoice = await invoiceOf(tenant, false);
  assert.deepEqual([invoice.payment_status, invoice.charged_amount], ['SUCCESS', '500']);
  assert.deepEqual((await moneyAtPartner(tenant)).payments, ['succeeded 50000']);
};

const isGivenBack = async (tenant: Tenant): Promise<void> => {
  assert.equal((await invoiceOf(tenant, true)).payment_status, 'SUCCESS');
  assert.equal((await invoiceOf(tenant, false)).refunded_amount, '120');
  assert.deepEqual((await moneyAtPartner(tenant)).refunds, ['succeeded 12000']);
};

const isPaidAtAdyen = async (tenant: Tenant): Promise<void> => {
  const invoice = await invoiceOf(tenant, false);
  assert.deepEqual([invoice.payment_status, invoice.charged_amount], ['SUCCESS', '500']);
  assert.deepEqual((await atAdyen(tenant)).payments, ['authorised 50000 refunded 0']);
};

const isGivenBackAtAdyen = async (tenant: Tenant): Promise<void> => {
  assert.equal((await invoiceOf(tenant, true)).payment_status, 'SUCCESS');
  assert.equal((await invoiceOf(tenant, false)).refunded_amount, '120');
  assert.deepEqual((await atAdyen(tenant)).payments, ['authorised 50000 refunded 12000']);
};

/** A part of a paid invoice is to be given back. */
const aDueRefund = async (tenant: Tenant): Promise<void> => {
  await pay(tenant);
  await finishRuns(tenant);
  const { invoiceId } = await idOf(tenant);
  await tenant.act('give back', async (call) => {
    const invoice = await lockInvoice(call.db, invoiceId);
    if (!invoice) return;
    const { entitlement_id: id, buyer_id: buyerId, partner, currency } = invoice;
    await giveBack(call, { id, buyerId, partner, currency }, invoice, big(120));
  });
  const path = await idOf(tenant, true);
  await tenant.act('finalize', (call) => finalizeDueInvoice(call, path));
  await pay(tenant, true);
};

/** What the clock does later: it asks for what is in progress, and tries again what has failed. */
const later = async (tenant: Tenant, isRefund: boolean): Promise<void> => {
  const { payment_status: status, id: invoiceId } = await invoiceOf(tenant, isRefund);
  if (status === 'FAILED' && isRefund) {
    const path = { params: { invoiceId: invoiceId as string } };
    await tenant.act('again', (call) => retryInvoicePayment({ ...call, checkVersion: () => {} }, path));
  } else await pay(tenant, isRefund);
  await finishRuns(tenant);
};

export const invoiceScenarios = {
  'invoice.pay': [
    {
      title: 'an invoice is paid by a card',
      arrange: async (tenant) => {
        await aDuePayment(tenant);
        await pay(tenant);
      },
      status: 'COMPLETED',
      check: isPaid,
      checkRefused: async (tenant) => {
        await later(tenant, false);
        await isPaid(tenant);
      },
    },
    {
      title: 'an invoice is paid by a card at Adyen',
      arrange: async (tenant) => {
        await aDuePayment(tenant, 'ADYEN');
        await pay(tenant);
      },
      status: 'COMPLETED',
      check: isPaidAtAdyen,
      checkRefused: async (tenant) => {
        await later(tenant, false);
        await isPaidAtAdyen(tenant);
      },
    },
  ],
  'invoice.refund': [
    {
      title: 'a part of a paid invoice is given back',
      arrange: async (tenant) => {
        await aDuePayment(tenant);
        await aDueRefund(tenant);
      },
      status: 'COMPLETED',
      check: isGivenBack,
      checkRefused: async (tenant) => {
        await later(tenant, true);
        await isGivenBack(tenant);
      },
    },
    {
      title: 'a part of an invoice that was paid at Adyen is given back',
      arrange: async (tenant) => {
        await aDuePayment(tenant, 'ADYEN');
        await aDueRefund(tenant);
      },
      status: 'COMPLETED',
      check: isGivenBackAtAdyen,
      checkRefused: async (tenant) => {
        await later(tenant, true);
        await isGivenBackAtAdyen(tenant);
      },
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
