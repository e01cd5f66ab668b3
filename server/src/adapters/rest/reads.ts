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
  /** All pages of a list, or the first ones. `what` names the list in errors. */
  everyPage<T>(
    page: (token: string | undefined) => Promise<Page<T>>,
    options?: { what?: string | undefined; most?: number | undefined },
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
      { what = 'a list', most = pagesMax }: { what?: string | undefined; most?: number | undefined } = {},
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
        if (characters > charactersMax) throw unreadable(`more than ${charactersMax} characters`);
        for (const item of items) found.push(item);
        if (next === null || next === undefined || next === token) return found;
        token = next;
      }
      if (most < pagesMax) return found;
      throw unreadable(`more than ${pagesMax} pages`);
    },
  };
};
