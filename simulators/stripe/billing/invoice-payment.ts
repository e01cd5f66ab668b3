import { changedOf, emit } from '../events/emit.ts';
import { type Json, type StripeCall, seconds, type Thing } from '../state.ts';
import { saveThing, thingsOf } from '../things.ts';
import { hash, numberOf } from '../wire/params.ts';

/** Marks the invoice of a paid intent as paid, if it has one. */
export const payInvoiceOf = (call: StripeCall, intent: Thing): void => {
  const invoice = invoiceOf(call, intent);
  if (invoice && invoice.wire.status === 'open') markPaid(call, invoice);
};

/** Reports that the payment of an invoice failed; the invoice stays open. */
export const reopenInvoiceOf = (call: StripeCall, intent: Thing): void => {
  const invoice = invoiceOf(call, intent);
  if (invoice?.wire.status === 'open') emit(call, 'invoice.payment_failed', invoice.wire);
};

/** Marks an invoice as paid. */
export const markPaid = (call: StripeCall, invoice: Thing, more: Json = {}): Thing => {
  const { wire } = invoice;
  const saved = saveThing(call, 'invoice', invoice, {
    amount_paid: numberOf(wire.amount_due),
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    status: 'paid',
    status_transitions: { ...hash(wire.status_transitions), paid_at: seconds(call.tx.at) },
    ...more,
  });
  emit(call, 'invoice.updated', saved.wire, changedOf(wire, saved.wire));
  emit(call, 'invoice.paid', saved.wire);
  emit(call, 'invoice.payment_succeeded', saved.wire);
  return saved;
};

const invoiceOf = (call: StripeCall, intent: Thing): Thing | undefined => {
  const { tx, account } = call;
  return thingsOf(tx, 'invoice', account.id).find((invoice) => invoice.hidden.intent === intent.id);
};
