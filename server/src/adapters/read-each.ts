import { isPartnerError } from './partner-error.ts';

/** Called with the id of each item that cannot be read, and the reason; the others are still read. */
export type Skip = (externalId: string, why: string) => void;

const unreadable: ReadonlySet<string> = new Set(['UnreadableAnswer', 'UnknownWord']);

/** Reads one of many items. Null: it does not exist, or cannot be read, which is reported to `skip`. */
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
