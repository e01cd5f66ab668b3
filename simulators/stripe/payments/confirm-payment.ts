import { scheduleDue } from '../../kit/due.ts';
import { emit } from '../events/emit.ts';
import { type Json, readSettings, type StripeAnswer, type StripeCall, type Thing } from '../state.ts';
import { findThing, saveThing } from '../things.ts';
import { checkAmountFor } from '../wire/currency.ts';
import { unfit } from '../wire/errors.ts';
import { numberOf, textOf } from '../wire/params.ts';
import { putAttached } from './attach.ts';
import { putCharge } from './charge.ts';
import { cardError, type Decline, declineOf } from './declines.ts';
import { checkMethod, mandateFor, methodIn, missingMethod, wrongStatus } from './intent.ts';
import { behaviourOf } from './payment-method.ts';
import { isExpired } from './read-instrument.ts';
import { finishPayment } from './settle-payment.ts';

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const onlyCurrency: Record<string, string> = { us_bank_account: 'usd', sepa_debit: 'eur', bacs_debit: 'gbp' };

/** Confirms a payment: it succeeds, is authorized, waits for the bank or the buyer, or is declined by the issuer. */
export const confirmPayment = (call: StripeCall, intent: Thing, params: Json): Json | StripeAnswer => {
  if (!confirmable.includes(String(intent.wire.status))) throw wrongStatus('payment_intent', 'confirm', intent.wire);
  const method = methodIn(call, params, intent.wire.payment_method);
  if (!method) throw missingMethod('payment_intent');
  checkMethod('payment_intent', method, intent.wire);
  const type = String(method.wire.type);
  if ((onlyCurrency[type] ?? intent.wire.currency) !== intent.wire.currency) {
    throw unfit(
      `The currency provided (${String(intent.wire.currency)}) is invalid for the payment method type ${type}. Please try again using a currency that is supported by it: ${onlyCurrency[type]}.`,
      { param: 'payment_method_types' },
    );
  }
  const { brand = null } = (method.wire.card ?? {}) as Json;
  checkAmountFor(numberOf(intent.wire.amount), String(intent.wire.currency), textOf(brand));
  const mandate = mandateFor(call, 'payment_intent', method, params);
  const usage = params.setup_future_usage === undefined ? {} : { setup_future_usage: params.setup_future_usage };
  const named = saveThing(call, 'payment_intent', intent, { payment_method: method.id, ...usage }, { mandate });
  return type === 'card' ? payByCard(call, named, method, params) : payByBank(call, named, method);
};

const payByCard = (call: StripeCall, intent: Thing, method: Thing, params: Json): Json | StripeAnswer => {
  const behaviour = behaviourOf(method);
  if (isExpired(method.wire.card as Json, call.tx.at)) {
    return declinePayment(call, intent, method, declineOf('expired_card'));
  }
  if (behaviour.outcome === 'decline') {
    return declinePayment(call, intent, method, declineOf(behaviour.reason ?? ''));
  }
  if (behaviour.outcome === 'authenticate') {
    const isAway = params.off_session !== undefined && params.off_session !== 'false' && params.off_session !== '';
    if (isAway || params.error_on_requires_action === true) {
      return declinePayment(call, intent, method, declineOf('authentication_required'));
    }
    const back = textOf(params.return_url);
    const url = `https://hooks.stripe.com/simulated/${intent.id}`;
    const next: Json = back
      ? { redirect_to_url: { return_url: back, url }, type: 'redirect_to_url' }
      : { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    const saved = saveThing(call, 'payment_intent', intent, { next_action: next, status: 'requires_action' });
    emit(call, 'payment_intent.requires_action', saved.wire);
    return saved.wire;
  }
  keepMethod(call, intent, method);
  return finishPayment(call, intent, method).wire;
};

const payByBank = (call: StripeCall, intent: Thing, method: Thing): Json => {
  keepMethod(call, intent, method);
  const charge = putCharge(call, intent, method, { status: 'pending' });
  const saved = saveThing(call, 'payment_intent', intent, {
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'processing',
  });
  if (behaviourOf(method).outcome !== 'stuck') {
    const at = call.tx.at + readSettings(call.tx).debitDelayMs;
    scheduleDue(call.tx, { kind: 'debit-settle', at, refId: intent.id, detail: { accountId: call.account.id } });
  }
  emit(call, 'charge.pending', charge.wire);
  emit(call, 'payment_intent.processing', saved.wire);
  return saved.wire;
};

/** With `setup_future_usage` the payment method becomes the customer's; otherwise one without a customer is used up. */
const keepMethod = (call: StripeCall, intent: Thing, method: Thing): void => {
  if (method.wire.customer !== null) return;
  const owner = textOf(intent.wire.customer);
  const customer = owner === null ? undefined : findThing(call.tx, 'customer', call.account.id, owner);
  if (customer && textOf(intent.wire.setup_future_usage)) putAttached(call, method, customer);
  else saveThing(call, 'payment_method', method, {}, { used: true });
};

/** A declined payment: creates a failed charge, the intent requires another payment method, and the response is 402. */
export const declinePayment = (call: StripeCall, intent: Thing, method: Thing, decline: Decline): StripeAnswer => {
  const charge = putCharge(call, intent, method, { status: 'failed', decline });
  const error = cardError(decline, { charge: charge.id, payment_method: method.wire });
  const saved = saveThing(call, 'payment_intent', intent, {
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(call, 'charge.failed', charge.wire);
  emit(call, 'payment_intent.payment_failed', saved.wire);
  return { status: 402, body: { error: { ...error, payment_intent: saved.wire } } };
};
