import type { Decimal } from '../../kit/decimal.ts';

/**
 * PENDING: bank debits take days; the provider reports the end in a message. `amount`: what was paid, in the charge's currency,
 * if the provider may have charged less than requested.
 */
export type ChargeRead =
  | { state: 'PENDING'; chargeId: string }
  | { state: 'SUCCEEDED'; chargeId: string; amount?: Decimal }
  | { state: 'FAILED'; chargeId: string | null; code: string; message: string };

/**
 * What a dispute has done to a charge that had succeeded. RETURNED: the buyer's bank took money back (a chargeback, a debit
 * without funds); REINSTATED: it came to the seller again. `time`: when it happened, RFC 3339; null: it is so at the moment of the
 * read.
 */
export type DisputeRead = {
  /** The provider's id of the dispute; null, or the id of the charge: it does not say of which. */
  disputeId: string | null;
  /** What is disputed; null: all of the charge. */
  amount: Decimal | null;
  /** Null: that of the charge. */
  currency: string | null;
  time: string | null;
  /**
   * Its place in the life of the dispute, from 1: of two events, the one with the higher stage happened last, whatever their times
   * say. Absent: the times are the provider's own word.
   */
  stage?: number;
} & ({ state: 'RETURNED'; code: string; message: string } | { state: 'REINSTATED' });

/** SUCCEEDED: the provider has taken the order. A bank may return the money days later; the refund is FAILED then. */
export type RefundRead = { state: 'SUCCEEDED'; refundId: string } | { state: 'FAILED'; code: string; message: string };

/**
 * Whether a reference shown by a provider is that of a payment or a refund of ours: the invoice and the attempt. Others were
 * made by somebody else.
 */
export const isChargeReference = (reference: unknown): reference is string =>
  typeof reference === 'string' && /^invoice_[0-9a-z]{26} \d{1,9}$/.test(reference);
