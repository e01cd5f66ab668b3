import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { big } from '../../kit/decimal.ts';
import { decodeId } from '../../kit/ids.ts';
import { aCustomer, aMethod, makeBuyer, seeCustomer, uuidOf } from '../buyer/buyer.test-support.ts';
import { setDefaultWallet } from '../buyer/wallet/actions/set-default-wallet.ts';
import { createEntitlement } from '../entitlement/direct-purchase/actions/create-entitlement.ts';
import { CreateEntitlement } from '../entitlement/direct-purchase/schema.ts';
import { createOrUpdateDraftOffer } from '../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../offer/schema.ts';
import { connect } from '../organization/connection/actions/connect-account.ts';
import { insertOrganization } from '../organization/store.ts';
import { billEntitlement } from './actions/bill-entitlement.ts';
import { finalizeInvoice } from './actions/finalize-invoice.ts';
import { payDueInvoice } from './actions/pay-invoice.ts';
import { loadPayment, recordPayment } from './actions/record-payment.ts';
import { loadRefund } from './actions/record-refund.ts';
import { giveBack } from './actions/settle-ended.ts';
import { lockInvoice } from './store.ts';

// A database that was restored from an earlier state, or a replica that took over without the last commits, has lost payments that were
// made. It starts them again. Here a transaction that is rolled back stands for what was lost.

let world: World;
let entitlementId: string;
before(async () => {
  world = await openWorld();
  const organization = { id: world.orgId, name: 'Acme', emailDomain: '', website: '', createdBy: 'test' };
  await world.database.system((system) => insertOrganization(system, { ...organization, now: world.clock.now() }));
  const account = { partner: 'STRIPE', service: 'PAYMENT', accountId: 'acct_1', credentials: { apiKey: 'sk_test_1' } };
  await world.act((call) => connect(call, account, createSecretKeys('billing '.repeat(8))));
  const buyerId = (await makeBuyer(world, { paymentConfig: { currency: 'USD' } }, aCustomer())).id;
  await seeCustomer(world, aCustomer({ methods: [aMethod('pm_1')] }));
  const cards = await world.act((call) => call.db.selectFrom('wallet').select(['wallet.id']).execute());
  const walletId = cards[0]?.id ?? '';
  await world.act((call) => setDefaultWallet(call, { params: { buyerId: uuidOf('buyer', buyerId), walletId } }));
  const body = OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info: { currency: 'USD', commitAmount: 500 } });
  const { id: offerId } = await world.act((call) => createOrUpdateDraftOffer(call, { body }));
  await world.act((call) => call.db.updateTable('offer').set({ status: 'ACTIVE' }).execute());
  const asked = CreateEntitlement.parse({ buyerId, offerId });
  entitlementId = decodeId('ent', (await world.act((call) => createEntitlement(call, { body: asked }))).id) ?? '';
});
after(() => world.close());

const invoiceOf = async (call: ActCall, isRefund: boolean): Promise<string> => {
  const rows = await call.db.selectFrom('invoice').select(['invoice.id', 'invoice.refund_of']).execute();
  return rows.find(({ refund_of: of }) => (of !== null) === isRefund)?.id ?? '';
};

/** The result of acts that are then rolled back. */
const lost = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
  let said: { value: T } | undefined;
  await assert.rejects(
    world.act(async (call) => {
      said = { value: await work(call) };
      throw new Error('lost');
    }),
    /lost/,
  );
  return (said as { value: T }).value;
};

/** Drafts, finalizes and starts to pay; returns the invoice, and the key of its charge. */
const beginPayment = async (call: ActCall): Promise<{ invoiceId: string; key: string }> => {
  await billEntitlement(call, { entitlementId });
  const invoiceId = await invoiceOf(call, false);
  await finalizeInvoice(call, { params: { invoiceId } });
  await payDueInvoice(call, { invoiceId });
  return { invoiceId, key: (await loadPayment(call, invoiceId))?.charge.id ?? '' };
};

test('a payment and a refund that a restored database has lost are started again with the same keys', async () => {
  const first = await lost(beginPayment);
  assert.notEqual(first.key, '');
  const second = await world.act(beginPayment);
  assert.notEqual(second.invoiceId, first.invoiceId, 'the draft was lost, too');
  assert.equal(second.key, first.key);

  const { invoiceId } = second;
  const read = { state: 'SUCCEEDED', chargeId: 'pi_1' } as const;
  await world.act((call) => recordPayment(call, { invoiceId, chargeId: second.key, read }));
  const beginRefund = async (call: ActCall): Promise<string> => {
    const invoice = await lockInvoice(call.db, invoiceId);
    if (!invoice) return '';
    const { entitlement_id: id, buyer_id: buyerId, partner, currency } = invoice;
    await giveBack(call, { id, buyerId, partner, currency }, invoice, big(120));
    const refundId = await invoiceOf(call, true);
    await finalizeInvoice(call, { params: { invoiceId: refundId } });
    await payDueInvoice(call, { invoiceId: refundId });
    return (await loadRefund(call, refundId))?.refundId ?? '';
  };
  const refund = await lost(beginRefund);
  assert.notEqual(refund, '');
  assert.equal(await world.act(beginRefund), refund);
});
