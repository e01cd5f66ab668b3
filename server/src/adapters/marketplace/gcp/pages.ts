import { isPartnerError, partnerError } from '../../partner-error.ts';

/** A partner that never stops giving pages does not hold a step for ever. */
const pagesMax = 200;

/** Whether Google says that the thing is in no state for that, or not there. */
export const isRefusedAs = (error: unknown, code: string): boolean =>
  isPartnerError(error) && error.outcome === 'REFUSED' && error.partnerCode === code;

/** Reads something that may not exist there: null then. */
export const unlessGone = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (isRefusedAs(error, 'NOT_FOUND')) return null;
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

/** All pages of a list, or the first ones. */
export const everyPage = async <T>(
  page: (token: string | undefined) => Promise<{ items: T[]; next: string | null }>,
  most: number = pagesMax,
): Promise<T[]> => {
  const found: T[] = [];
  let token: string | undefined;
  for (let count = 0; count < most; count += 1) {
    const { items, next } = await page(token);
    found.push(...items);
    if (next === null || next === token) return found;
    token = next;
  }
  if (most < pagesMax) return found;
  throw partnerError(`Google Cloud gives more than ${pagesMax} pages of a list.`, {
    partner: 'GCP',
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId: undefined,
    retryable: true,
  });
};
