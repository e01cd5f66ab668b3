import { isPartnerError } from '../../partner-error.ts';

/** Statuses of an account that may not ask this. */
const closed: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404]);

/** A refusal for now (429), a fault of Microsoft's own (5xx), or an answer that was lost. */
const isPassing = (error: unknown): boolean =>
  isPartnerError(error) && error.retryable && (error.httpStatus === 429 || (error.httpStatus ?? 500) >= 500);

/** The same, for what can also be read another time; `passing` if it has to be. */
export const unlessPassing = async <T, const P>(asking: Promise<T>, passing: P): Promise<T | P> => {
  try {
    return await asking;
  } catch (error) {
    if (isPassing(error)) return passing;
    throw error;
  }
};

/** What Microsoft answers; null if the account may not ask it, for what nothing else depends on. */
export const unlessClosed = async <T>(asking: Promise<T>): Promise<T | null> => {
  try {
    return await asking;
  } catch (error) {
    if (isPartnerError(error) && closed.has(error.httpStatus)) return null;
    throw error;
  }
};
