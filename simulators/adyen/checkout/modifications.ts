import type { DueItem } from '../../kit/due.ts';
import { scheduleDue } from '../../kit/due.ts';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { CheckoutCall } from '../call.ts';
import { invalid } from '../errors.ts';
import { takenOf } from '../settlement/dispute.ts';
import { bookPayment } from '../settlement/movement.ts';
import { type AdyenChange, type Amount, type Json, newReference, type Payment, readSettings } from '../state.ts';
import { notify } from '../webhooks/notify.ts';
import { needAmount, paymentRequest, readBody } from './fields.ts';
import { needMerchant } from './merchant.ts';

export type ModificationKind = 'captures' | 'refunds' | 'cancels' | 'reversals';

/** Accepts a modification of a payment. The response only confirms receipt; a webhook reports the outcome. */
export const modifyPayment = (call: CheckoutCall, kind: ModificationKind): HttpAnswer => {
  const { tx } = call;
  const body = readBody(paymentRequest, call.body);
  const merchant = needMerchant(call, body.merchantAccount);
  const payment = tx.get('payments', call.path.id ?? '');
  if (payment?.merchantId !== merchant.id) {
    throw invalid('167', 'Original pspReference required for this operation');
  }
  const hasAmount = kind === 'captures' || kind === 'refunds';
  const amount = hasAmount ? needAmount(body.amount) : payment.amount;
  if (amount.currency !== payment.amount.currency) {
    throw invalid('138', 'Unsupported currency specified');
  }
  const pspReference = newReference(tx);
  const reference = body.reference ?? '';
  const at = tx.at + readSettings(tx).modificationDelayMs;
  scheduleDue(tx, { kind: 'modification', at, refId: payment.id, detail: { kind, amount, pspReference, reference } });
  const answer: Json = {
    merchantAccount: merchant.id,
    paymentPspReference: payment.id,
    pspReference,
    reference,
    status: 'received',
    ...(hasAmount ? { amount } : {}),
  };
  return jsonAnswer(201, answer);
};

/** Processes a modification: it succeeds or is refused, and its webhook is queued. */
export const settleModification = (tx: AdyenChange, item: DueItem): void => {
  const payment = tx.get('payments', item.refId);
  const merchant = payment && tx.get('merchants', payment.merchantId);
  if (!payment || !merchant) return;
  const {
    kind: given,
    amount,
    pspReference,
    reference,
  } = item.detail as {
    kind: ModificationKind;
    amount: Amount;
    pspReference: string;
    reference: string;
  };
  const kind = given === 'reversals' ? (payment.captured > 0 ? 'refunds' : 'cancels') : given;
  const { saved, failure } = apply(payment, kind, amount.value);
  if (saved) tx.put('payments', saved);
  const codes = { captures: 'CAPTURE', refunds: 'REFUND', cancels: 'CANCELLATION' } as const;
  const base = {
    pspReference,
    originalReference: payment.id,
    merchantReference: reference === '' ? payment.reference : reference,
    amount,
    paymentMethod: payment.details.brand ?? payment.details.type,
  };
  const eventCode = given === 'reversals' ? 'CANCEL_OR_REFUND' : codes[kind];
  notify(tx, merchant, { ...base, eventCode, success: failure === null, reason: failure ?? '' });
  // Card holder names for tests make a modification fail after it was accepted.
  const late = { captures: 'capture failed', refunds: 'refund failed', cancels: null }[kind];
  const fails = failure === null && late !== null && payment.details.holderName === late;
  if (failure === null && kind !== 'cancels')
    bookModification(tx, payment, kind, { amount, pspReference, reference, fails });
  if (!fails) return;
  tx.put('payments', payment);
  notify(tx, merchant, { ...base, eventCode: `${codes[kind]}_FAILED`, success: true, reason: 'simulated failure' });
};

/** Books a capture or refund. A refund that fails is returned; a capture that fails is never settled. */
const bookModification = (
  tx: AdyenChange,
  payment: Payment,
  kind: 'captures' | 'refunds',
  given: { amount: Amount; pspReference: string; reference: string; fails: boolean },
): void => {
  const { amount, pspReference, reference, fails } = given;
  const named = { amount, modificationReference: pspReference, modificationMerchantReference: reference };
  if (kind === 'captures') {
    if (!fails) bookPayment(tx, payment, { ...named, type: 'Settled' });
    return;
  }
  bookPayment(tx, payment, { ...named, type: 'Refunded' });
  if (fails) bookPayment(tx, payment, { ...named, type: 'RefundedReversed' });
};

const apply = (
  payment: Payment,
  kind: Exclude<ModificationKind, 'reversals'>,
  value: number,
): { saved?: Payment; failure: string | null } => {
  const { status, captured, refunded, amount } = payment;
  if (kind === 'cancels') {
    if (status !== 'authorised') return { failure: `Transaction is ${status}` };
    if (captured > 0) return { failure: 'Transaction already captured' };
    return { saved: { ...payment, status: 'cancelled' }, failure: null };
  }
  if (status !== 'authorised') return { failure: `Transaction is ${status}` };
  if (kind === 'captures') {
    if (captured + value > amount.value) return { failure: 'Insufficient balance on payment' };
    return { saved: { ...payment, captured: captured + value }, failure: null };
  }
  if (captured === 0) return { failure: 'Transaction has not been captured, refund not possible' };
  const taken = takenOf(payment);
  if (taken > 0 && refunded + taken >= captured) return { failure: 'Transaction is charged back' };
  if (refunded + taken + value > captured) return { failure: 'Insufficient balance on payment' };
  return { saved: { ...payment, refunded: refunded + value }, failure: null };
};
