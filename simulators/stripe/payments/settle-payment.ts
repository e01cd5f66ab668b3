import { bookCharge } from '../balance/transaction.ts';
import { payInvoiceOf, reopenInvoiceOf } from '../billing/invoice-payment.ts';
import { changedOf, emit } from '../events/emit.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { needThing, saveThing } from '../things.ts';
import { numberOf } from '../wire/params.ts';
import { putCharge } from './charge.ts';
import { bankFailures } from './declines.ts';
import { behaviourOf } from './payment-method.ts';

/** A card payment approved by the issuer: paid, or authorized until it is captured. */
export const finishPayment = (call: StripeCall, intent: Thing, method: Thing): Thing => {
  const isManual = intent.wire.capture_method === 'manual';
  const charge = book(call, putCharge(call, intent, method, { status: 'succeeded', captured: !isManual }), !isManual);
  const amount = numberOf(intent.wire.amount);
  const saved = saveThing(call, 'payment_intent', intent, {
    amount_capturable: isManual ? amount : 0,
    amount_received: isManual ? 0 : amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: isManual ? 'requires_capture' : 'succeeded',
  });
  emit(call, 'charge.succeeded', charge.wire);
  emit(call, isManual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', saved.wire);
  if (!isManual) payInvoiceOf(call, saved);
  return saved;
};

/** The bank has paid a debit, or returned it with a failure code. Does nothing if it is no longer in processing. */
export const settleDebit = (call: StripeCall, intentId: string, outcome?: string): Thing | null => {
  const intent = needThing(call, 'payment_intent', intentId);
  if (intent.wire.status !== 'processing') return null;
  const method = needThing(call, 'payment_method', String(intent.wire.payment_method));
  const charge = needThing(call, 'charge', String(intent.wire.latest_charge));
  const behaviour = behaviourOf(method);
  const natural = behaviour.outcome === 'decline' ? (behaviour.reason ?? 'generic_could_not_process') : 'succeed';
  const failure = outcome ?? natural;
  if (failure === 'succeed') return payDebit(call, intent, charge);
  const message = bankFailures[failure] ?? 'This payment could not be processed.';
  const failed = saveThing(call, 'charge', charge, {
    captured: false,
    failure_code: failure,
    failure_message: message,
    paid: false,
    status: 'failed',
  });
  const error: Json = {
    charge: charge.id,
    code: failure,
    message,
    payment_method: method.wire,
    type: 'invalid_request_error',
  };
  const saved = saveThing(call, 'payment_intent', intent, {
    last_payment_error: error,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(call, 'charge.failed', failed.wire);
  emit(call, 'payment_intent.payment_failed', saved.wire);
  reopenInvoiceOf(call, saved);
  return saved;
};

const payDebit = (call: StripeCall, intent: Thing, charge: Thing): Thing => {
  const amount = numberOf(intent.wire.amount);
  const paid = saveThing(call, 'charge', charge, { amount_captured: amount, paid: true, status: 'succeeded' });
  const booked = book(call, paid, true);
  const saved = saveThing(call, 'payment_intent', intent, { amount_received: amount, status: 'succeeded' });
  emit(call, 'charge.succeeded', booked.wire);
  emit(call, 'payment_intent.succeeded', saved.wire);
  payInvoiceOf(call, saved);
  return saved;
};

const book = (call: StripeCall, charge: Thing, isCaptured: boolean): Thing => {
  if (!isCaptured) return charge;
  return saveThing(call, 'charge', charge, { balance_transaction: bookCharge(call, charge).id });
};

/** Captures an authorized charge; the rest is released. */
export const captureCharge = (call: StripeCall, id: string, amount: number): void => {
  const charge = needThing(call, 'charge', id);
  const captured = saveThing(call, 'charge', charge, { amount_captured: amount, captured: true });
  const booked = book(call, captured, true);
  emit(call, 'charge.captured', booked.wire, changedOf(charge.wire, booked.wire));
};

/** Releases an authorization. */
export const releaseCharge = (call: StripeCall, id: string): void => {
  const charge = needThing(call, 'charge', id);
  const released = saveThing(call, 'charge', charge, { amount_refunded: charge.wire.amount ?? 0, refunded: true });
  emit(call, 'charge.refunded', released.wire, changedOf(charge.wire, released.wire));
};
