import { isPartnerError } from './partner-error.ts';

/** Hears of each of many that cannot be read, and why; the others are read all the same. */
export type Skip = (externalId: string, why: string) => void;

const unreadable: ReadonlySet<string> = new Set(['UnreadableAnswer', 'UnknownWord']);

/** Reads one of many. Null: it is not there, or cannot be read, which `skip` hears. */
export const unlessUnreadable = async <T>(
  externalId: string,
  skip: Skip | undefined,
  read: () => Promise<T | null>,
): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if (!isPartnerError(error) || !unreadable.has(error.partnerCode)) throw error;
    skip?.(externalId, error.message);
    return null;
  }
};
