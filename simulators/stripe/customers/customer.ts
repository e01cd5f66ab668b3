import { changedOf, emit } from '../events/emit.ts';
import { attachPaymentMethod } from '../payments/attach.ts';
import { detachFromCustomer } from '../payments/payment-method.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing, findThing, needThing, saveThing, thingsOf } from '../things.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { hash, mergeMetadata, numberOf, type ParamSpec, pick, readParams, textOf } from '../wire/params.ts';
import { addressOf, addressParams } from './address.ts';
import { putBalanceTransaction } from './balance.ts';

const fields: ParamSpec = {
  address: { fields: addressParams },
  balance: 'integer',
  business_name: 'text',
  cash_balance: 'any',
  description: 'text',
  email: 'text',
  individual_name: 'text',
  invoice_prefix: 'text',
  invoice_settings: {
    fields: { custom_fields: 'any', default_payment_method: 'text', footer: 'text', rendering_options: 'any' },
  },
  metadata: 'metadata',
  name: 'text',
  next_invoice_sequence: 'integer',
  phone: 'text',
  preferred_locales: 'texts',
  shipping: { fields: { address: { fields: addressParams }, name: 'text', phone: 'text' } },
  tax: 'any',
  tax_exempt: { oneOf: ['none', 'exempt', 'reverse'] },
};
const plainNames = ['description', 'email', 'name', 'phone', 'business_name', 'individual_name', 'invoice_prefix'];

/** Creates a customer; a given payment method is attached and becomes the default. */
export const createCustomer = (call: StripeCall): Json => {
  const spec: ParamSpec = { ...fields, payment_method: 'text', tax_id_data: 'any', test_clock: 'text' };
  const params = readParams(call.params, spec);
  checkFields(params);
  const prefix = call.tx.ids.hex(8).toUpperCase();
  const thing = createThing(call, 'customer', {
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: prefix,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...plainOf(params),
    ...(params.metadata === undefined ? {} : { metadata: mergeMetadata({}, params.metadata) }),
  });
  const method = textOf(params.payment_method);
  if (method !== null) attachPaymentMethod(call, method, thing, 'payment_method');
  const named = applySettings(call, needThing(call, 'customer', thing.id), params);
  const balance = numberOf(params.balance);
  if (balance !== 0) putBalanceTransaction(call, named, { amount: balance, type: 'initial' });
  const made = needThing(call, 'customer', thing.id);
  emit(call, 'customer.created', made.wire);
  return made.wire;
};

/** Updates the given members of a customer. */
export const updateCustomer = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...fields, default_source: 'text' });
  checkFields(params);
  const thing = needThing(call, 'customer', call.path.id ?? '');
  const before = thing.wire;
  const balance = params.balance === undefined ? 0 : numberOf(params.balance) - numberOf(before.balance);
  const metadata = params.metadata === undefined ? {} : { metadata: mergeMetadata(before.metadata, params.metadata) };
  const changed = applySettings(call, saveThing(call, 'customer', thing, { ...plainOf(params), ...metadata }), params);
  if (balance !== 0) putBalanceTransaction(call, changed, { amount: balance, type: 'adjustment' });
  const after = needThing(call, 'customer', thing.id).wire;
  const previous = changedOf(before, after);
  if (Object.keys(previous).length > 0) emit(call, 'customer.updated', after, previous);
  return after;
};

/** A customer; for a deleted one, only that it was deleted. */
export const getCustomer = (call: StripeCall): Json => {
  readParams(call.params, {});
  const id = call.path.id ?? '';
  const deleted = call.tx.get('customer', id);
  if (deleted?.accountId === call.account.id && deleted.wire.deleted === true) return tombOf(id);
  return needThing(call, 'customer', id).wire;
};

/** Deletes a customer permanently; its payment methods are detached. */
export const deleteCustomer = (call: StripeCall): Json => {
  const thing = needThing(call, 'customer', call.path.id ?? '');
  for (const method of thingsOf(call.tx, 'payment_method', call.account.id)) {
    if (method.wire.customer === thing.id) detachFromCustomer(call, method);
  }
  const last = needThing(call, 'customer', thing.id);
  emit(call, 'customer.deleted', last.wire);
  saveThing(call, 'customer', last, { deleted: true });
  return tombOf(thing.id);
};

const tombOf = (id: string): Json => ({ id, object: 'customer', deleted: true });

const plainOf = (params: Json): Json => {
  const { address, shipping } = params;
  const shipped = hash(shipping);
  return {
    ...pick(params, [...plainNames, 'preferred_locales', 'tax_exempt', 'next_invoice_sequence']),
    ...(address === undefined ? {} : { address: address === null ? null : addressOf(address) }),
    ...(shipping === undefined
      ? {}
      : {
          shipping:
            shipping === null
              ? null
              : { address: addressOf(shipped.address), name: shipped.name ?? null, phone: shipped.phone ?? null },
        }),
  };
};

const applySettings = (call: StripeCall, thing: Thing, params: Json): Thing => {
  const given = params.invoice_settings;
  if (given === undefined) return thing;
  const settings = hash(given);
  const method = textOf(settings.default_payment_method);
  if (method !== null) {
    const found = findThing(call.tx, 'payment_method', call.account.id, method);
    if (found?.wire.customer !== thing.id) {
      const message = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
      throw unfit(message, { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' });
    }
  }
  return saveThing(call, 'customer', thing, {
    invoice_settings: { ...hash(thing.wire.invoice_settings), ...settings },
  });
};

const checkFields = ({ email, name, description }: Json): void => {
  if (typeof email === 'string' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    throw badParam('email', `Invalid email address: ${email}`, 'email_invalid');
  }
  const lengths = { email: [email, 512], name: [name, 256], description: [description, 5000] } as const;
  for (const [param, [value, max]] of Object.entries(lengths)) {
    if (typeof value !== 'string' || value.length <= max) continue;
    const message = `Invalid string: must be at most ${max} characters`;
    throw badParam(param, message, 'parameter_invalid_string');
  }
};
