import type { Json, StripeCall, Thing } from '../state.ts';
import { saveThing, thingsOf } from '../things.ts';
import { numberOf } from '../wire/params.ts';

/** Computes the lines and totals of a draft from its items. */
export const sumInvoice = (call: StripeCall, invoice: Thing): Thing => {
  const items = thingsOf(call.tx, 'invoiceitem', call.account.id).filter(({ wire }) => wire.invoice === invoice.id);
  const lines = items.reverse().map((item) => lineOf(item, invoice.id));
  const total = items.reduce((sum, item) => sum + numberOf(item.wire.amount), 0);
  return saveThing(call, 'invoice', invoice, {
    amount_due: Math.max(total, 0),
    amount_remaining: Math.max(total, 0),
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${invoice.id}/lines` },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  });
};

const lineOf = ({ id, wire }: Thing, invoice: string): Json => ({
  id: `il_${id.slice(3)}`,
  object: 'line_item',
  amount: wire.amount ?? 0,
  currency: wire.currency ?? '',
  description: wire.description ?? null,
  discount_amounts: [],
  discountable: wire.discountable ?? true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: wire.metadata ?? {},
  parent: {
    invoice_item_details: { invoice_item: id, proration: false, proration_details: null, subscription: null },
    subscription_item_details: null,
    type: 'invoice_item_details',
  },
  period: wire.period ?? null,
  pretax_credit_amounts: [],
  pricing: wire.pricing ?? null,
  quantity: wire.quantity ?? 1,
  quantity_decimal: wire.quantity_decimal ?? '1',
  subscription: null,
  subtotal: wire.amount ?? 0,
  taxes: [],
});
