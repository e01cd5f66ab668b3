import { z } from 'zod';
import { type ControlResult, type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { deleteCustomer, updateCustomer } from '../customers/customer.ts';
import { changedOf, emit } from '../events/emit.ts';
import { declinePayment } from '../payments/confirm-payment.ts';
import { bankFailures, cardDeclines, declineOf } from '../payments/declines.ts';
import { detachFromCustomer } from '../payments/payment-method.ts';
import { finishPayment, settleDebit } from '../payments/settle-payment.ts';
import { declineSetup, finishSetup } from '../payments/settle-setup.ts';
import { createSetupIntent } from '../payments/setup-intent.ts';
import type { Json, StripeCall, StripeTables, Thing } from '../state.ts';
import { needThing, saveThing } from '../things.ts';
import { hash, textOf } from '../wire/params.ts';
import { actOn } from './staff.ts';

const addBody = z.looseObject({
  /** A test token: `pm_card_visa`, `pm_usBankAccount_success`, … */
  token: z.string().min(1).default('pm_card_visa'),
  /** Alternatively the number of a US bank account, which the buyer must verify before it is attached. */
  accountNumber: z
    .string()
    .regex(/^\d{4,17}$/)
    .optional(),
  makeDefault: z.union([z.boolean(), z.stringbool()]).default(false),
});
const reasons = [...Object.keys(cardDeclines), ...Object.keys(bankFailures)] as [string, ...string[]];
const behaviourBody = z.looseObject({
  outcome: z.enum(['succeed', 'decline', 'authenticate', 'stuck']),
  reason: z.enum(reasons).nullable().default(null),
});
const cardBody = z.looseObject({ expMonth: z.coerce.number().int().min(1).max(12), expYear: z.coerce.number().int() });
const debitBody = z.looseObject({
  outcome: z.enum(['succeed', ...Object.keys(bankFailures)] as [string, ...string[]]).default('succeed'),
});
const authBody = z.looseObject({ outcome: z.enum(['succeed', 'fail']).default('succeed') });

/** Routes for actions of buyers, banks and the seller's staff on Stripe's pages. */
export const buyerRoutes: ControlRoutes<StripeTables> = {
  'POST /customer/:id/payment-method': ({ simulation, params, body }) => {
    const { token, accountNumber, makeDefault } = readControlBody(addBody, body);
    return actOn(simulation, { kind: 'customer', id: params.id ?? '' }, (call, customer) => {
      const { method, setup } = addMethod(call, customer, accountNumber === undefined ? { token } : { accountNumber });
      if (makeDefault && setup.status === 'succeeded') makeMethodDefault(call, customer.id, method.id);
      return { value: { ...method.wire, setupIntent: { id: setup.id, status: setup.status } }, created: true };
    });
  },
  'POST /customer/:id/delete': ({ simulation, params }) =>
    actOn(simulation, { kind: 'customer', id: params.id ?? '' }, (call) => ({ value: deleteCustomer(call) })),
  'POST /payment-method/:id/remove': ({ simulation, params }) =>
    actOn(simulation, { kind: 'payment_method', id: params.id ?? '' }, (call, method) => {
      if (method.wire.customer === null) throw controlError(409, 'the payment method belongs to no customer');
      return { value: detachFromCustomer(call, method).wire };
    }),
  'POST /payment-method/:id/default': ({ simulation, params }) =>
    actOn(simulation, { kind: 'payment_method', id: params.id ?? '' }, (call, method) => {
      const customer = textOf(method.wire.customer);
      if (customer === null) throw controlError(409, 'the payment method belongs to no customer');
      return { value: makeMethodDefault(call, customer, method.id) };
    }),
  'POST /payment-method/:id/behaviour': ({ simulation, params, body }) => {
    const behaviour = readControlBody(behaviourBody, body);
    return actOn(simulation, { kind: 'payment_method', id: params.id ?? '' }, (call, method) => {
      const { outcome, reason } = behaviour;
      const saved = saveThing(call, 'payment_method', method, {}, { outcome, reason });
      return { value: { id: saved.id, behaviour: saved.hidden } };
    });
  },
  'POST /payment-method/:id/expire': ({ simulation, params }) =>
    actOn(simulation, { kind: 'payment_method', id: params.id ?? '' }, (call, method) => {
      const last = new Date(call.tx.at);
      last.setUTCDate(0);
      return putExpiry(call, method, { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() }, null);
    }),
  'POST /payment-method/:id/renew': ({ simulation, params, body }) => {
    const { expMonth, expYear } = readControlBody(cardBody, body);
    return actOn(simulation, { kind: 'payment_method', id: params.id ?? '' }, (call, method) =>
      putExpiry(call, method, { exp_month: expMonth, exp_year: expYear }, 'payment_method.automatically_updated'),
    );
  },
  'POST /payment-intent/:id/settle': ({ simulation, params, body }) => {
    const { outcome } = readControlBody(debitBody, body);
    return actOn(simulation, { kind: 'payment_intent', id: params.id ?? '' }, (call, intent) => {
      const settled = settleDebit(call, intent.id, outcome);
      if (!settled) throw controlError(409, `the payment is ${String(intent.wire.status)}, not processing`);
      return { value: settled.wire };
    });
  },
  'POST /payment-intent/:id/authenticate': ({ simulation, params, body }) => {
    const { outcome } = readControlBody(authBody, body);
    return actOn(simulation, { kind: 'payment_intent', id: params.id ?? '' }, (call, intent) => {
      const method = methodAwaited(call, intent);
      if (outcome === 'succeed') return { value: finishPayment(call, intent, method).wire };
      declinePayment(call, intent, method, declineOf('authentication_required'));
      return { value: needThing(call, 'payment_intent', intent.id).wire };
    });
  },
  'POST /setup-intent/:id/authenticate': ({ simulation, params, body }) => {
    const { outcome } = readControlBody(authBody, body);
    return actOn(simulation, { kind: 'setup_intent', id: params.id ?? '' }, (call, intent) => {
      const found = methodAwaited(call, intent);
      const method = saveThing(call, 'payment_method', found, {}, { verified: true });
      if (outcome === 'succeed')
        return { value: finishSetup(call, intent, method, textOf(intent.hidden.mandate)).wire };
      declineSetup(call, intent, method, declineOf('authentication_required'));
      return { value: needThing(call, 'setup_intent', intent.id).wire };
    });
  },
};

const addMethod = (
  call: StripeCall,
  customer: Thing,
  given: { token: string } | { accountNumber: string },
): { method: Thing; setup: Json } => {
  const acceptance = { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'simulated browser' } };
  const entered: Json =
    'token' in given
      ? { payment_method: given.token }
      : {
          payment_method_data: {
            type: 'us_bank_account',
            us_bank_account: { account_number: given.accountNumber, routing_number: '110000000' },
            billing_details: { name: textOf(customer.wire.name) ?? 'Buyer' },
          },
        };
  const params: Json = {
    ...entered,
    allowed_payment_method_types: ['card', 'us_bank_account', 'sepa_debit', 'bacs_debit'],
    confirm: 'true',
    customer: customer.id,
    mandate_data: { customer_acceptance: acceptance },
  };
  const answer = createSetupIntent({ ...call, params });
  if ('body' in answer && answer.status === 402) {
    throw controlError(409, String(hash(hash(answer.body as Json).error).message));
  }
  const setup = answer as Json;
  return { method: needThing(call, 'payment_method', String(setup.payment_method)), setup };
};

const makeMethodDefault = (call: StripeCall, customer: string, method: string): Json => {
  const params = { invoice_settings: { default_payment_method: method } };
  return updateCustomer({ ...call, params, path: { id: customer } });
};

const putExpiry = (call: StripeCall, method: Thing, expiry: Json, event: string | null): ControlResult => {
  if (method.wire.type !== 'card') throw controlError(409, 'only cards expire');
  const saved = saveThing(call, 'payment_method', method, { card: { ...hash(method.wire.card), ...expiry } });
  if (event !== null) emit(call, event, saved.wire, changedOf(method.wire, saved.wire));
  return { value: saved.wire };
};

const methodAwaited = (call: StripeCall, intent: Thing): Thing => {
  if (intent.wire.status !== 'requires_action') {
    throw controlError(409, `it is ${String(intent.wire.status)}, not requires_action`);
  }
  return needThing(call, 'payment_method', String(intent.wire.payment_method));
};
