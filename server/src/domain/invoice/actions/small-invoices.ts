import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { hasEnded } from '../../entitlement/actions/has-ended.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, type InvoiceLine, payKind, tooSmallCode } from '../invoice.ts';
import { leastChargeOf } from '../round-charge.ts';
import { invoiceTransitions, paymentIs, paymentTransitions } from '../states.ts';
import { hasOtherDrafts, lockWaiting } from '../store.ts';

/**
 * Invoices that are less than the provider charges: each waits for the next one of its purchase, which takes it in. What is left
 * when the purchase has ended is charged by itself, and written off where the provider refuses that (decision 0234).
 */

/** A waiting invoice is looked at again after so long: its purchase may have ended, or credit been granted. */
const lookAfterMs = 30 * 86_400_000;

/** Whether another invoice of the purchase may come that takes this one in. */
export const canWait = async (call: ActCall, invoice: Invoice): Promise<boolean> => {
  // Credit has paid a part of it: it is collected as it is.
  if (!big(invoice.credit_amount).eq(0)) return false;
  return !(await hasEnded(call, invoice.entitlement_id)) || hasOtherDrafts(call.db, invoice);
};

export const isBelowLeast = (invoice: Invoice): boolean => big(invoice.amount).lt(leastChargeOf(invoice));

/** Leaves a locked invoice unpaid until the next one takes it in. */
export const wait = async (call: ActCall, invoice: Invoice): Promise<Invoice> => {
  await scheduleDue(call.db, payKind, invoice.id, new Date(call.now.getTime() + lookAfterMs));
  const { payment_status: payment, error } = invoice;
  if (error?.code === tooSmallCode && paymentIs.open(payment) && !paymentIs.failed(payment)) return invoice;
  const message = 'Less than the provider charges at least; the next invoice of the purchase takes it in.';
  const change = {
    payment_status: nextStatus('The payment', paymentTransitions, 'wait', { status: invoice.payment_status }),
    next_attempt_time: null,
    error: { code: tooSmallCode, message },
  };
  return (await changeInvoice(call, invoice, change)).row;
};

/** Withdraws an invoice that the provider refuses as too small, and that no other can take in. */
export const writeOff = async (call: ActCall, invoice: Invoice): Promise<Invoice> => {
  const change = {
    status: nextStatus('The invoice', invoiceTransitions, 'writeOff', invoice),
    payment_status: nextStatus('The payment', paymentTransitions, 'fail', { status: invoice.payment_status }),
    next_attempt_time: null,
    error: { code: tooSmallCode, message: 'Written off: less than the provider charges, and the purchase has ended.' },
  };
  await cancelDue(call.db, payKind, invoice.id);
  return (await changeInvoice(call, invoice, change, 'invoice.written_off')).row;
};

/** The lines by which an invoice that becomes final takes in those that wait. Its entitlement must be locked. */
export const takeInWaiting = async (call: ActCall, into: Invoice): Promise<InvoiceLine[]> => {
  const lines: InvoiceLine[] = [];
  for (const invoice of await lockWaiting(call.db, into.entitlement_id, leastChargeOf(into))) {
    const status = nextStatus('The invoice', invoiceTransitions, 'carry', invoice);
    await cancelDue(call.db, payKind, invoice.id);
    await changeInvoice(recordsAround(call), invoice, { status, carried_to: into.id }, 'invoice.carried_over');
    const key = encodeId('invoice', invoice.id);
    lines.push({
      kind: 'CARRIED_OVER',
      key,
      name: 'Carried over: too small to be charged alone',
      amount: invoice.amount,
    });
  }
  return lines;
};
