import { isPartnerError } from '../../adapters/partner-error.ts';
import type { Payments } from '../../adapters/payment/port.ts';
import type { PartnerStep } from '../../engine/workflow.ts';

/** The provider may have acted, and did not say so. */
export type Unknown = { state: 'UNKNOWN'; message: string };

/** The provider refused the call itself, and nothing happened there. */
export type Refused = { state: 'REFUSED'; code: string; message: string };

/** A provider that gave no answer for so many tries is asked again by a later run. */
const triesMax = 200;

/**
 * Makes a call that moves money. A refusal is believed only if no earlier try of the same call can have arrived: that of
 * a repetition says nothing about the first. `wasUnknown`: an earlier run left the outcome open. Whatever is thrown leaves
 * the outcome open, too.
 */
export const askProvider = async <T>(
  { attempt }: Pick<PartnerStep, 'attempt'>,
  { wasUnknown, prettify }: { wasUnknown: boolean; prettify: Payments['prettifyError'] },
  call: () => Promise<T>,
): Promise<T | Refused | Unknown> => {
  try {
    return await call();
  } catch (error) {
    if (!isPartnerError(error)) throw error;
    const { partnerCode: code, message, outcome, retryable } = error;
    if (retryable && attempt < triesMax) throw error;
    if (!retryable && outcome !== 'UNKNOWN' && attempt === 1 && !wasUnknown)
      return { state: 'REFUSED', code, message: prettify({ code, message }) };
    return { state: 'UNKNOWN', message };
  }
};
