import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { beginCharge } from '../../buyer/wallet/actions/begin-charge.ts';
import { loadCharge } from '../../buyer/wallet/actions/load-charge.ts';
import { loadDefaultWallet } from '../../buyer/wallet/actions/load-default-wallet.ts';
import { spendCredit } from '../../buyer/wallet/actions/spend-credit.ts';
import { lockDirectPurchase } from '../../entitlement/direct-purchase/actions/lock-direct-purchase.ts';
import { findPaymentConnection } from '../../organization/connection/actions/load-connection.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, payKind } from '../invoice.ts';
import { attemptBasis, attemptReference } from '../payment.ts';
import { leastChargeOf, payableDigitsOf } from '../round-charge.ts';
import { invoiceIs, invoiceTransitions, paymentIs, paymentTransitions } from '../states.ts';
import { findInvoice, lockInvoice } from '../store.ts';
import { viewInvoice } from '../view.ts';
import { followPayment } from './follow-payment.ts';
import { payRefund } from './pay-refund.ts';
import { canWait, isBelowLeast, wait } from './small-invoices.ts';

/** Events that paying an invoice, or a refund, may emit. */
export const payEvents = [
  'invoice.canceled',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'wallet.charge_begun',
  'wallet.refund_begun',
  'wallet.returned',
  'wallet.spent',
] as const;

const dayMs = 86_400_000;

/** A failed payment is tried again after so many days, counted from the try before; after the last one, no more. */
const pausesInDays = [1, 3, 5, 7];

const moveOf = (act: keyof typeof paymentTransitions, { payment_status: status }: Invoice) =>
  nextStatus('The payment', paymentTransitions, act, { status });

/** Changes that belong to the same step: an invoice gets one version a transaction. */
type Besides = Partial<Pick<Invoice, 'attempts' | 'credit_amount' | 'lost_amount'>>;

/** Records a failed attempt and schedules the next, unless none is wanted. Emits invoice.payment_failed. */
export const failPayment = async (
  call: ActCall,
  invoice: Invoice,
  error: { code: string; message: string },
  besides: Besides = {},
  { isRetried = true } = {},
): Promise<Invoice> => {
  const { attempts } = { ...invoice, ...besides };
  const pause = isRetried ? pausesInDays[attempts - 1] : undefined;
  const next = pause === undefined ? null : new Date(call.now.getTime() + pause * dayMs);
  const change = { ...besides, payment_status: moveOf('fail', invoice), next_attempt_time: next, error };
  const { row } = await changeInvoice(call, invoice, change, 'invoice.payment_failed');
  if (next) await scheduleDue(call.db, payKind, invoice.id, next);
  else await cancelDue(call.db, payKind, invoice.id);
  return row;
};

/** Records that an invoice is paid in full. `charged`: what the payment method paid of it. */
export const completePayment = async (
  call: ActCall,
  invoice: Invoice,
  charged: Decimal,
  besides: Besides = {},
): Promise<Invoice> => {
  const change = {
    ...besides,
    payment_status: moveOf('succeed', invoice),
    charged_amount: charged,
    paid_time: call.now,
    next_attempt_time: null,
    error: null,
  };
  await cancelDue(call.db, payKind, invoice.id);
  return (await changeInvoice(call, invoice, change, 'invoice.paid')).row;
};

/** The number of the next attempt. A charge that is made late takes the invoice back to its own attempt: later ones exist. */
const nextAttempt = async (call: ActCall, { id, buyer_id: buyerId, attempts }: Invoice): Promise<number> => {
  let next = attempts + 1;
  while (await loadCharge(call, buyerId, attemptReference(id, next))) next += 1;
  return next;
};

const charge = async (call: ActCall, invoice: Invoice, amount: Decimal, credit: Decimal): Promise<Invoice> => {
  const { id, partner, currency, buyer_id: buyerId } = invoice;
  const besides = { attempts: await nextAttempt(call, invoice), credit_amount: credit };
  if (!(await findPaymentConnection(call.db, partner))) {
    const message = `No account of ${partner} is connected. Connect one, then retry the payment.`;
    return failPayment(call, invoice, { code: 'NotConnected', message }, besides);
  }
  const walletId = await loadDefaultWallet(call, buyerId);
  if (walletId === null) {
    const message = 'The buyer has no default payment method. Set one, then retry the payment.';
    return failPayment(call, invoice, { code: 'NO_PAYMENT_METHOD', message }, besides);
  }
  const reference = attemptReference(id, besides.attempts);
  const basis = attemptBasis(invoice, besides.attempts);
  await beginCharge(recordsAround(call), { walletId, amount, currency, reference, basis });
  const change = { ...besides, payment_status: moveOf('begin', invoice), next_attempt_time: null, error: null };
  const { row } = await changeInvoice(call, invoice, change);
  await followPayment(call, row);
  return row;
};

/**
 * Pays a locked invoice: first by credit, the rest by the buyer's default payment method. Each attempt takes what credit there
 * is by then (decision 0233).
 */
const pay = async (call: ActCall, invoice: Invoice, isAsked = false): Promise<Invoice> => {
  if (invoice.refund_of !== null) return payRefund(call, invoice);
  const { id, buyer_id: buyerId, currency, amount } = invoice;
  const spent = encodeId('invoice', id);
  const isFirst = invoice.attempts === 0 && invoice.error === null;
  const reference = isFirst ? spent : `${spent} ${call.newId()}`;
  const chargeable = { digits: payableDigitsOf(invoice), least: leastChargeOf(invoice) };
  const open = big(amount).minus(invoice.credit_amount).toFixed();
  const spending = { buyerId, currency, amount: open, ...chargeable, time: call.now, reference };
  const { left } = await spendCredit(recordsAround(call), spending);
  const credit = big(amount).minus(left).toFixed();
  if (big(left).eq(0)) return completePayment(call, invoice, '0', { credit_amount: credit });
  // By its own tables the provider may charge less where the account settles in another currency: who asks for it, and the last try, see.
  if (!isAsked && isBelowLeast(invoice) && (await canWait(call, invoice))) return wait(call, invoice);
  return charge(call, invoice, left, credit);
};

/** Locks an invoice to pay it; a refund after its entitlement, since it may be replaced by another invoice. */
const lockToPay = async (call: ActCall, invoiceId: string): Promise<Invoice | undefined> => {
  const found = await findInvoice(call.db, invoiceId);
  if (found && found.refund_of !== null) await lockDirectPurchase(call, found.entitlement_id);
  return found && lockInvoice(call.db, invoiceId);
};

/** When a payment is due, tried again, or still without an outcome. Emits invoice.paid or invoice.payment_failed. */
export const payDueInvoice = async (call: ActCall, { invoiceId }: { invoiceId: string }): Promise<void> => {
  const invoice = await lockToPay(call, invoiceId);
  if (!invoice || !invoiceIs.final(invoice.status)) return;
  if (paymentIs.processing(invoice.payment_status)) await followPayment(call, invoice);
  else if (paymentIs.open(invoice.payment_status)) await pay(call, invoice);
};

/** The same at once, because the seller asks for it. 409 unless the invoice is final and open. */
export const retryInvoicePayment = async (call: ActCall, { params }: { params: { invoiceId: string } }) => {
  const invoice = requireFound(await lockToPay(call, params.invoiceId), 'invoice');
  call.checkVersion(invoice.version);
  nextStatus('The invoice', invoiceTransitions, 'pay', invoice);
  // Names the statuses that allow it, where they do not.
  if (!allows(paymentTransitions, 'begin', invoice.payment_status)) moveOf('begin', invoice);
  return viewInvoice(call.orgId, await pay(call, invoice, true));
};
