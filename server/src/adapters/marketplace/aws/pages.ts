import { isPartnerError } from '../../partner-error.ts';
import { unreadableAnswer } from './errors.ts';

/** A partner that never stops giving pages does not hold a step for ever. */
const pagesMax = 200;

const gone = new Set(['ResourceNotFoundException', 'ResourceNotSupportedException']);

/** Reads something that may not exist there: null then. */
export const unlessGone = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (isPartnerError(error) && error.outcome === 'REFUSED' && gone.has(error.partnerCode)) return null;
    throw error;
  }
};

/** Asks for something that the caller may not be allowed to see, and that is only an addition. */
export const unlessRefused = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable) return null;
    throw error;
  }
};

/** All pages of a list. */
export const everyPage = async <T>(
  page: (token: string | undefined) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> => {
  const found: T[] = [];
  let token: string | undefined;
  for (let count = 0; count < pagesMax; count += 1) {
    const { items, next } = await page(token);
    found.push(...items);
    if (next === null || next === token) return found;
    token = next;
  }
  throw unreadableAnswer('a list', `more than ${pagesMax} pages`, undefined);
};
