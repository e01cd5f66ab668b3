import { matchPath } from '../kit/control.ts';
import { getAccount, getMandate } from './account.ts';
import { getBalance } from './balance/balance.ts';
import { listTransactions } from './balance/list-transactions.ts';
import * as catalog from './billing/catalog.ts';
import { finalizeInvoice, payInvoice } from './billing/finalize-invoice.ts';
import * as invoices from './billing/invoice.ts';
import * as items from './billing/invoice-item.ts';
import * as balance from './customers/balance.ts';
import * as customers from './customers/customer.ts';
import * as endpoints from './events/endpoints.ts';
import { attachToCustomer } from './payments/attach.ts';
import * as payments from './payments/payment-intent.ts';
import * as methods from './payments/payment-method.ts';
import * as refunds from './payments/refund.ts';
import * as setups from './payments/setup-intent.ts';
import { cancelPayout, createPayout, updatePayout } from './payouts/manual-payout.ts';
import type { Json, JsonValue, StripeAnswer, StripeCall } from './state.ts';
import { isInTime } from './wire/list.ts';
import { readList, readOne } from './wire/read-things.ts';

type Handler = (call: StripeCall) => Json | StripeAnswer;

const isAmong = (wanted: JsonValue, value: JsonValue | undefined): boolean =>
  !Array.isArray(wanted) || wanted.includes(value ?? '');

const lists = {
  charges: readList('charge', '/v1/charges', { customer: 'text', payment_intent: 'text' }),
  customers: readList('customer', '/v1/customers', {
    email: { kind: 'text', fits: ({ wire }, email) => email === null || wire.email === email },
    test_clock: { kind: 'text', fits: () => true },
  }),
  invoiceItems: readList('invoiceitem', '/v1/invoiceitems', {
    customer: 'text',
    invoice: 'text',
    pending: { kind: 'boolean', fits: ({ wire }, pending) => (wire.invoice === null) === pending },
  }),
  invoices: readList('invoice', '/v1/invoices', { customer: 'text', status: 'text', collection_method: 'text' }),
  paymentIntents: readList('payment_intent', '/v1/payment_intents', { customer: 'text' }),
  disputes: readList('dispute', '/v1/disputes', { charge: 'text', payment_intent: 'text' }),
  payouts: readList('payout', '/v1/payouts', {
    arrival_date: { kind: 'any', fits: ({ wire }, wanted) => isInTime(wire.arrival_date, wanted, 'arrival_date') },
    destination: 'text',
    status: 'text',
  }),
  prices: readList('price', '/v1/prices', {
    active: 'boolean',
    currency: 'text',
    product: 'text',
    type: 'text',
    lookup_keys: { kind: 'texts', fits: ({ wire }, keys) => isAmong(keys, wire.lookup_key) },
  }),
  products: readList('product', '/v1/products', {
    active: 'boolean',
    ids: { kind: 'texts', fits: ({ id }, ids) => isAmong(ids, id) },
  }),
  refunds: readList('refund', '/v1/refunds', { charge: 'text', payment_intent: 'text' }),
  setupIntents: readList('setup_intent', '/v1/setup_intents', { customer: 'text', payment_method: 'text' }),
};

/** The operations by method and path; their names, used for faults, are those of the official SDK. */
const routes: Record<string, [name: string, handler: Handler]> = {
  'GET /v1/account': ['accounts.retrieveCurrent', getAccount],
  'GET /v1/accounts/:id': ['accounts.retrieve', getAccount],
  'GET /v1/balance': ['balance.retrieve', getBalance],
  'GET /v1/balance_transactions': ['balanceTransactions.list', listTransactions],
  'GET /v1/balance_transactions/:id': ['balanceTransactions.retrieve', readOne('balance_transaction')],
  'GET /v1/charges': ['charges.list', lists.charges],
  'GET /v1/charges/:id': ['charges.retrieve', readOne('charge')],
  'GET /v1/customers': ['customers.list', lists.customers],
  'POST /v1/customers': ['customers.create', customers.createCustomer],
  'GET /v1/customers/:id': ['customers.retrieve', customers.getCustomer],
  'POST /v1/customers/:id': ['customers.update', customers.updateCustomer],
  'DELETE /v1/customers/:id': ['customers.del', customers.deleteCustomer],
  'GET /v1/customers/:id/balance_transactions': ['customers.listBalanceTransactions', balance.listBalanceTransactions],
  'POST /v1/customers/:id/balance_transactions': [
    'customers.createBalanceTransaction',
    balance.createBalanceTransaction,
  ],
  'GET /v1/customers/:id/balance_transactions/:transaction': [
    'customers.retrieveBalanceTransaction',
    balance.getBalanceTransaction,
  ],
  'GET /v1/customers/:id/payment_methods': ['customers.listPaymentMethods', methods.listPaymentMethods],
  'GET /v1/customers/:id/payment_methods/:method': ['customers.retrievePaymentMethod', methods.getPaymentMethod],
  'GET /v1/disputes': ['disputes.list', lists.disputes],
  'GET /v1/disputes/:id': ['disputes.retrieve', readOne('dispute')],
  'GET /v1/events': ['events.list', endpoints.listEvents],
  'GET /v1/events/:id': ['events.retrieve', endpoints.getEvent],
  'GET /v1/invoiceitems': ['invoiceItems.list', lists.invoiceItems],
  'POST /v1/invoiceitems': ['invoiceItems.create', items.createInvoiceItem],
  'GET /v1/invoiceitems/:id': ['invoiceItems.retrieve', readOne('invoiceitem')],
  'DELETE /v1/invoiceitems/:id': ['invoiceItems.del', items.deleteInvoiceItem],
  'GET /v1/invoices': ['invoices.list', lists.invoices],
  'POST /v1/invoices': ['invoices.create', invoices.createInvoice],
  'GET /v1/invoices/:id': ['invoices.retrieve', readOne('invoice')],
  'POST /v1/invoices/:id': ['invoices.update', invoices.updateInvoice],
  'DELETE /v1/invoices/:id': ['invoices.del', invoices.deleteInvoice],
  'POST /v1/invoices/:id/finalize': ['invoices.finalizeInvoice', finalizeInvoice],
  'POST /v1/invoices/:id/pay': ['invoices.pay', payInvoice],
  'POST /v1/invoices/:id/void': ['invoices.voidInvoice', (call) => invoices.closeInvoice(call, 'void')],
  'POST /v1/invoices/:id/mark_uncollectible': [
    'invoices.markUncollectible',
    (call) => invoices.closeInvoice(call, 'uncollectible'),
  ],
  'GET /v1/mandates/:id': ['mandates.retrieve', getMandate],
  'GET /v1/payment_intents': ['paymentIntents.list', lists.paymentIntents],
  'POST /v1/payment_intents': ['paymentIntents.create', payments.createPaymentIntent],
  'GET /v1/payment_intents/:id': ['paymentIntents.retrieve', readOne('payment_intent', { client_secret: 'text' })],
  'POST /v1/payment_intents/:id': ['paymentIntents.update', payments.updatePaymentIntent],
  'POST /v1/payment_intents/:id/confirm': ['paymentIntents.confirm', payments.confirmPaymentIntent],
  'POST /v1/payment_intents/:id/capture': ['paymentIntents.capture', payments.capturePaymentIntent],
  'POST /v1/payment_intents/:id/cancel': ['paymentIntents.cancel', payments.cancelPaymentIntent],
  'GET /v1/payment_methods': ['paymentMethods.list', methods.listPaymentMethods],
  'POST /v1/payment_methods': ['paymentMethods.create', methods.createPaymentMethod],
  'GET /v1/payment_methods/:id': ['paymentMethods.retrieve', methods.getPaymentMethod],
  'POST /v1/payment_methods/:id': ['paymentMethods.update', methods.updatePaymentMethod],
  'POST /v1/payment_methods/:id/attach': ['paymentMethods.attach', attachToCustomer],
  'POST /v1/payment_methods/:id/detach': ['paymentMethods.detach', methods.detachPaymentMethod],
  'GET /v1/payouts': ['payouts.list', lists.payouts],
  'POST /v1/payouts': ['payouts.create', createPayout],
  'GET /v1/payouts/:id': ['payouts.retrieve', readOne('payout')],
  'POST /v1/payouts/:id': ['payouts.update', updatePayout],
  'POST /v1/payouts/:id/cancel': ['payouts.cancel', cancelPayout],
  'GET /v1/prices': ['prices.list', lists.prices],
  'POST /v1/prices': ['prices.create', catalog.createPrice],
  'GET /v1/prices/:id': ['prices.retrieve', readOne('price')],
  'POST /v1/prices/:id': ['prices.update', catalog.updatePrice],
  'GET /v1/products': ['products.list', lists.products],
  'POST /v1/products': ['products.create', catalog.createProduct],
  'GET /v1/products/:id': ['products.retrieve', readOne('product')],
  'POST /v1/products/:id': ['products.update', catalog.updateProduct],
  'GET /v1/refunds': ['refunds.list', lists.refunds],
  'POST /v1/refunds': ['refunds.create', refunds.createRefund],
  'GET /v1/refunds/:id': ['refunds.retrieve', readOne('refund')],
  'GET /v1/setup_intents': ['setupIntents.list', lists.setupIntents],
  'POST /v1/setup_intents': ['setupIntents.create', setups.createSetupIntent],
  'GET /v1/setup_intents/:id': ['setupIntents.retrieve', readOne('setup_intent', { client_secret: 'text' })],
  'POST /v1/setup_intents/:id': ['setupIntents.update', setups.updateSetupIntent],
  'POST /v1/setup_intents/:id/confirm': ['setupIntents.confirm', setups.confirmSetupIntent],
  'POST /v1/setup_intents/:id/cancel': ['setupIntents.cancel', setups.cancelSetupIntent],
  'POST /v1/setup_intents/:id/verify_microdeposits': ['setupIntents.verifyMicrodeposits', setups.verifyMicrodeposits],
  'GET /v1/webhook_endpoints': ['webhookEndpoints.list', endpoints.listEndpoints],
  'POST /v1/webhook_endpoints': ['webhookEndpoints.create', endpoints.createEndpoint],
  'GET /v1/webhook_endpoints/:id': ['webhookEndpoints.retrieve', readOne('webhook_endpoint')],
  'POST /v1/webhook_endpoints/:id': ['webhookEndpoints.update', endpoints.updateEndpoint],
  'DELETE /v1/webhook_endpoints/:id': ['webhookEndpoints.del', endpoints.deleteEndpoint],
};

export type Route = { name: string; handler: Handler; path: Record<string, string> };

/** Finds the operation of a request; null if there is no such URL. */
export const findRoute = (method: string, path: string): Route | null => {
  for (const [key, [name, handler]] of Object.entries(routes)) {
    const [wanted = '', pattern = ''] = key.split(' ');
    const found = wanted === method ? matchPath(pattern, path) : null;
    if (found) return { name, handler, path: found };
  }
  return null;
};
