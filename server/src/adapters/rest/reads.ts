import { charactersOf } from '../../kit/json-size.ts';
import { isPartnerError, type PartnerError, partnerError } from '../partner-error.ts';

/** A partner that never stops returning pages must not hold a step forever. */
export const pagesMax = 200;
/** Each answer is limited in size, and many of them together would not be: the endpoint may be anyone's. */
const charactersMax = 32 * 1024 * 1024;

type Page<T> = { items: T[]; next: string | null | undefined };

/** Ways to read what may not exist at a partner, may not be shown, or comes in pages. */
export type Reads = {
  /** Reads something that may not exist: null then. */
  unlessGone<T>(read: Promise<T>): Promise<T | null>;
  /** Reads additional information that the account may not be allowed to see. */
  unlessRefused<T>(read: Promise<T>): Promise<T | null>;
  /**
   * All pages of a list, or the first ones. Never a part of them as if it were all: throws if a page names itself as the
   * next one, or if there are too many. `what` names the list in errors. `whenFull`: what the caller can do about a list
   * that is too long; it is a refusal then, as the next attempt would find no shorter one.
   */
  everyPage<T>(
    page: (token: string | undefined) => Promise<Page<T>>,
    options?: { what?: string | undefined; most?: number | undefined; whenFull?: (() => PartnerError) | undefined },
  ): Promise<T[]>;
};

/** `isGone`: the refusals that mean the thing does not exist. */
export const createReads = (partner: string, isGone: (refusal: PartnerError) => boolean): Reads => {
  const unless = async <T>(read: Promise<T>, isExpected: (refusal: PartnerError) => boolean): Promise<T | null> => {
    try {
      return await read;
    } catch (error) {
      if (isPartnerError(error) && error.outcome === 'REFUSED' && isExpected(error)) return null;
      throw error;
    }
  };
  return {
    unlessGone: (read) => unless(read, isGone),
    unlessRefused: (read) => unless(read, ({ retryable }) => !retryable),
    everyPage: async <T>(
      page: (token: string | undefined) => Promise<Page<T>>,
      {
        what = 'a list',
        most = pagesMax,
        whenFull,
      }: { what?: string | undefined; most?: number | undefined; whenFull?: (() => PartnerError) | undefined } = {},
    ) => {
      const unreadable = (why: string): PartnerError =>
        partnerError(`${partner} answered ${what} with something unreadable: ${why}`, {
          partner,
          outcome: 'UNKNOWN',
          partnerCode: 'UnreadableAnswer',
          httpStatus: 200,
          requestId: undefined,
          retryable: true,
        });
      const found: T[] = [];
      let characters = 0;
      let token: string | undefined;
      for (let count = 0; count < most; count += 1) {
        const { items, next } = await page(token);
        characters += charactersOf(items, charactersMax);
        if (characters > charactersMax) throw whenFull?.() ?? unreadable(`more than ${charactersMax} characters`);
        for (const item of items) found.push(item);
        if (next === null || next === undefined) return found;
        if (next === token) throw unreadable('a page names itself as the next one');
        token = next;
      }
      if (most < pagesMax) return found;
      throw whenFull?.() ?? unreadable(`more than ${pagesMax} pages`);
    },
  };
};
