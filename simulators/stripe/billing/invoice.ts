import { changedOf, emit } from '../events/emit.ts';
import { type Json, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, needThing, saveThing } from '../things.ts';
import { readCurrency } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { mergeMetadata, numberOf, type ParamSpec, pick, readParams, textOf } from '../wire/params.ts';
import { takeItems } from './invoice-item.ts';
import { sumInvoice } from './sum-invoice.ts';

const fields: ParamSpec = {
  auto_advance: 'boolean',
  collection_method: { oneOf: ['charge_automatically', 'send_invoice'] },
  custom_fields: 'any',
  days_until_due: 'integer',
  default_payment_method: 'text',
  description: 'text',
  due_date: 'integer',
  footer: 'text',
  metadata: 'metadata',
  payment_settings: 'any',
  statement_descriptor: 'text',
};
const plainNames = [
  'auto_advance',
  'collection_method',
  'custom_fields',
  'description',
  'footer',
  'statement_descriptor',
];

/** Creates a draft; `pending_invoice_items_behavior=include` adds pending items. */
export const createInvoice = (call: StripeCall): Json => {
  const behaviors = { oneOf: ['include', 'exclude'] };
  const spec: ParamSpec = { ...fields, currency: 'text', customer: 'text', pending_invoice_items_behavior: behaviors };
  const params = readParams(call.params, spec, ['customer']);
  const customer = needThing(call, 'customer', textOf(params.customer) ?? '', 'customer');
  const { wire } = customer;
  const now = seconds(call.tx.at);
  const isSent = params.collection_method === 'send_invoice';
  if (isSent && params.days_until_due === undefined && params.due_date === undefined) {
    throw badParam(
      'days_until_due',
      'If invoices are sent to customers, you must specify either `due_date` or `days_until_due`.',
    );
  }
  const method = textOf(params.default_payment_method);
  if (method !== null) needThing(call, 'payment_method', method, 'default_payment_method');
  const due = params.due_date ?? (isSent ? now + numberOf(params.days_until_due) * 86_400 : null);
  const thing = createThing(call, 'invoice', {
    account_country: call.account.country,
    account_name: call.account.name,
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    currency: readCurrency(params.currency ?? wire.currency ?? call.account.currency),
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: wire.address ?? null,
    customer_email: wire.email ?? null,
    customer_name: wire.name ?? null,
    customer_phone: wire.phone ?? null,
    customer_shipping: wire.shipping ?? null,
    customer_tax_exempt: wire.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: due,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: '' },
    metadata: mergeMetadata({}, params.metadata),
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
    ...pick(params, plainNames),
  });
  if (params.pending_invoice_items_behavior === 'include') takeItems(call, thing);
  const made = sumInvoice(call, thing);
  emit(call, 'invoice.created', made.wire);
  return made.wire;
};

export const updateInvoice = (call: StripeCall): Json => {
  const params = readParams(call.params, fields);
  const thing = needThing(call, 'invoice', call.path.id ?? '');
  const onlyMetadata = Object.keys(params).every((name) => ['metadata', 'auto_advance', 'expand'].includes(name));
  if (thing.wire.status !== 'draft' && !onlyMetadata) {
    throw unfit("Finalized invoices can't be updated in this way", { code: 'invoice_not_editable' });
  }
  const saved = saveThing(call, 'invoice', thing, {
    ...pick(params, [...plainNames, 'default_payment_method', 'due_date']),
    metadata: mergeMetadata(thing.wire.metadata, params.metadata ?? {}),
  });
  emit(call, 'invoice.updated', saved.wire, changedOf(thing.wire, saved.wire));
  return saved.wire;
};

/** Writes off an unpaid invoice: `void`, or `mark_uncollectible`. */
export const closeInvoice = (call: StripeCall, status: 'void' | 'uncollectible'): Json => {
  readParams(call.params, {});
  const thing = needThing(call, 'invoice', call.path.id ?? '');
  if (thing.wire.status !== 'open' && !(status === 'void' && thing.wire.status === 'uncollectible')) {
    throw unfit(`You can only pass in open invoices. This invoice isn't open.`, { code: 'invoice_not_open' });
  }
  const name = status === 'void' ? 'voided_at' : 'marked_uncollectible_at';
  const saved = saveThing(call, 'invoice', thing, {
    auto_advance: false,
    status,
    status_transitions: { ...(thing.wire.status_transitions as Json), [name]: seconds(call.tx.at) },
  });
  emit(call, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', saved.wire);
  return saved.wire;
};

export const deleteInvoice = (call: StripeCall): Json => {
  const thing = needThing(call, 'invoice', call.path.id ?? '');
  if (thing.wire.status !== 'draft') {
    throw unfit("You can only delete draft invoices. Void the invoice if it's not going to be paid.", {
      code: 'invoice_not_editable',
    });
  }
  emit(call, 'invoice.deleted', thing.wire);
  saveThing(call, 'invoice', thing, { deleted: true });
  return { id: thing.id, object: 'invoice', deleted: true };
};

/** The draft or open invoice that the path names. */
export const invoiceInPath = (call: StripeCall): Thing => needThing(call, 'invoice', call.path.id ?? '');
