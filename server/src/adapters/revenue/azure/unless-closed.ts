import { isPartnerError } from '../../partner-error.ts';

/** Statuses of an account that may not ask this. */
const closed: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404]);

/** What Microsoft answers; null if the account may not ask it, for what nothing else depends on. */
export const unlessClosed = async <T>(asking: Promise<T>): Promise<T | null> => {
  try {
    return await asking;
  } catch (error) {
    if (isPartnerError(error) && closed.has(error.httpStatus)) return null;
    throw error;
  }
};
