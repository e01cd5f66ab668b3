import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startAdyen } from '../src/adapters/payment/adyen/simulator.test-support.ts';
import { startStripe } from '../src/adapters/payment/stripe/simulator.test-support.ts';
import { startApp, type TestApp } from './app.ts';
import { actIn } from './examples/deal.ts';

// Buyers of payment providers over the API, with the providers' own messages coming back through the hook.

type Row = { id: string; status: string; type: string; externalID?: string };
type Buyer = Row & { info: { paymentConfig?: { defaultWalletId?: string } } };

let app: TestApp;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let adyen: Awaited<ReturnType<typeof startAdyen>>;
before(async () => {
  [stripe, adyen] = await Promise.all([startStripe(), startAdyen()]);
  app = await startApp({}, { outgoing: { allowedOrigins: [stripe.url, adyen.url] } });
});
after(async () => {
  await app.close();
  await stripe.close();
  await adyen.close();
});

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const caller = path.startsWith('/integration') ? app.acme.owner : app.acme.editor;
  const reply = await caller.call(method, path, body === undefined ? {} : { body });
  assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
  return reply.body as T;
};
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  const end = Date.now() + 15_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    assert.ok(Date.now() < end, 'it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const wallets = (buyerId: string) => call<Row[]>('GET', `/buyer/${buyerId}/wallet`);
const buyerOf = (buyerId: string) => call<Buyer>('GET', `/buyer/${buyerId}`);

test('a buyer of STRIPE: customer, card, default and its end, in both directions', async () => {
  const { endpoint, accountId, credentials } = stripe.access;
  const connection = { partner: 'STRIPE', service: 'PAYMENT', accountId, endpoint, credentials };
  const { hookPath } = await call<{ hookPath: string }>('POST', '/integration', connection);
  const target = { url: `${app.url}${hookPath}`, secret: credentials.webhookSecret };
  await stripe.control('PUT', `/account/${accountId}/message-target`, target);
  const { id } = await call<Buyer>('POST', '/buyer', { partner: 'STRIPE', name: 'Initech' });
  const customerId = await until(async () => (await buyerOf(id)).externalID);

  const methodId = await stripe.addMethod(customerId);
  const wallet = await until(async () => (await wallets(id)).find(({ externalID }) => externalID === methodId));
  assert.deepEqual([wallet.type, wallet.status], ['card', 'ACTIVE']);
  await call('PATCH', `/buyer/${id}/wallet/${wallet.id}/default`);
  type Customer = { wire: { id: string; invoice_settings: { default_payment_method: string | null } } };
  const settings = async () =>
    (await stripe.control<{ customers: Customer[] }>('GET', '/customer')).customers.find(
      ({ wire }) => wire.id === customerId,
    )?.wire.invoice_settings.default_payment_method;
  await until(async () => (await settings()) === methodId);

  const other = await stripe.addMethod(customerId, 'pm_card_mastercard', true);
  const second = await until(async () => (await wallets(id)).find(({ externalID }) => externalID === other));
  await until(async () => (await buyerOf(id)).info.paymentConfig?.defaultWalletId === second.id);
  await call('DELETE', `/buyer/${id}/wallet/${wallet.id}`);
  await until(
    async () => (await stripe.control('POST', `/payment-method/${methodId}/default`).catch(() => null)) === null,
  );
  await stripe.control('POST', `/customer/${customerId}/delete`);
  await until(async () => (await wallets(id)).length === 0);
});

test('a message that STRIPE has not signed is not taken', async () => {
  const { data } = await call<{ data: { partner: string; hookPath: string }[] }>('GET', '/integration');
  const { hookPath = '' } = data.find(({ partner }) => partner === 'STRIPE') ?? {};
  const body = { id: 'evt_x', object: 'event', type: 'customer.updated', data: { object: { id: 'cus_x' } } };
  const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
  assert.equal((await app.anonymous('POST', hookPath, { body, headers })).status, 404);
});

test('a buyer of ADYEN: what the shopper stores and deletes there, and what is deleted here', async () => {
  const { endpoint, accountId, credentials } = adyen.access;
  const connection = { partner: 'ADYEN', service: 'PAYMENT', accountId, endpoint, credentials };
  const { hookPath } = await call<{ hookPath: string }>('POST', '/integration', connection);
  await adyen.control('PUT', `/account/${accountId}/message-target`, { url: `${app.url}${hookPath}`, strict: true });
  const { id } = await call<Buyer>('POST', '/buyer', { partner: 'ADYEN', name: 'Globex' });
  const [first, second] = [await adyen.addMethod(id), await adyen.addMethod(id, 'sepadirectdebit')];
  const found = await until(async () => {
    const list = await wallets(id);
    return list.length === 2 && list;
  });
  const idOf = (externalId: string) => found.find(({ externalID }) => externalID === externalId)?.id ?? '';
  await call('PATCH', `/buyer/${id}/wallet/${idOf(first)}/default`);
  await adyen.control('POST', `/stored-payment-method/${first}/remove`);
  await until(async () => (await wallets(id)).length === 1);
  assert.equal((await buyerOf(id)).info.paymentConfig, undefined, 'the default is gone with it');
  await call('DELETE', `/buyer/${id}/wallet/${idOf(second)}`);
  await until(async () =>
    adyen.control('POST', `/stored-payment-method/${second}/remove`).then(
      () => false,
      () => true,
    ),
  );
});

type Invoice = Row & {
  paymentStatus: string;
  amount: number;
  chargedAmount: number;
  refundedAmount: number;
  lostAmount?: number;
  attempts: number;
  error?: { code: string };
};

type Find = (type: string, paymentStatus: string, fits?: (invoice: Invoice) => boolean) => Promise<Invoice>;

/** A purchase of which a year was paid by card. `find` waits for an invoice. */
const paidPurchase = async (partner: 'STRIPE' | 'ADYEN') => {
  const paymentConfig = { currency: 'USD' };
  const { id: buyerId } = await call<Buyer>('POST', '/buyer', { partner, name: `Hooli by ${partner}`, paymentConfig });
  const customerId = await until(async () => (await buyerOf(buyerId)).externalID);
  await (partner === 'STRIPE' ? stripe : adyen).addMethod(customerId);
  const wallet = await until(async () => (await wallets(buyerId))[0]);
  await call('PATCH', `/buyer/${buyerId}/wallet/${wallet.id}/default`);
  const commits = [{ key: 'base', name: 'Base', rate: 365, length: 1, timeUnit: 'YEAR' }];
  const { id: offerId } = await call<Row>('POST', '/draftOffer', {
    name: partner,
    partner,
    info: { currency: 'USD', commits },
  });
  await actIn(app, app.acme, async (call) => {
    await call.db.updateTable('offer').set({ status: 'ACTIVE' }).where('offer.name', '=', partner).execute();
  });
  const dayMs = 86_400_000;
  const now = app.clock.wallNow().getTime();
  const [startDate, endDate] = [now - 100 * dayMs, now + 265 * dayMs].map((time) => new Date(time).toISOString());
  const { id } = await call<Row>('POST', '/entitlement', { buyerId, offerId, startDate, endDate });
  const invoices = async () => (await call<{ data: Invoice[] }>('GET', `/invoice?entitlementId=${id}`)).data;
  const find: Find = (type, paymentStatus, fits = () => true) =>
    until(async () =>
      (await invoices()).find((one) => one.type === type && one.paymentStatus === paymentStatus && fits(one)),
    );
  await find('COMMIT', 'SUCCESS');
  return { id, find };
};

test('money that STRIPE or ADYEN could not give back counts as not given back, and can be given back again', async () => {
  for (const partner of ['STRIPE', 'ADYEN'] as const) {
    const { id, find } = await paidPurchase(partner);
    await call('POST', `/entitlement/${id}/cancel`);
    await find('REFUND', 'SUCCESS');
    const { refundedAmount } = await find('COMMIT', 'SUCCESS');
    assert.ok(refundedAmount > 0);
    if (partner === 'STRIPE') {
      const [refund] = (await stripe.client.refunds.list({ limit: 1 })).data;
      await stripe.control('POST', `/refund/${refund?.id}/fail`, { reason: 'expired_or_canceled_card' });
    } else {
      const { payments } = await adyen.control<{ payments: { id: string; refunded: number }[] }>('GET', '/payment');
      await adyen.control('POST', `/payment/${payments.find(({ refunded }) => refunded > 0)?.id}/refund/return`, {});
    }
    const failed = await find('REFUND', 'FAILED');
    assert.equal((await find('COMMIT', 'SUCCESS')).refundedAmount, 0);
    assert.equal(failed.error?.code, partner === 'STRIPE' ? 'expired_or_canceled_card' : 'REFUND_FAILED');
    await call('POST', `/invoice/${failed.id}/pay`);
    assert.equal((await find('REFUND', 'SUCCESS')).attempts, 2);
    assert.equal((await find('COMMIT', 'SUCCESS')).refundedAmount, refundedAmount);
  }
});

test('an invoice whose money the bank of the buyer took back is unpaid, until the seller wins', async () => {
  for (const partner of ['STRIPE', 'ADYEN'] as const) {
    const { find } = await paidPurchase(partner);
    const code = partner === 'STRIPE' ? 'fraudulent' : 'CHARGEBACK';
    let win: () => Promise<unknown>;
    if (partner === 'STRIPE') {
      const [intent] = (await stripe.client.paymentIntents.list({ limit: 1 })).data;
      const dispute = await stripe.control<{ id: string }>('POST', `/charge/${intent?.latest_charge}/dispute`, {});
      win = () => stripe.control('POST', `/dispute/${dispute.id}/close`, { outcome: 'won' });
    } else {
      type Payment = { id: string; captured: number; refunded: number };
      const { payments } = await adyen.control<{ payments: Payment[] }>('GET', '/payment');
      const path = `/payment/${payments.find(({ captured, refunded }) => captured > 0 && refunded === 0)?.id}/chargeback`;
      await adyen.control('POST', path, {});
      win = () => adyen.control('POST', `${path}/reverse`, {});
    }
    assert.equal((await find('COMMIT', 'FAILED')).error?.code, code);
    await win();
    assert.equal((await find('COMMIT', 'SUCCESS')).attempts, 1);
  }
});

test('disputes of parts of a payment: the invoice says what is lost, and an early end gives back what is left', async () => {
  for (const partner of ['STRIPE', 'ADYEN'] as const) {
    const { id, find } = await paidPurchase(partner);
    const { chargedAmount } = await find('COMMIT', 'SUCCESS');
    const cents = Math.round(chargedAmount * 100);
    const [large, small] = [Math.floor(cents * 0.6), Math.floor(cents * 0.1)];
    const lost = (amount: number) => find('COMMIT', 'SUCCESS', ({ lostAmount = 0 }) => lostAmount * 100 === amount);
    let win: () => Promise<unknown>;
    if (partner === 'STRIPE') {
      const [intent] = (await stripe.client.paymentIntents.list({ limit: 1 })).data;
      const path = `/charge/${intent?.latest_charge}/dispute`;
      const dispute = await stripe.control<{ id: string }>('POST', path, { amount: large });
      await stripe.control('POST', path, { amount: small });
      win = () => stripe.control('POST', `/dispute/${dispute.id}/close`, { outcome: 'won' });
    } else {
      type Payment = { id: string; captured: number; refunded: number; disputes?: { reference: string }[] };
      const { payments } = await adyen.control<{ payments: Payment[] }>('GET', '/payment');
      const paid = payments.find((one) => one.captured > 0 && one.refunded === 0 && one.disputes === undefined);
      const path = `/payment/${paid?.id}/chargeback`;
      const { disputes } = await adyen.control<Payment>('POST', path, { value: large });
      await adyen.control('POST', path, { value: small });
      win = () => adyen.control('POST', `${path}/reverse`, { dispute: disputes?.[0]?.reference });
    }
    await lost(large + small);
    if (partner === 'STRIPE') {
      await win();
      await lost(small);
      continue;
    }
    await call('POST', `/entitlement/${id}/cancel`);
    const refund = await find('REFUND', 'SUCCESS');
    assert.equal(Math.round(refund.chargedAmount * 100), cents - large - small);
    assert.equal(Math.round(((refund.lostAmount ?? 0) + refund.chargedAmount - refund.amount) * 100), 0);
    await win();
    await lost(small);
  }
});
