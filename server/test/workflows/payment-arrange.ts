import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { card } from '../../../simulators/adyen/adyen.test-support.ts';
import { adyenMessages } from '../../src/adapters/payment/adyen/messages.ts';
import type { PaymentAccess } from '../../src/adapters/payment/port.ts';
import { createBuyer } from '../../src/domain/buyer/actions/create-buyer.ts';
import { NewBuyer } from '../../src/domain/buyer/schema.ts';
import { connect } from '../../src/domain/organization/connection/actions/connect-account.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { receivePartnerMessage } from '../../src/domain/organization/partner-message/actions/receive-partner-message.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';

/** The account at Stripe, by organization. */
const accounts = new Map<string, PaymentAccess>();

/** An account of its own at Stripe, connected; answers the connection's uuid. */
export const connectStripe = async (tenant: Tenant): Promise<string> => {
  const account = await (await tenant.deployment.stripe()).addAccount();
  const { accountId, endpoint, credentials } = account;
  accounts.set(tenant.orgId, account);
  const input = { partner: 'STRIPE', service: 'PAYMENT', accountId, endpoint, credentials };
  const { view } = await tenant.act('connect', (call) =>
    connect(call, input, tenant.deployment.environment.secretKeys),
  );
  return decodeId('conn', view.id) ?? '';
};

/** The account that was connected. */
export const accountAt = ({ orgId }: Tenant): PaymentAccess => {
  const account = accounts.get(orgId);
  assert.ok(account);
  return account;
};

/** A buyer for whom a run is to make a customer; answers the buyer's uuid. */
export const newBuyer = async (tenant: Tenant): Promise<string> => {
  const body = NewBuyer.parse({ partner: 'STRIPE', name: 'Initech', emailAddress: 'pay@initech.example' });
  const view = await tenant.act('create', (call) =>
    createBuyer(call, { body, answer: { customer: null, faults: [] } }),
  );
  return decodeId('buyer', view.id) ?? '';
};

/** A buyer with a customer at Stripe that has a card, which is known here. */
export const aCardBuyer = async (
  tenant: Tenant,
): Promise<{ connectionId: string; buyerId: string; customerId: string; methodId: string }> => {
  const connectionId = await connectStripe(tenant);
  const buyerId = await newBuyer(tenant);
  await finishRuns(tenant);
  const customerId = only(await tenant.rows('buyer')).account_id as string;
  const methodId = await (await tenant.deployment.stripe()).addMethod(customerId);
  await syncStripe(tenant, connectionId);
  return { connectionId, buyerId, customerId, methodId };
};

/** Reads what changed at Stripe, to the end. */
export const syncStripe = async (tenant: Tenant, connectionId: string): Promise<void> => {
  await tenant.act('due', (call) => startSync(call, { connectionId }));
  await finishRuns(tenant);
};

/** Customers of the tenant's account as Stripe has them, each with its payment methods. */
export const customersAtPartner = async (tenant: Tenant): Promise<Row[]> => {
  const accountId = accounts.get(tenant.orgId)?.accountId;
  if (accountId === undefined) return [];
  const bench = await tenant.deployment.stripe();
  const { customers } = await bench.control<{ customers: { accountId: string; wire: Row }[] }>('GET', '/customer');
  return customers
    .filter((customer) => customer.accountId === accountId)
    .map(({ wire: { invoice_prefix: _, ...wire } }) => wire);
};

/** Payments and refunds of the tenant's account as Stripe shows them: state and amount in cents. */
export const moneyAtPartner = async (tenant: Tenant): Promise<{ payments: string[]; refunds: string[] }> => {
  const account = accounts.get(tenant.orgId);
  if (!account?.endpoint) return { payments: [], refunds: [] };
  const { hostname, port } = new URL(account.endpoint);
  const client = new Stripe(account.credentials.apiKey ?? '', { host: hostname, port, protocol: 'http' });
  const payments = await client.paymentIntents.list({ limit: 100 });
  const refunds = await client.refunds.list({ limit: 100 });
  return {
    payments: payments.data.map(({ status, amount }) => `${status} ${amount}`),
    refunds: refunds.data.map(({ status, amount }) => `${status} ${amount}`),
  };
};

/** Merchant accounts of Adyen, by organization. */
const merchants = new Map<string, string>();

/** A shopper stores a payment method at Adyen; answers its id. Adyen's message about it is not delivered yet. */
export const storeAtAdyen = async (tenant: Tenant, type: 'scheme' | 'sepadirectdebit'): Promise<string> => {
  const buyer = only(await tenant.rows('buyer'));
  const shopper = encodeURIComponent(encodeId('buyer', buyer.id as string));
  const path = `/account/${merchants.get(tenant.orgId)}/shopper/${shopper}/payment-method`;
  const bench = await tenant.deployment.adyen();
  return (await bench.control<{ id: string }>('POST', path, { type })).id;
};

/** Adyen delivers its message about a stored payment method. */
export const tellOfMethod = async (tenant: Tenant, methodId: string): Promise<void> => {
  const { id } = only((await tenant.rows('connection')).filter(({ partner }) => partner === 'ADYEN'));
  const route = only((await tenant.rows('partner_route')).filter((row) => row.connection_id === id)) as never;
  const shopperReference = encodeId('buyer', only(await tenant.rows('buyer')).id as string);
  const merchantAccount = merchants.get(tenant.orgId);
  const data = { shopperReference, storedPaymentMethodId: methodId, merchantAccount };
  const type = 'recurring.token.created';
  const message = { partnerMessageId: methodId, partnerRequestId: null, type, body: { type, eventId: methodId, data } };
  await tenant.act('hook', (call) => receivePartnerMessage(call, { route, message }));
};

/** A merchant account of its own at Adyen, connected; answers the connection's uuid. */
const connectAdyen = async (tenant: Tenant): Promise<string> => {
  const bench = await tenant.deployment.adyen();
  const accountId = String(100_000_000_001 + merchants.size);
  merchants.set(tenant.orgId, accountId);
  const { apiKey, hmacKey, reportUser } = await bench.control<{
    apiKey: string;
    hmacKey: string;
    reportUser: { username: string; password: string };
  }>('POST', '/account', { id: accountId, companyName: 'Acme' });
  // Messages are delivered by the test.
  await bench.control('PUT', `/account/${accountId}/message-target`, { url: 'http://127.0.0.1:9/' });
  const credentials = {
    ...{ apiKey, hmacKey, reportUser: reportUser.username, reportPassword: reportUser.password },
  };
  const input = { partner: 'ADYEN', service: 'PAYMENT', accountId, endpoint: bench.access.endpoint, credentials };
  const { view } = await tenant.act('connect', (call) =>
    connect(call, input, tenant.deployment.environment.secretKeys),
  );
  return decodeId('conn', view.id) ?? '';
};

/** A buyer of a merchant account of its own at Adyen, with a card that a message has told of. */
export const aCardBuyerAtAdyen = async (
  tenant: Tenant,
): Promise<{ connectionId: string; buyerId: string; methodId: string }> => {
  const connectionId = await connectAdyen(tenant);
  const body = NewBuyer.parse({ partner: 'ADYEN', name: 'Initech', emailAddress: 'pay@initech.example' });
  const buyer = await tenant.act('create', (call) =>
    createBuyer(call, { body, answer: { customer: null, faults: [] } }),
  );
  await finishRuns(tenant);
  const methodId = await storeAtAdyen(tenant, 'scheme');
  await tellOfMethod(tenant, methodId);
  await finishRuns(tenant);
  return { connectionId, buyerId: decodeId('buyer', buyer.id) ?? '', methodId };
};

/** A merchant account at Adyen with a payment of 100 EUR in a batch whose report is announced; answers the connection's uuid. */
export const paidOutByAdyen = async (tenant: Tenant): Promise<string> => {
  const connectionId = await connectAdyen(tenant);
  const bench = await tenant.deployment.adyen();
  const accountId = merchants.get(tenant.orgId);
  const { apiKey } = await bench.control<{ apiKey: string }>('GET', `/account/${accountId}`);
  const paid = await fetch(`${bench.access.endpoint}/checkout/v72/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      ...{ merchantAccount: accountId, amount: { currency: 'EUR', value: 10_000 }, reference: 'a purchase' },
      ...{ paymentMethod: card, returnUrl: 'https://seller.example/back' },
    }),
  });
  assert.ok(paid.ok, await paid.text());
  await bench.advance('PT1M');
  await bench.control('POST', `/account/${accountId}/batch`);
  await bench.control('POST', `/account/${accountId}/batch/1/publish`);
  const [route] = (await tenant.rows('partner_route')).filter((row) => row.connection_id === connectionId);
  const { messages } = await bench.control<{ messages: { body: never }[] }>('GET', `/message?accountId=${accountId}`);
  for (const { body } of messages) {
    for (const { id, requestId, ...message } of adyenMessages.readEnvelopes(body) ?? []) {
      if (message.type !== 'REPORT_AVAILABLE') continue;
      await tenant.act('hook', (call) =>
        receivePartnerMessage(call, {
          route: route as never,
          message: { partnerMessageId: id, partnerRequestId: requestId, ...message },
        }),
      );
    }
  }
  await finishRuns(tenant);
  return connectionId;
};

/** Of the tenant's merchant account, once Adyen has processed all orders: payments and refunds in cents, and stored payment methods. */
export const atAdyen = async (tenant: Tenant): Promise<{ payments: string[]; methods: number }> => {
  const bench = await tenant.deployment.adyen();
  await bench.advance('PT1M');
  const { payments = [], tokens = [] } = bench.snapshot() as Record<string, Row[]>;
  const own = (rows: Row[]): Row[] => rows.filter((row) => row.merchantId === merchants.get(tenant.orgId));
  return {
    // A card is stored with a payment of nothing.
    payments: own(payments)
      .map(({ status, amount, refunded }) => `${status} ${(amount as { value: number }).value} refunded ${refunded}`)
      .filter((payment) => !payment.includes(' 0 refunded')),
    methods: own(tokens).filter(({ disabled }) => disabled !== true).length,
  };
};
