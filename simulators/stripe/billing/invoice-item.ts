import { emit } from '../events/emit.ts';
import { type Json, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { readCurrency } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { hash, mergeMetadata, numberOf, readParams, textOf } from '../wire/params.ts';
import { sumInvoice } from './sum-invoice.ts';

/** Adds an item to a customer's next invoice, or to the given draft. */
export const createInvoiceItem = (call: StripeCall): Json => {
  const params = readParams(
    call.params,
    {
      amount: 'integer',
      currency: 'text',
      customer: 'text',
      description: 'text',
      discountable: 'boolean',
      invoice: 'text',
      metadata: 'metadata',
      period: { fields: { start: 'integer', end: 'integer' } },
      pricing: { fields: { price: 'text' } },
      quantity: 'integer',
      unit_amount_decimal: 'text',
    },
    ['customer'],
  );
  const customer = needThing(call, 'customer', textOf(params.customer) ?? '', 'customer');
  const invoiceId = textOf(params.invoice);
  const invoice = invoiceId === null ? undefined : needThing(call, 'invoice', invoiceId, 'invoice');
  if (invoice && invoice.wire.status !== 'draft') {
    throw unfit('This invoice is no longer editable', { code: 'invoice_not_editable', param: 'invoice' });
  }
  const quantity = params.quantity === undefined ? 1 : numberOf(params.quantity);
  const { amount, currency, pricing, product } = pricedAt(call, params, quantity);
  const period = hash(params.period);
  const now = seconds(call.tx.at);
  const made = createThing(call, 'invoiceitem', {
    amount,
    currency,
    customer: customer.id,
    customer_account: null,
    date: now,
    description: params.description ?? product,
    discountable: params.discountable ?? true,
    discounts: [],
    invoice: invoiceId,
    metadata: mergeMetadata({}, params.metadata),
    net_amount: amount,
    parent: null,
    period: { end: period.end ?? now, start: period.start ?? now },
    pricing,
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: null,
  });
  emit(call, 'invoiceitem.created', made.wire);
  if (invoice) sumInvoice(call, invoice);
  return made.wire;
};

type Priced = { amount: number; currency: string; pricing: Json | null; product: string | null };

const pricedAt = (call: StripeCall, params: Json, quantity: number): Priced => {
  const id = textOf(hash(params.pricing).price);
  if (id !== null) {
    const { wire } = needThing(call, 'price', id, 'pricing[price]');
    const unit = String(wire.unit_amount_decimal);
    const product = needThing(call, 'product', String(wire.product));
    return {
      amount: Math.round(Number(unit) * quantity),
      currency: String(wire.currency),
      pricing: { price_details: { price: id, product: product.id }, type: 'price_details', unit_amount_decimal: unit },
      product: textOf(product.wire.name),
    };
  }
  const currency = readCurrency(params.currency ?? call.account.currency);
  const unit = textOf(params.unit_amount_decimal);
  if (params.amount === undefined && unit === null) {
    throw badParam('amount', 'Missing required param: amount.', 'parameter_missing');
  }
  const amount = unit === null ? numberOf(params.amount) : Math.round(Number(unit) * quantity);
  return { amount, currency, pricing: null, product: null };
};

export const deleteInvoiceItem = (call: StripeCall): Json => {
  const thing = needThing(call, 'invoiceitem', call.path.id ?? '');
  const invoice = textOf(thing.wire.invoice);
  const draft = invoice === null ? undefined : needThing(call, 'invoice', invoice);
  if (draft && draft.wire.status !== 'draft') {
    throw unfit('This invoice is no longer editable', { code: 'invoice_not_editable' });
  }
  saveThing(call, 'invoiceitem', thing, { deleted: true });
  if (draft) sumInvoice(call, draft);
  return { id: thing.id, object: 'invoiceitem', deleted: true };
};

/** Moves a customer's pending items to a draft. */
export const takeItems = (call: StripeCall, invoice: Thing): void => {
  for (const item of thingsOf(call.tx, 'invoiceitem', call.account.id)) {
    const { wire } = item;
    if (wire.customer === invoice.wire.customer && wire.invoice === null && wire.currency === invoice.wire.currency) {
      saveThing(call, 'invoiceitem', item, { invoice: invoice.id });
    }
  }
};
