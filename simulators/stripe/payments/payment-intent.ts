import { changedOf, emit } from '../events/emit.ts';
import { type Json, type StripeAnswer, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, needThing, saveThing } from '../things.ts';
import { checkAmount, readCurrency } from '../wire/currency.ts';
import { unfit } from '../wire/errors.ts';
import { mergeMetadata, numberOf, type ParamSpec, pick, readParams, textOf } from '../wire/params.ts';
import { confirmPayment } from './confirm-payment.ts';
import {
  checkReturn,
  clientSecret,
  confirmParams,
  createParams,
  methodIn,
  specFor,
  typesOf,
  wrongStatus,
} from './intent.ts';
import { captureCharge, releaseCharge } from './settle-payment.ts';

const more: ParamSpec = {
  capture_method: { oneOf: ['automatic', 'automatic_async', 'manual'] },
  off_session: 'any',
  receipt_email: 'text',
  setup_future_usage: { oneOf: ['off_session', 'on_session'] },
  shipping: 'any',
};
const spec: ParamSpec = {
  ...createParams,
  ...more,
  amount: 'integer',
  amount_details: 'any',
  application_fee_amount: 'integer',
  confirmation_method: { oneOf: ['automatic', 'manual'] },
  currency: 'text',
  error_on_requires_action: 'boolean',
  payment_details: 'any',
  radar_options: 'any',
  statement_descriptor: 'text',
  statement_descriptor_suffix: 'text',
  transfer_data: 'any',
  transfer_group: 'text',
};
const textNames = [
  'description',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
];

/** Creates a payment intent, and confirms it at once if requested. */
export const createPaymentIntent = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(call.params, specFor(call, spec), ['amount', 'currency']);
  const thing = putPaymentIntent(call, params);
  return params.confirm === true ? confirmPayment(call, thing, params) : thing.wire;
};

/** Stores the intent; `params` have been checked. */
export const putPaymentIntent = (call: StripeCall, params: Json): Thing => {
  const currency = readCurrency(params.currency);
  const amount = numberOf(params.amount);
  checkAmount(amount, currency);
  const customer = textOf(params.customer);
  if (customer !== null) needThing(call, 'customer', customer, 'customer');
  const types = typesOf(params);
  if (params.off_session !== undefined && params.confirm !== true) {
    throw unfit(
      'The parameter `off_session` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
      {
        param: 'off_session',
      },
    );
  }
  if (params.confirm === true) checkReturn('payment_intent', types, params);
  const method = methodIn(call, params, null);
  const thing = createThing(call, 'payment_intent', {
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: params.application_fee_amount ?? null,
    ...types,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: null,
    confirmation_method: params.confirmation_method ?? 'automatic',
    currency,
    customer,
    customer_account: null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: params.payment_method_options ?? {},
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: params.shipping ?? null,
    source: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    ...Object.fromEntries(textNames.map((name) => [name, params[name] ?? null])),
  });
  const made = saveThing(call, 'payment_intent', thing, { client_secret: clientSecret(call, thing.id) });
  emit(call, 'payment_intent.created', made.wire);
  return made;
};

export const confirmPaymentIntent = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(
    call.params,
    specFor(call, { ...confirmParams, ...more, error_on_requires_action: 'boolean' }),
  );
  const thing = needThing(call, 'payment_intent', call.path.id ?? '');
  checkReturn('payment_intent', thing.wire, params);
  return confirmPayment(call, thing, params);
};

export const updatePaymentIntent = (call: StripeCall): Json => {
  const { confirm: _confirm, off_session: _off, ...allowed } = spec;
  const params = readParams(call.params, specFor(call, allowed));
  const thing = needThing(call, 'payment_intent', call.path.id ?? '');
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  const { wire } = thing;
  const metadata = params.metadata === undefined ? {} : { metadata: mergeMetadata(wire.metadata, params.metadata) };
  const onlyMetadata = Object.keys(params).every((name) => ['metadata', 'description', 'expand'].includes(name));
  if (!open.includes(String(wire.status)) && !onlyMetadata) throw wrongStatus('payment_intent', 'update', wire);
  const currency = params.currency === undefined ? String(wire.currency) : readCurrency(params.currency);
  const amount = params.amount === undefined ? numberOf(wire.amount) : numberOf(params.amount);
  checkAmount(amount, currency);
  const customer = textOf(params.customer) ?? textOf(wire.customer);
  if (customer !== null) needThing(call, 'customer', customer, 'customer');
  const method = methodIn(call, params, wire.payment_method);
  const isTyped = params.allowed_payment_method_types !== undefined || params.payment_method_types !== undefined;
  const waits = method && wire.status === 'requires_payment_method';
  return saveThing(call, 'payment_intent', thing, {
    ...pick(params, [...textNames, 'capture_method', 'setup_future_usage', 'shipping']),
    ...(isTyped ? typesOf(params) : {}),
    ...metadata,
    amount,
    currency,
    customer,
    payment_method: method?.id ?? null,
    ...(waits ? { status: 'requires_confirmation' } : {}),
  }).wire;
};

/** Captures all or part of the authorized amount; the rest is released. */
export const capturePaymentIntent = (call: StripeCall): Json => {
  const params = readParams(call.params, {
    amount_to_capture: 'integer',
    application_fee_amount: 'integer',
    final_capture: 'boolean',
    metadata: 'metadata',
    statement_descriptor: 'text',
    statement_descriptor_suffix: 'text',
    transfer_data: 'any',
  });
  const thing = needThing(call, 'payment_intent', call.path.id ?? '');
  const { wire } = thing;
  if (wire.status !== 'requires_capture') {
    throw unfit(
      `This PaymentIntent could not be captured because it has a status of ${String(wire.status)}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { code: 'payment_intent_unexpected_state', payment_intent: wire },
    );
  }
  const amount = params.amount_to_capture === undefined ? numberOf(wire.amount) : numberOf(params.amount_to_capture);
  if (amount < 1 || amount > numberOf(wire.amount_capturable)) {
    throw unfit('The amount to capture must not be greater than the capturable amount.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  }
  captureCharge(call, String(wire.latest_charge), amount);
  const saved = saveThing(call, 'payment_intent', thing, {
    amount_capturable: 0,
    amount_received: amount,
    status: 'succeeded',
    ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(wire.metadata, params.metadata) }),
  });
  emit(call, 'payment_intent.succeeded', saved.wire);
  return saved.wire;
};

export const cancelPaymentIntent = (call: StripeCall): Json => {
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'];
  const params = readParams(call.params, { cancellation_reason: { oneOf: reasons } });
  const thing = needThing(call, 'payment_intent', call.path.id ?? '');
  const { wire } = thing;
  const open = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'];
  if (!open.includes(String(wire.status))) {
    throw unfit(
      `You cannot cancel this PaymentIntent because it has a status of ${String(wire.status)}. Only a PaymentIntent with one of the following statuses may be canceled: ${open.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: wire },
    );
  }
  if (wire.status === 'requires_capture') releaseCharge(call, String(wire.latest_charge));
  const saved = saveThing(call, 'payment_intent', thing, {
    amount_capturable: 0,
    canceled_at: seconds(call.tx.at),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  });
  emit(call, 'payment_intent.canceled', saved.wire, pick(changedOf(wire, saved.wire), ['status']));
  return saved.wire;
};
