import { emit } from '../events/emit.ts';
import type { Json, StripeAnswer, StripeCall, Thing } from '../state.ts';
import { createThing, needThing, saveThing } from '../things.ts';
import { mergeMetadata, type ParamSpec, readParams, textOf } from '../wire/params.ts';
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
import { confirmSetup, finishSetup } from './settle-setup.ts';

const spec: ParamSpec = {
  ...createParams,
  attach_to_self: 'boolean',
  flow_directions: 'texts',
  single_use: 'any',
  usage: { oneOf: ['off_session', 'on_session'] },
};

/** Begins to set up a payment method for later payments, and confirms it at once if requested. */
export const createSetupIntent = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(call.params, specFor(call, spec));
  const customer = textOf(params.customer);
  if (customer !== null) needThing(call, 'customer', customer, 'customer');
  const types = typesOf(params);
  if (params.confirm === true) checkReturn('setup_intent', types, params);
  const method = methodIn(call, params, null);
  const thing = createThing(call, 'setup_intent', {
    application: null,
    ...types,
    cancellation_reason: null,
    client_secret: null,
    customer,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: params.payment_method_options ?? null,
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  });
  const made = saveThing(call, 'setup_intent', thing, { client_secret: clientSecret(call, thing.id) });
  emit(call, 'setup_intent.created', made.wire);
  return params.confirm === true ? confirmSetup(call, made, params) : made.wire;
};

export const confirmSetupIntent = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(call.params, specFor(call, confirmParams));
  const thing = needThing(call, 'setup_intent', call.path.id ?? '');
  checkReturn('setup_intent', thing.wire, params);
  return confirmSetup(call, thing, params);
};

export const updateSetupIntent = (call: StripeCall): Json => {
  const names = [
    'customer',
    'description',
    'metadata',
    'payment_method',
    'allowed_payment_method_types',
    'payment_method_types',
  ];
  const changeable = Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
  const params = readParams(call.params, specFor(call, changeable));
  const thing = needThing(call, 'setup_intent', call.path.id ?? '');
  checkOpen(thing, 'update');
  const method = methodIn(call, params, thing.wire.payment_method);
  const { metadata: given, payment_method: _method, expand: _expand, ...rest } = params;
  const isTyped = rest.allowed_payment_method_types !== undefined || rest.payment_method_types !== undefined;
  return saveThing(call, 'setup_intent', thing, {
    ...rest,
    ...(isTyped ? typesOf(rest) : {}),
    payment_method: method?.id ?? null,
    status:
      method && thing.wire.status === 'requires_payment_method' ? 'requires_confirmation' : (thing.wire.status ?? ''),
    ...(given === undefined ? {} : { metadata: mergeMetadata(thing.wire.metadata, given) }),
  }).wire;
};

/** Completes the verification of a bank account with the two small amounts, or the code, from the buyer's statement. */
export const verifyMicrodeposits = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(call.params, { amounts: 'any', descriptor_code: 'text' });
  const thing = needThing(call, 'setup_intent', call.path.id ?? '');
  if (thing.wire.status !== 'requires_action') throw wrongStatus('setup_intent', 'verify', thing.wire);
  const amounts = Array.isArray(params.amounts) ? params.amounts.join(',') : null;
  if (amounts !== '32,45' && params.descriptor_code !== 'SM11AA') {
    const message = 'The amounts provided do not match the amounts that were sent to the bank account.';
    const error: Json = {
      code: 'payment_method_microdeposit_verification_amounts_mismatch',
      message,
      type: 'invalid_request_error',
    };
    return { status: 400, body: { error } };
  }
  const method = needThing(call, 'payment_method', String(thing.wire.payment_method));
  const verified = saveThing(call, 'payment_method', method, {}, { verified: true });
  return finishSetup(call, thing, verified, textOf(thing.hidden.mandate)).wire;
};

export const cancelSetupIntent = (call: StripeCall): Json => {
  const reasons = ['abandoned', 'requested_by_customer', 'duplicate'];
  const params = readParams(call.params, { cancellation_reason: { oneOf: reasons } });
  const thing = needThing(call, 'setup_intent', call.path.id ?? '');
  checkOpen(thing, 'cancel');
  const cancellation = { cancellation_reason: params.cancellation_reason ?? null };
  const saved = saveThing(call, 'setup_intent', thing, { ...cancellation, next_action: null, status: 'canceled' });
  emit(call, 'setup_intent.canceled', saved.wire);
  return saved.wire;
};

const checkOpen = ({ wire }: Thing, doing: string): void => {
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (!open.includes(String(wire.status))) throw wrongStatus('setup_intent', doing, wire);
};
