import { type PartnerError, partnerError } from './partner-error.ts';

/**
 * A partner gave a status in a word that we do not know. We do not guess its meaning: the last known status is kept, and the message
 * explains why. A retry would get the same answer.
 */
const unknownWord = (partner: string, endpoint: string, what: string, word: unknown): PartnerError =>
  partnerError(
    `${partner} reports that ${what} is ${JSON.stringify(word ?? null).slice(0, 100)}, a value that this release does not know: the last known one is kept`,
    {
      partner,
      endpoint,
      outcome: 'UNKNOWN',
      partnerCode: 'UnknownWord',
      httpStatus: 200,
      requestId: undefined,
      retryable: false,
    },
  );

/** The meaning of a partner's word, from a table. Throws for a word that is not in it. */
export const meaningOf = <T>(
  meanings: Readonly<Record<string, T>>,
  word: string,
  { partner, endpoint, what }: { partner: string; endpoint: string; what: string },
): T => {
  if (Object.hasOwn(meanings, word)) return meanings[word] as T;
  throw unknownWord(partner, endpoint, what, word);
};
