import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { type Big, big } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { beginRefund } from '../../buyer/wallet/actions/begin-refund.ts';
import { loadCharge } from '../../buyer/wallet/actions/load-charge.ts';
import { returnCredit } from '../../buyer/wallet/actions/return-credit.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, payKind } from '../invoice.ts';
import { askAfterMs, attemptBasis, attemptReference } from '../payment.ts';
import { invoiceTransitions, paymentIs, paymentTransitions } from '../states.ts';
import { lockInvoice, sumRefunded } from '../store.ts';
import { followPayment } from './follow-payment.ts';
import { giveBack } from './settle-ended.ts';

const moveOf = (act: keyof typeof paymentTransitions, { payment_status: status }: Invoice) =>
  nextStatus('The refund', paymentTransitions, act, { status });

/** What of a refund is given back: not what disputes had taken before. */
export const givenBack = ({ amount, lost_amount: lost }: Invoice): Big => big(amount).minus(lost);

const least = (left: Big, right: Big): Big => (left.lt(right) ? left : right);

/** Records that a refund has been given back, at the invoice that it gives back, too. Emits invoice.paid. */
export const completeRefund = async (
  call: ActCall,
  refund: Invoice,
  original: Invoice,
  besides: Partial<Pick<Invoice, 'credit_amount' | 'lost_amount'>> = {},
): Promise<Invoice> => {
  const refunded = big(original.refunded_amount)
    .plus(givenBack({ ...refund, ...besides }))
    .toFixed();
  await changeInvoice(recordsAround(call), original, { refunded_amount: refunded });
  const change = {
    ...besides,
    payment_status: moveOf('succeed', refund),
    paid_time: call.now,
    next_attempt_time: null,
    error: null,
  };
  await cancelDue(call.db, payKind, refund.id);
  return (await changeInvoice(call, refund, change, 'invoice.paid')).row;
};

/**
 * Gives back a locked refund: first what a payment method was charged, the rest to the credit that paid. What disputes have taken
 * back is no longer there to be given back (decision 0251). It waits while the invoice is still being paid. An invoice that was not paid in the end is replaced by one of the part that was used.
 */
export const payRefund = async (call: ActCall, refund: Invoice): Promise<Invoice> => {
  const original = requireFound(await lockInvoice(call.db, refund.refund_of ?? ''), 'invoice');
  if (paymentIs.processing(original.payment_status)) {
    await scheduleDue(call.db, payKind, refund.id, new Date(call.now.getTime() + askAfterMs));
    return refund;
  }
  if (!paymentIs.paid(original.payment_status)) {
    const status = nextStatus('The invoice', invoiceTransitions, 'cancel', refund);
    const canceled = await changeInvoice(call, refund, { status, next_attempt_time: null }, 'invoice.canceled');
    // What is given back of an invoice that had taken in another is no part of its own period.
    if (refund.reference !== `REFUND ${original.reference}`) return canceled.row;
    const { entitlement_id: id, buyer_id: buyerId, partner, currency } = original;
    await giveBack(call, { id, buyerId, partner, currency }, original, big(refund.amount));
    return canceled.row;
  }
  // An invoice that has taken in another one is given back for both.
  const unrefunded = big(original.charged_amount).minus(await sumRefunded(call.db, refund));
  // What an earlier attempt has given back to credit has stayed there.
  const open = big(refund.amount).minus(refund.credit_amount);
  const wanted = least(open, unrefunded);
  const left = unrefunded.minus(original.lost_amount);
  const given = left.gt(0) ? least(wanted, left) : big(0);
  const charged = given.toFixed();
  const lost = wanted.minus(given).toFixed();
  const back = await returnCredit(recordsAround(call), {
    buyerId: original.buyer_id,
    spent: encodeId('invoice', original.id),
    amount: open.minus(wanted).toFixed(),
    reference: attemptReference(refund.id, refund.attempts),
  });
  const besides = { credit_amount: big(refund.credit_amount).plus(back).toFixed(), lost_amount: lost };
  if (given.eq(0)) return completeRefund(call, refund, original, besides);
  const loaded = requireFound(
    await loadCharge(call, original.buyer_id, attemptReference(original.id, original.attempts)),
    'charge',
  );
  const attempts = refund.attempts + 1;
  const reference = attemptReference(refund.id, attempts);
  const basis = attemptBasis(refund, attempts);
  await beginRefund(recordsAround(call), { chargeId: loaded.charge.id, amount: charged, reference, basis });
  const change = {
    payment_status: moveOf('begin', refund),
    charged_amount: charged,
    attempts,
    next_attempt_time: null,
  };
  const begun = await changeInvoice(call, refund, { ...change, ...besides });
  await followPayment(call, begun.row);
  return begun.row;
};
