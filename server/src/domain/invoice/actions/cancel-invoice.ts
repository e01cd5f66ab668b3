import type { ActCall } from '../../../contract/call.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeInvoice } from '../change.ts';
import { invoiceIs, invoiceTransitions, paymentIs, paymentStatuses } from '../states.ts';
import { lockInvoice } from '../store.ts';

/**
 * Withdraws an invoice: nothing more is charged for it, and what it was for is not billed again. 409 once a part of it
 * is paid, or while it is being paid.
 */
export const cancelInvoice = async (call: ActCall, { params }: { params: { invoiceId: string } }) => {
  const old = requireFound(await lockInvoice(call.db, params.invoiceId), 'invoice');
  call.checkVersion(old.version);
  const status = nextStatus('The invoice', invoiceTransitions, 'cancel', old);
  const { payment_status: paymentStatus } = old;
  if (!paymentIs.open(paymentStatus)) {
    const allowedFrom = paymentStatuses.filter(paymentIs.open);
    const message = `The payment of the invoice is ${paymentStatus}; only an unpaid invoice can be canceled.`;
    throw new Refusal('Conflict', message, { status: paymentStatus, allowedFrom });
  }
  if (invoiceIs.final(old.status) && old.credit_amount !== '0') {
    const message = 'Credit has paid a part of the invoice. End the purchase to have it given back.';
    throw new Refusal('Conflict', message, { status: paymentStatus, allowedFrom: [] });
  }
  return (await changeInvoice(call, old, { status, next_attempt_time: null }, 'invoice.canceled')).view;
};
