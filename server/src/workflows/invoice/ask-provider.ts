import { isPartnerError } from '../../adapters/partner-error.ts';
import type { PartnerStep } from '../../engine/workflow.ts';

/** The provider may have acted, and did not say so. */
export type Unknown = { state: 'UNKNOWN'; message: string };

/** Providers keep a key for a day (Stripe) or a week (Adyen): later, a repetition would move the money again. */
const keyLivesMs = 20 * 3_600_000;

/** Whether a call whose key was made at `since` can no longer be repeated. Dates of stored results are text. */
export const isKeyGone = (since: Date | string, now: Date): boolean =>
  now.getTime() - new Date(since).getTime() > keyLivesMs;

/** A provider that gave no answer for so many tries is asked again by a later run. */
const triesMax = 200;

/**
 * Makes a call that moves money. An error is believed only if no earlier try of the same call can have arrived: the
 * refusal of a repetition says nothing about the first. `isUnknown`: an earlier run left the outcome open.
 */
export const askProvider = async <T>(
  { attempt }: Pick<PartnerStep, 'attempt'>,
  isUnknown: boolean,
  call: () => Promise<T>,
): Promise<T | Unknown> => {
  try {
    return await call();
  } catch (error) {
    if (!isPartnerError(error)) throw error;
    const isLast = attempt >= triesMax;
    const isBelieved = error.outcome !== 'UNKNOWN' && attempt === 1 && !isUnknown;
    if (error.retryable ? !isLast : isBelieved) throw error;
    return { state: 'UNKNOWN', message: error.message };
  }
};
