import { isPartnerError } from '../adapters/partner-error.ts';
import { isBusy, isSlow, isUnavailable } from '../kit/database-faults.ts';
import { isRefusal } from '../kit/errors.ts';
import type { Failure } from './operation-store.ts';
import { isStepFailed, type Retry } from './workflow.ts';

/** Errors of Node that mean, where the database was asked, that it is not reached. */
const goneCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/**
 * Whether the database is unavailable or overloaded. Statements are then retried until it is back, and no attempt is
 * counted.
 */
export const isDatabaseGone = (error: unknown): boolean => {
  if (isRefusal(error)) return error.code === 'ServiceUnavailable';
  if (isUnavailable(error) || isBusy(error)) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && goneCodes.has(error.code);
};

/**
 * Whether a call of a partner broke off because of our database, which was read on the way: that says nothing about the partner. Errors
 * of sockets may be the partner's.
 */
export const isOurDatabase = (error: unknown): boolean =>
  !isPartnerError(error) && (isUnavailable(error) || (isBusy(error) && 'severity' in (error as object)));

/** So often in a row a statement that took too long is the fault of the moment, which is about a minute; then it is the statement's own. */
export const slowTimes = 10;

/** Whether a change waits for the database after this error, and counts no attempt; `times`: how often it has waited in a row. */
export const isWaitedFor = (error: unknown, times: number): boolean =>
  isDatabaseGone(error) || (isSlow(error) && times < slowTimes);

/** The same for a call of a partner that broke off (`isOurDatabase`). */
export const isOursToWaitFor = (error: unknown, times: number): boolean =>
  isOurDatabase(error) ||
  (isSlow(error) && !isPartnerError(error) && 'severity' in (error as object) && times < slowTimes);

const transientRefusals = new Set(['3rdPartyError', 'ServiceUnavailable', 'TooManyRequests', 'InternalServerError']);

/** Whether a retry would get the same result. */
export const isDefinite = (error: unknown): boolean =>
  isStepFailed(error) || (isRefusal(error) && !transientRefusals.has(error.code));

const maxMessage = 2000;

/** What the operation shows for an error thrown while calling a partner. Adapters write messages fit for callers. */
export const failureOf = (error: unknown): Failure => {
  if (isStepFailed(error)) return error.failure;
  if (isRefusal(error)) {
    return { code: error.code, message: error.message, ...(error.info === undefined ? {} : { info: error.info }) };
  }
  if (!(error instanceof Error)) return { code: 'Error', message: String(error).slice(0, maxMessage) };
  const code = 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : error.name;
  return { code, message: error.message.slice(0, maxMessage) };
};

/** For an error of our own code or database: the message could contain SQL, so it goes only to the log. */
export const internalFailure: Failure = { code: 'InternalServerError', message: 'The step failed inside the service.' };

/**
 * The pause after the given failed attempt (1, 2, …), varied by up to a fifth so that runs do not retry all at once.
 */
export const pauseAfter = (retry: Retry, attempt: number, seed: string): number => {
  const pause = Math.min(retry.maxDelayMs, retry.firstDelayMs * retry.factor ** (attempt - 1));
  let hash = attempt;
  for (const character of seed) hash = (hash * 31 + character.charCodeAt(0)) % 1009;
  return pause * (1 - (0.2 * hash) / 1009);
};
