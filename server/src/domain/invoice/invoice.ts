import type { PaymentCode } from '../../adapters/payment/port.ts';
import type { Decimal } from '../../kit/decimal.ts';
import type { Dimension } from './plan/terms.ts';
import type { invoiceTypes, lineKinds } from './schema.ts';
import type { InvoiceStatus, PaymentStatus } from './states.ts';

export type InvoiceType = (typeof invoiceTypes)[number];

/** One line of an invoice. `amount` is exact, in the invoice's currency; negative if it reduces the invoice. */
export type InvoiceLine = {
  kind: (typeof lineKinds)[number];
  /** The commit's key, the billable metric or the addon. */
  key?: string;
  name: string;
  description?: string;
  quantity?: Decimal;
  rate?: Decimal;
  amount: Decimal;
  /** How the price of usage was computed. */
  steps?: readonly PriceStep[];
};

/** `group` is '' where the step is about all usage of the line. Without a rate, the amount stands alone. */
export type PriceStep = {
  kind: string;
  group: string;
  description: string;
  quantity: Decimal | null;
  rate: Decimal | null;
  amount: Decimal;
};

/**
 * The prices of the usage of a period. `wholeStart` and `wholeEnd`: the interval that the period is a part of, RFC 3339;
 * `months`: its length, if it is counted in months.
 */
export type UsageTerms = { dimensions: readonly Dimension[]; wholeStart: string; wholeEnd: string; months?: number };

/** A bill of a direct purchase, or (REFUND) what is given back of one. Amounts are in `currency`. */
export type Invoice = {
  id: string;
  entitlement_id: string;
  entitlement_term_id: string | null;
  buyer_id: string;
  partner: PaymentCode;
  type: InvoiceType;
  /** What it is for; unique in its entitlement, so that nothing is billed twice. */
  reference: string;
  status: InvoiceStatus;
  payment_status: PaymentStatus;
  currency: string;
  amount: Decimal;
  /** The part of `amount` that credit wallets paid; of a REFUND, that went back to them. */
  credit_amount: Decimal;
  /** The part that a payment method was charged; of a REFUND, that went back to it. */
  charged_amount: Decimal;
  /** What of this invoice was given back later. */
  refunded_amount: Decimal;
  /**
   * The part of `charged_amount` that disputes have taken back by now; 0 once they have taken all, as the invoice is unpaid then.
   * Of a REFUND: what is not given back, since disputes had taken it before.
   */
  lost_amount: Decimal;
  /** The invoice that a REFUND gives back. */
  refund_of: string | null;
  /** The invoice that has taken in this one, which was too small to be charged by itself. */
  carried_to: string | null;
  period_start: Date | null;
  period_end: Date | null;
  lines: readonly InvoiceLine[];
  /** USAGE: what the usage of the period is priced by, when the draft becomes final. */
  usage: UsageTerms | null;
  /** When the draft becomes final, or became so. */
  finalize_time: Date;
  due_time: Date | null;
  paid_time: Date | null;
  /** Payments tried. */
  attempts: number;
  next_attempt_time: Date | null;
  error: { code: string; message: string } | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** The error of an invoice that is less than the provider charges; one of Stripe's codes. */
export const tooSmallCode = 'amount_too_small';

/** Due work of invoices. */
export const finalizeKind = 'invoice.finalize';
export const payKind = 'invoice.pay';
