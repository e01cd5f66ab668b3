import { changedOf, emit } from '../events/emit.ts';
import { type Json, type StripeCall, seconds } from '../state.ts';
import { createThing, findThing, needThing, saveThing } from '../things.ts';
import { readCurrency } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { hash, mergeMetadata, numberOf, type ParamSpec, pick, readParams, textOf } from '../wire/params.ts';

const productFields: ParamSpec = {
  active: 'boolean',
  description: 'text',
  images: 'texts',
  marketing_features: 'any',
  metadata: 'metadata',
  name: 'text',
  package_dimensions: 'any',
  shippable: 'boolean',
  statement_descriptor: 'text',
  tax_code: 'text',
  unit_label: 'text',
  url: 'text',
};
const plainNames = Object.keys(productFields).filter((name) => name !== 'metadata');

const priceFields: ParamSpec = {
  active: 'boolean',
  currency: 'text',
  lookup_key: 'text',
  metadata: 'metadata',
  nickname: 'text',
  product_data: { fields: { name: 'text', active: 'boolean', metadata: 'metadata', unit_label: 'text' } },
  recurring: {
    fields: {
      interval: { oneOf: ['day', 'week', 'month', 'year'] },
      interval_count: 'integer',
      meter: 'text',
      usage_type: { oneOf: ['licensed', 'metered'] },
    },
  },
  tax_behavior: { oneOf: ['exclusive', 'inclusive', 'unspecified'] },
  unit_amount: 'integer',
  unit_amount_decimal: 'text',
};

/** Creates a product; its ID may be given. */
export const createProduct = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...productFields, id: 'text', default_price_data: 'any' }, ['name']);
  const id = textOf(params.id) ?? undefined;
  if (id !== undefined && call.tx.get('product', id)) {
    throw unfit('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  return putProduct(call, params, id);
};

const putProduct = (call: StripeCall, params: Json, id?: string): Json => {
  const wire: Json = {
    active: true,
    default_price: null,
    description: null,
    images: [],
    marketing_features: [],
    name: '',
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: seconds(call.tx.at),
    url: null,
    ...pick(params, plainNames),
    metadata: mergeMetadata({}, params.metadata),
  };
  const made = createThing(call, 'product', wire, { id });
  emit(call, 'product.created', made.wire);
  return made.wire;
};

export const updateProduct = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...productFields, default_price: 'text' });
  const thing = needThing(call, 'product', call.path.id ?? '');
  const price = textOf(params.default_price);
  if (price !== null) needThing(call, 'price', price, 'default_price');
  const saved = saveThing(call, 'product', thing, {
    ...pick(params, [...plainNames, 'default_price']),
    metadata: mergeMetadata(thing.wire.metadata, params.metadata ?? {}),
    updated: seconds(call.tx.at),
  });
  const { updated: _updated, ...previous } = changedOf(thing.wire, saved.wire);
  if (Object.keys(previous).length > 0) emit(call, 'product.updated', saved.wire, previous);
  return saved.wire;
};

/** Creates a price of a product, as an amount in the currency's smallest unit, possibly with decimals. */
export const createPrice = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...priceFields, product: 'text', transfer_lookup_key: 'boolean' }, [
    'currency',
  ]);
  const currency = readCurrency(params.currency);
  const named = textOf(params.product);
  if (named === null && params.product_data === undefined) {
    throw badParam('product', 'You must specify either `product` or `product_data` when creating a price.');
  }
  const product = named ?? String(putProduct(call, hash(params.product_data)).id);
  if (named !== null && !findThing(call.tx, 'product', call.account.id, named))
    needThing(call, 'product', named, 'product');
  const decimal = textOf(params.unit_amount_decimal);
  if (params.unit_amount === undefined && (decimal === null || !/^\d+(\.\d{1,12})?$/.test(decimal))) {
    throw badParam('unit_amount', 'Missing required param: unit_amount.', 'parameter_missing');
  }
  const isWhole = decimal === null || !decimal.includes('.');
  const recurring = params.recurring === undefined ? null : hash(params.recurring);
  const made = createThing(call, 'price', {
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    currency,
    custom_unit_amount: null,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product,
    recurring: recurring && {
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
      ...recurring,
    },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount ?? (isWhole ? Number(decimal) : null),
    unit_amount_decimal: decimal ?? String(numberOf(params.unit_amount)),
  });
  emit(call, 'price.created', made.wire);
  return made.wire;
};

export const updatePrice = (call: StripeCall): Json => {
  const { active, lookup_key, metadata, nickname, tax_behavior } = priceFields as Required<ParamSpec>;
  const params = readParams(call.params, { active, lookup_key, metadata, nickname, tax_behavior } as ParamSpec);
  const thing = needThing(call, 'price', call.path.id ?? '');
  const saved = saveThing(call, 'price', thing, {
    ...pick(params, ['active', 'lookup_key', 'nickname', 'tax_behavior']),
    metadata: mergeMetadata(thing.wire.metadata, params.metadata ?? {}),
  });
  emit(call, 'price.updated', saved.wire, changedOf(thing.wire, saved.wire));
  return saved.wire;
};
