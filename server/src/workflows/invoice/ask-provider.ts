import { isPartnerError } from '../../adapters/partner-error.ts';
import type { PartnerStep } from '../../engine/workflow.ts';

/** The provider may have acted, and did not say so. */
export type Unknown = { state: 'UNKNOWN'; message: string };

/** Providers keep a key for a day (Stripe) or a week (Adyen): later, a repetition would move the money again. */
const keyLivesMs = 20 * 3_600_000;

/** A provider that gave no answer for so many tries is asked again by a later run. */
const triesMax = 200;

type Call = {
  /** An earlier run left the outcome open. */
  isUnknown: boolean;
  /** When the key of a call that moves money was made; null for one that only reads. Stored results have dates as text. */
  since: Date | string | null;
};

/**
 * Makes a call that moves money, as long as the provider knows its key. An error is believed only if no earlier try of the
 * same call can have arrived: the refusal of a repetition says nothing about the first, and that of a read (a key of the
 * account that was rolled) nothing about the payment.
 */
export const askProvider = async <T>(
  { attempt, now }: Pick<PartnerStep, 'attempt' | 'now'>,
  { isUnknown, since }: Call,
  call: () => Promise<T>,
): Promise<T | Unknown> => {
  if (since !== null && now.getTime() - new Date(since).getTime() > keyLivesMs)
    return { state: 'UNKNOWN', message: 'The provider did not say in time whether it was done.' };
  try {
    return await call();
  } catch (error) {
    if (!isPartnerError(error)) throw error;
    const isLast = attempt >= triesMax;
    const isBelieved = since !== null && error.outcome !== 'UNKNOWN' && attempt === 1 && !isUnknown;
    if (error.retryable ? !isLast : isBelieved) throw error;
    return { state: 'UNKNOWN', message: error.message };
  }
};
