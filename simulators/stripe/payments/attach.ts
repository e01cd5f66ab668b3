import { emit } from '../events/emit.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { needThing, saveThing } from '../things.ts';
import { refusal, unfit } from '../wire/errors.ts';
import { readParams, textOf } from '../wire/params.ts';
import { cardError, declineOf } from './declines.ts';
import { behaviourOf, methodOf } from './payment-method.ts';

/** Attaches a payment method to a customer; test tokens such as `pm_card_visa` create a new one. */
export const attachToCustomer = (call: StripeCall): Json => {
  const params = readParams(call.params, { customer: 'text', customer_account: 'text' }, ['customer']);
  const customer = needThing(call, 'customer', textOf(params.customer) ?? '', 'customer');
  return attachPaymentMethod(call, call.path.id ?? '', customer, null).wire;
};

/** Attaches a payment method; if the issuer declines, the request is refused and nothing is attached. */
export const attachPaymentMethod = (call: StripeCall, id: string, customer: Thing, param: string | null): Thing => {
  const method = methodOf(call, id, param);
  const { wire } = method;
  if (wire.customer === customer.id) return method;
  if (wire.customer !== null) {
    throw unfit('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  checkFresh(method);
  const behaviour = behaviourOf(method);
  if (!behaviour.verified) {
    throw unfit(
      'The bank account you provided has not been verified. `us_bank_account` PaymentMethods must be verified before they can be attached to a Customer; use a SetupIntent.',
      { code: 'payment_method_bank_account_unverified' },
    );
  }
  if (behaviour.outcome === 'decline' && behaviour.declinesSetup) {
    const error = cardError(declineOf(behaviour.reason ?? 'generic_decline'));
    throw refusal({ status: 402, error, begun: true });
  }
  return putAttached(call, method, customer);
};

/** Marks a payment method as a customer's. */
export const putAttached = (call: StripeCall, method: Thing, customer: Thing): Thing => {
  const saved = saveThing(call, 'payment_method', method, { customer: customer.id });
  emit(call, 'payment_method.attached', saved.wire);
  return saved;
};

/** Refuses a payment method that was used without a customer, or detached: it cannot be used again. */
export const checkFresh = (method: Thing): void => {
  if (method.hidden.detached !== true && method.hidden.used !== true) return;
  throw unfit(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state' },
  );
};
