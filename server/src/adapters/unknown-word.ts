import { type PartnerError, partnerError } from './partner-error.ts';

/**
 * A partner says by a word that we do not know where a thing stands. Nothing is guessed from it: what was known stays, and the
 * sentence says why. Asking again would hear the same.
 */
const unknownWord = (partner: string, endpoint: string, what: string, word: unknown): PartnerError =>
  partnerError(
    `${partner} says that ${what} is ${JSON.stringify(word ?? null).slice(0, 100)}, a word that this release does not know: what was known stays`,
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

/** What a word of a partner means, by a table. Throws for one that the table does not have. */
export const meaningOf = <T>(
  meanings: Readonly<Record<string, T>>,
  word: string,
  { partner, endpoint, what }: { partner: string; endpoint: string; what: string },
): T => {
  if (Object.hasOwn(meanings, word)) return meanings[word] as T;
  throw unknownWord(partner, endpoint, what, word);
};
