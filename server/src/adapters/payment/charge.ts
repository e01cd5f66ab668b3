import type { Decimal } from '../../kit/decimal.ts';

/**
 * PENDING: bank debits take days; the provider reports the end in a message. `amount`: what was paid, in the charge's currency,
 * where the provider may have taken less than it was asked for.
 */
export type ChargeRead =
  | { state: 'PENDING'; chargeId: string }
  | { state: 'SUCCEEDED'; chargeId: string; amount?: Decimal }
  | { state: 'FAILED'; chargeId: string | null; code: string; message: string };

/**
 * Money that the buyer's bank took back of a charge that had succeeded (RETURNED: a chargeback, a debit without funds),
 * or that came to the seller again (REINSTATED: the seller won). `amount`: what is gone, in the charge's currency.
 * `time`: when it happened, RFC 3339; null: it is so at the moment of the read.
 */
export type DisputeRead =
  | { state: 'RETURNED'; amount: Decimal; code: string; message: string; time: string | null }
  | { state: 'REINSTATED'; time: string | null };

/** SUCCEEDED: the provider has taken the order. A bank may return the money days later; the refund is FAILED then. */
export type RefundRead = { state: 'SUCCEEDED'; refundId: string } | { state: 'FAILED'; code: string; message: string };

/**
 * Whether a reference shown by a provider is that of a payment or a refund of ours: the invoice and the attempt. Others were
 * made by somebody else.
 */
export const isChargeReference = (reference: unknown): reference is string =>
  typeof reference === 'string' && /^invoice_[0-9a-z]{26} \d{1,9}$/.test(reference);
