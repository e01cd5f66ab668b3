import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { operationHeader } from '../../engine/start-once.ts';
import { movesOf } from '../../kit/transitions.ts';
import { cancelInvoice } from './actions/cancel-invoice.ts';
import { finalizeInvoice } from './actions/finalize-invoice.ts';
import { payEvents, retryInvoicePayment } from './actions/pay-invoice.ts';
import { chargeEvents } from './actions/record-payment.ts';
import { settleInvoicePayment } from './actions/settle-payment.ts';
import { InvoiceQueryParams } from './fields.ts';
import { getInvoice, listInvoices } from './reads.ts';
import { Invoice, SettleInvoicePayment } from './schema.ts';
import { stateTables } from './states.ts';

const invoiceId = { invoiceId: { id: 'invoice', noun: 'invoice' } } as const;

const move = movesOf('invoice', stateTables.invoice);

/** Invoices of direct purchases: ours, beside the operations of the reference. */
export const invoiceEndpoints: Endpoint[] = [
  reads({
    id: 'listInvoices',
    method: 'GET',
    path: '/org/{orgId}/invoice',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'List invoices of direct purchases',
    notes: 'What purchases of STRIPE and ADYEN were billed for, and what was given back (type REFUND).',
    query: InvoiceQueryParams,
    reply: paged(Invoice),
    replyHeaders: listHeaders,
    read: listInvoices,
  }),
  reads({
    id: 'getInvoice',
    method: 'GET',
    path: '/org/{orgId}/invoice/{invoiceId}',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'Get an invoice',
    params: invoiceId,
    reply: Invoice,
    read: getInvoice,
  }),
  acts({
    id: 'finalizeInvoice',
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/finalize',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Finalize a draft invoice before its time',
    notes: 'Its lines no longer change, and its payment is due after the net terms.',
    params: invoiceId,
    reply: Invoice,
    moves: move('finalize'),
    emits: ['invoice.carried_over', 'invoice.finalized', 'invoice.paid'],
    act: finalizeInvoice,
  }),
  acts({
    id: 'cancelInvoice',
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/cancel',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Cancel an unpaid invoice',
    notes: 'What it was for is not billed again. 409 once it is paid, or while it is being paid.',
    params: invoiceId,
    reply: Invoice,
    moves: move('cancel'),
    emits: ['invoice.canceled'],
    act: cancelInvoice,
  }),
  acts({
    id: 'retryInvoicePayment',
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/pay',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Pay an invoice now',
    notes:
      'By credit first, then by the default payment method of the buyer. Payments happen by themselves when they are due, and are ' +
      'tried again 1, 4, 9 and 16 days after the first failure. 409 while a payment is in progress, and once it is paid.',
    params: invoiceId,
    reply: Invoice,
    replyHeaders: operationHeader,
    moves: move('pay'),
    emits: payEvents,
    act: retryInvoicePayment,
  }),
  acts({
    id: 'settleInvoicePayment',
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/settle',
    family: 'entitlement',
    permission: 'access:write',
    by: 'leader',
    summary: 'Settle a payment whose outcome is unknown',
    notes:
      'For ADMIN and OWNER, after a look at the provider: MADE with the id of the payment or refund there, or NOT_MADE. 409 unless ' +
      'the error of the invoice is OUTCOME_UNKNOWN, and while the provider is being asked.',
    params: invoiceId,
    body: SettleInvoicePayment,
    reply: Invoice,
    emits: [...chargeEvents, 'wallet.refunded', 'wallet.refund_failed'],
    act: settleInvoicePayment,
  }),
];
