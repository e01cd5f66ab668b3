import { encodeId } from '../../kit/ids.ts';
import type { Invoice } from './invoice.ts';
import { paymentIs } from './states.ts';

/** How long after a payment began without an outcome the provider is asked for it. */
export const askAfterMs = 6 * 3_600_000;

/** An attempt to charge, or to refund, is known by this at the provider, which shows it in its messages. */
export const attemptReference = (invoiceId: string, attempt: number): string =>
  `${encodeId('invoice', invoiceId)} ${attempt}`;

/** The same without the invoice's own id, which a database that was restored from an earlier state gives it anew. */
export const attemptBasis = (
  { entitlement_id: entitlementId, reference }: Pick<Invoice, 'entitlement_id' | 'reference'>,
  attempt: number,
): string => `${entitlementId} ${reference} ${attempt}`;

/** The number of the attempt that a reference names. */
export const attemptOf = (reference: string): number => Number(reference.split(' ')[1]);

export const unknownOutcome = 'OUTCOME_UNKNOWN';

/** Whether a payment may have been made without the provider having said so. */
export const isUnknown = ({ payment_status: status, error }: Pick<Invoice, 'payment_status' | 'error'>): boolean =>
  paymentIs.processing(status) && error?.code === unknownOutcome;
