import { addressOf, addressParams } from '../customers/address.ts';
import { changedOf, emit } from '../events/emit.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing, findThing, needThing, saveThing, thingsOf } from '../things.ts';
import { badParam, noSuch, unfit } from '../wire/errors.ts';
import { listAnswer, listParams } from '../wire/list.ts';
import { hash, mergeMetadata, type ParamSpec, readParams, textOf } from '../wire/params.ts';
import { type Behaviour, type Instrument, instrumentOfToken, methodTypes } from './instruments.ts';
import { instrumentParams, readInstrument } from './read-instrument.ts';

/** Parameters that create a payment method, alone or inside an intent. */
export const methodParams: ParamSpec = {
  ...instrumentParams,
  type: { oneOf: methodTypes },
  billing_details: {
    fields: { address: { fields: addressParams }, email: 'text', name: 'text', phone: 'text', tax_id: 'text' },
  },
  metadata: 'metadata',
  allow_redisplay: { oneOf: ['always', 'limited', 'unspecified'] },
};

/** Creates a payment method that is not attached to a customer. */
export const createPaymentMethod = (call: StripeCall): Json => {
  const params = readParams(call.params, methodParams, ['type']);
  return putPaymentMethod(call, params).wire;
};

/** Creates a payment method from the parameters that describe it. */
export const putPaymentMethod = (call: StripeCall, params: Json): Thing => {
  const instrument = readInstrument(params, call.tx.at);
  const details = hash(params.billing_details);
  const needsName = instrument.type === 'us_bank_account' || instrument.type === 'sepa_debit';
  if (needsName && textOf(details.name) === null) {
    throw badParam('billing_details[name]', 'Missing required param: billing_details[name].', 'parameter_missing');
  }
  return putInstrument(call, instrument, params);
};

const putInstrument = (call: StripeCall, instrument: Instrument, params: Json): Thing => {
  const { address, email, name, phone, tax_id: taxId } = hash(params.billing_details);
  const wire: Json = {
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: addressOf(address),
      email: email ?? null,
      name: name ?? null,
      phone: phone ?? null,
      tax_id: taxId ?? null,
    },
    [instrument.type]: instrument.details,
    customer: null,
    customer_account: null,
    metadata: mergeMetadata({}, params.metadata),
    type: instrument.type,
  };
  return createThing(call, 'payment_method', wire, { hidden: { ...instrument.behaviour } });
};

/** The payment method of an ID or a test token; a token creates a new one. */
export const methodOf = (call: StripeCall, id: string, param: string | null): Thing => {
  const found = findThing(call.tx, 'payment_method', call.account.id, id);
  if (found) return found;
  const instrument = instrumentOfToken(id, call.tx.at);
  if (!instrument) throw noSuch('PaymentMethod', id, param);
  const name = instrument.type === 'card' ? {} : { name: 'Jenny Rosen', email: 'jenny@example.com' };
  return putInstrument(call, instrument, { billing_details: name });
};

/** The behaviour of a payment method. */
export const behaviourOf = (method: Thing): Behaviour => method.hidden as Behaviour;

export const getPaymentMethod = (call: StripeCall): Json => {
  readParams(call.params, {});
  const { id = '', method } = call.path;
  if (method === undefined) return needThing(call, 'payment_method', id).wire;
  needThing(call, 'customer', id);
  const found = needThing(call, 'payment_method', method);
  if (found.wire.customer !== id) throw noSuch('PaymentMethod', method, null);
  return found.wire;
};

/** Updates what can change: billing details, expiry of a card, type of a bank account, metadata. */
export const updatePaymentMethod = (call: StripeCall): Json => {
  const { billing_details, metadata, allow_redisplay } = methodParams as Required<ParamSpec>;
  const card = { fields: { exp_month: 'integer', exp_year: 'integer', networks: 'any' } } as const;
  const account = { fields: { account_holder_type: 'text', account_type: 'text' } } as const;
  const spec = { billing_details, metadata, allow_redisplay, card, us_bank_account: account } as ParamSpec;
  const params = readParams(call.params, spec);
  const thing = needThing(call, 'payment_method', call.path.id ?? '');
  const { wire } = thing;
  if (wire.customer === null) {
    throw unfit('You must save this PaymentMethod to a customer before you can update it.');
  }
  const type = String(wire.type);
  const given = hash(params.billing_details);
  const old = hash(wire.billing_details);
  const address =
    given.address === undefined ? old.address : addressOf({ ...hash(old.address), ...hash(given.address) });
  const saved = saveThing(call, 'payment_method', thing, {
    billing_details: { ...old, ...given, address: address ?? null },
    [type]: { ...hash(wire[type]), ...hash(params[type]) },
    ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(wire.metadata, params.metadata) }),
    ...(params.allow_redisplay === undefined ? {} : { allow_redisplay: params.allow_redisplay }),
  });
  emit(call, 'payment_method.updated', saved.wire, changedOf(wire, saved.wire));
  return saved.wire;
};

/** The payment methods of a customer, newest first; `/v1/payment_methods` takes the customer as a parameter. */
export const listPaymentMethods = (call: StripeCall): Json => {
  const filters = { type: 'text', allow_redisplay: 'text' } as const;
  const inPath = call.path.id;
  const spec = inPath === undefined ? { ...filters, customer: 'text' as const } : filters;
  const params = readParams(call.params, { ...listParams, ...spec });
  const customer = inPath ?? textOf(params.customer);
  if (customer !== null) needThing(call, 'customer', customer, inPath === undefined ? 'customer' : null);
  const things = thingsOf(call.tx, 'payment_method', call.account.id).filter(
    ({ wire }) =>
      (customer === null || wire.customer === customer) && (params.type === undefined || wire.type === params.type),
  );
  const url = inPath === undefined ? '/v1/payment_methods' : `/v1/customers/${customer}/payment_methods`;
  return listAnswer(call, 'payment_method', things, { params, url });
};

/** Detaches a payment method from its customer; it can never be used again. */
export const detachPaymentMethod = (call: StripeCall): Json => {
  readParams(call.params, {});
  const thing = needThing(call, 'payment_method', call.path.id ?? '');
  if (thing.wire.customer === null) {
    throw unfit('The payment method you provided is not attached to a customer so detachment is impossible.');
  }
  return detachFromCustomer(call, thing).wire;
};

/** Detaches the payment method; if it was the customer's default, that is cleared. */
export const detachFromCustomer = (call: StripeCall, method: Thing): Thing => {
  const customer = findThing(call.tx, 'customer', call.account.id, String(method.wire.customer));
  const before = { customer: method.wire.customer ?? null };
  const saved = saveThing(call, 'payment_method', method, { customer: null }, { detached: true });
  emit(call, 'payment_method.detached', saved.wire, before);
  const settings = hash(customer?.wire.invoice_settings);
  if (customer && settings.default_payment_method === method.id) {
    const changed = saveThing(call, 'customer', customer, {
      invoice_settings: { ...settings, default_payment_method: null },
    });
    emit(call, 'customer.updated', changed.wire, changedOf(customer.wire, changed.wire));
  }
  return saved;
};
