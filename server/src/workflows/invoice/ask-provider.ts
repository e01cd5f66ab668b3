import { isPartnerError } from '../../adapters/partner-error.ts';
import type { Payments } from '../../adapters/payment/port.ts';
import type { PartnerStep } from '../../engine/workflow.ts';

/** The provider may have acted, and did not say so. */
export type Unknown = { state: 'UNKNOWN'; message: string };

/** The provider refused the call itself, and nothing happened there. */
export type Refused = { state: 'REFUSED'; code: string; message: string };

/** Providers keep a key for a day (Stripe) or a week (Adyen): later, a repetition would move the money again. */
const keyLivesMs = 20 * 3_600_000;

/** After this many attempts without an answer, a later run queries the provider again. */
const triesMax = 200;

type Call = {
  /** An earlier run left the outcome open. */
  wasUnknown: boolean;
  /** When the key of a call that moves money was made; null for one that only reads. Stored results have dates as text. */
  since: Date | string | null;
  prettify: Payments['prettifyError'];
};

/**
 * Makes a call that moves money, as long as the provider knows its key. A refusal is believed only if no earlier try of
 * the same call can have arrived: that of a repetition says nothing about the first, and that of a read (a key of the
 * account that was rolled) nothing about the payment. Whatever is thrown leaves the outcome open, too.
 */
export const askProvider = async <T>(
  { attempt, now }: Pick<PartnerStep, 'attempt' | 'now'>,
  { wasUnknown, since, prettify }: Call,
  call: () => Promise<T>,
): Promise<T | Refused | Unknown> => {
  if (since !== null && now.getTime() - new Date(since).getTime() > keyLivesMs)
    return { state: 'UNKNOWN', message: 'The provider did not say in time whether it was done.' };
  try {
    return await call();
  } catch (error) {
    if (!isPartnerError(error)) throw error;
    const { partnerCode: code, message, outcome, retryable } = error;
    if (retryable && attempt < triesMax) throw error;
    const isBelieved = since !== null && !retryable && outcome !== 'UNKNOWN' && attempt === 1 && !wasUnknown;
    if (isBelieved) return { state: 'REFUSED', code, message: prettify({ code, message }) };
    return { state: 'UNKNOWN', message };
  }
};
