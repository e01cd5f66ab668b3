import { putBalanceTransaction } from '../customers/balance.ts';
import { changedOf, emit } from '../events/emit.ts';
import { confirmPayment } from '../payments/confirm-payment.ts';
import { putPaymentIntent } from '../payments/payment-intent.ts';
import { type Json, type StripeAnswer, type StripeCall, seconds, type Thing } from '../state.ts';
import { needThing, saveThing } from '../things.ts';
import { unfit } from '../wire/errors.ts';
import { hash, numberOf, readParams, textOf } from '../wire/params.ts';
import { invoiceInPath } from './invoice.ts';
import { markPaid } from './invoice-payment.ts';

/** Gives a draft its number; the customer's credit is used first, and an invoice of zero is paid at once. */
export const finalizeInvoice = (call: StripeCall): Json => {
  readParams(call.params, { auto_advance: 'boolean' });
  const thing = invoiceInPath(call);
  if (thing.wire.status !== 'draft') {
    throw unfit("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    });
  }
  return openInvoice(call, thing).wire;
};

const openInvoice = (call: StripeCall, thing: Thing): Thing => {
  const { wire } = thing;
  const customer = needThing(call, 'customer', String(wire.customer));
  const balance = customer.wire.currency === wire.currency ? numberOf(customer.wire.balance) : 0;
  const total = numberOf(wire.total);
  const applied = balance < 0 ? Math.min(-balance, Math.max(total, 0)) : -balance;
  if (applied !== 0) {
    putBalanceTransaction(call, customer, { amount: applied, type: 'applied_to_invoice', invoice: thing.id });
  }
  const due = Math.max(total - applied, 0);
  const next = numberOf(customer.wire.next_invoice_sequence) || 1;
  const current = needThing(call, 'customer', customer.id);
  saveThing(call, 'customer', current, { currency: wire.currency ?? null, next_invoice_sequence: next + 1 });
  const saved = saveThing(call, 'invoice', thing, {
    amount_due: due,
    amount_remaining: due,
    effective_at: seconds(call.tx.at),
    ending_balance: balance + applied,
    hosted_invoice_url: `https://invoice.stripe.com/i/${call.account.id}/${thing.id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${call.account.id}/${thing.id}/pdf`,
    number: `${String(customer.wire.invoice_prefix)}-${String(next).padStart(4, '0')}`,
    starting_balance: balance,
    status: 'open',
    status_transitions: { ...hash(wire.status_transitions), finalized_at: seconds(call.tx.at) },
  });
  emit(call, 'invoice.updated', saved.wire, changedOf(wire, saved.wire));
  emit(call, 'invoice.finalized', saved.wire);
  return due === 0 ? markPaid(call, saved) : saved;
};

/**
 * Pays an open invoice with the given payment method, its own default or the customer's. A draft is finalized first.
 */
export const payInvoice = (call: StripeCall): Json | StripeAnswer => {
  const params = readParams(call.params, {
    forgive: 'boolean',
    mandate: 'text',
    off_session: 'boolean',
    paid_out_of_band: 'boolean',
    payment_method: 'text',
  });
  const given = invoiceInPath(call);
  const thing = given.wire.status === 'draft' ? openInvoice(call, given) : given;
  const { wire } = thing;
  if (wire.status === 'paid') {
    if (given.wire.status === 'draft') return wire;
    throw unfit('Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (wire.status !== 'open') throw unfit('Invoice is not open', { code: 'invoice_not_open' });
  if (params.paid_out_of_band === true)
    return markPaid(call, thing, { amount_paid_off_stripe: wire.amount_due ?? 0 }).wire;
  const customer = needThing(call, 'customer', String(wire.customer));
  const byDefault = textOf(hash(customer.wire.invoice_settings).default_payment_method);
  const method = textOf(params.payment_method) ?? textOf(wire.default_payment_method) ?? byDefault;
  if (method === null) {
    throw unfit(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method` prior to attempting payment on this Invoice.',
      { code: 'invoice_payment_intent_requires_action' },
    );
  }
  const previous = textOf(thing.hidden.intent);
  const intent = previous ? needThing(call, 'payment_intent', previous) : intentOf(call, thing);
  saveThing(
    call,
    'invoice',
    thing,
    { attempt_count: numberOf(wire.attempt_count) + 1, attempted: true },
    { intent: intent.id },
  );
  const answer = confirmPayment(call, intent, {
    payment_method: method,
    off_session: 'true',
    ...(params.mandate === undefined ? {} : { mandate: params.mandate }),
  });
  const after = needThing(call, 'invoice', thing.id);
  if ('body' in answer && typeof answer.status === 'number') {
    emit(call, 'invoice.payment_failed', after.wire);
    return answer as StripeAnswer;
  }
  return after.wire;
};

const intentOf = (call: StripeCall, invoice: Thing): Thing => {
  const { wire } = invoice;
  return putPaymentIntent(call, {
    amount: wire.amount_due ?? 0,
    currency: wire.currency ?? '',
    customer: wire.customer ?? null,
    description: `Payment for Invoice ${String(wire.number)}`,
    allowed_payment_method_types: ['card', 'us_bank_account', 'sepa_debit', 'bacs_debit'],
  });
};
