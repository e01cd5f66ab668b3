import { emit } from '../events/emit.ts';
import { type Json, type StripeAnswer, type StripeCall, seconds, type Thing } from '../state.ts';
import { findThing, saveThing } from '../things.ts';
import { textOf } from '../wire/params.ts';
import { putAttached } from './attach.ts';
import { cardError, type Decline, declineOf } from './declines.ts';
import { checkMethod, mandateFor, methodIn, missingMethod, wrongStatus } from './intent.ts';
import { behaviourOf } from './payment-method.ts';
import { isExpired } from './read-instrument.ts';

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Confirms a setup: it succeeds, waits for the buyer, or is declined by the issuer. */
export const confirmSetup = (call: StripeCall, intent: Thing, params: Json): Json | StripeAnswer => {
  if (!confirmable.includes(String(intent.wire.status))) throw wrongStatus('setup_intent', 'confirm', intent.wire);
  const method = methodIn(call, params, intent.wire.payment_method);
  if (!method) throw missingMethod('setup_intent');
  checkMethod('setup_intent', method, intent.wire);
  const mandate = mandateFor(call, 'setup_intent', method, params);
  const behaviour = behaviourOf(method);
  const named = saveThing(call, 'setup_intent', intent, { payment_method: method.id }, { mandate });
  const card = method.wire.card;
  if (card && isExpired(card as Json, call.tx.at)) return declineSetup(call, named, method, declineOf('expired_card'));
  if (behaviour.outcome === 'decline' && behaviour.declinesSetup) {
    return declineSetup(call, named, method, declineOf(behaviour.reason ?? ''));
  }
  if (behaviour.outcome === 'authenticate') {
    const next: Json = {
      redirect_to_url: { return_url: params.return_url ?? null, url: pageOf(intent.id) },
      type: 'redirect_to_url',
    };
    return awaitBuyer(call, named, textOf(params.return_url) ? next : { type: 'use_stripe_sdk', use_stripe_sdk: {} });
  }
  if (!behaviour.verified) {
    return awaitBuyer(call, named, {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: seconds(call.tx.at + 86_400_000),
        hosted_verification_url: pageOf(intent.id),
        microdeposit_type: 'amounts',
      },
    });
  }
  return finishSetup(call, named, method, mandate).wire;
};

const awaitBuyer = (call: StripeCall, intent: Thing, nextAction: Json): Json => {
  const saved = saveThing(call, 'setup_intent', intent, { next_action: nextAction, status: 'requires_action' });
  emit(call, 'setup_intent.requires_action', saved.wire);
  return saved.wire;
};

/** A declined setup: the intent keeps the error and requires another payment method; the response is 402. */
export const declineSetup = (call: StripeCall, intent: Thing, method: Thing, decline: Decline): StripeAnswer => {
  const error = cardError(decline, { payment_method: method.wire });
  const saved = saveThing(call, 'setup_intent', intent, {
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(call, 'setup_intent.setup_failed', saved.wire);
  return { status: 402, body: { error: { ...error, setup_intent: saved.wire } } };
};

/** A successful setup: the payment method belongs to the customer and may be charged while the buyer is absent. */
export const finishSetup = (call: StripeCall, intent: Thing, method: Thing, mandate: string | null): Thing => {
  const customer = textOf(intent.wire.customer);
  const owner = customer === null ? undefined : findThing(call.tx, 'customer', call.account.id, customer);
  const ready = behaviourOf(method).reason === 'until-set-up' ? { outcome: 'succeed', reason: null } : {};
  const set = saveThing(call, 'payment_method', method, {}, ready);
  if (owner && set.wire.customer === null) putAttached(call, set, owner);
  const saved = saveThing(call, 'setup_intent', intent, {
    last_setup_error: null,
    mandate,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  emit(call, 'setup_intent.succeeded', saved.wire);
  return saved;
};

const pageOf = (id: string): string => `https://payments.stripe.com/simulated/${id}`;
