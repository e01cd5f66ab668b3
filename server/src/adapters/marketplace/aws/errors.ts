import { notSentCodes } from '../../not-sent-codes.ts';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import { retryAfterOf } from '../../retry-after.ts';

/** What the SDK throws: a modelled exception, or a connection error with the answer's metadata. */
type Thrown = {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  Message?: unknown;
  /** The code of an error document (AWS JSON); REST services name it in the header `x-amzn-errortype`. */
  __type?: unknown;
  /** The code of an error document of S3 (XML). */
  Code?: unknown;
  $metadata?: { httpStatusCode?: number; requestId?: string };
  $response?: { statusCode?: number; headers?: Record<string, string> };
  ValidationExceptionFieldList?: unknown;
  fields?: unknown;
  reason?: unknown;
  /** Partner Central's words for the same. */
  Reason?: unknown;
  ErrorList?: unknown;
};

/** Refusals that the same call may overcome later: rate limits, locks, quotas of running change sets, clock skew. */
const retryableCodes = new Set([
  'ThrottlingException',
  'TooManyRequestsException',
  'ResourceInUseException',
  'ServiceQuotaExceededException',
  'RequestTimeTooSkewed',
  'RequestExpired',
  // S3 names a request like this that it did not get in time.
  'RequestTimeout',
]);
/** AWS's message for clock skew, under the name that it also uses for a wrong secret. */
const wrongClock = /^Signature (expired|not yet current)/;

/** The SDK sends nothing without credentials. */
const unsentCodes: ReadonlySet<string> = new Set([...notSentCodes, 'CredentialsProviderError']);
const notConnected = /did not establish a connection/;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const messageMax = 1000;

/** Classifies the outcome of a failed call (`partner-error.ts`). `what` is the operation: `StartChangeSet`. */
export const toPartnerError = (thrown: unknown, what: string): PartnerError => {
  if (isPartnerError(thrown)) return thrown;
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Thrown;
  const httpStatus = error.$metadata?.httpStatusCode ?? error.$response?.statusCode;
  const headers = error.$response?.headers ?? {};
  const requestId = error.$metadata?.requestId ?? headers['x-amzn-requestid'];
  const base = { partner: 'AWS', endpoint: what, httpStatus, requestId, cause: thrown };
  const name = textOf(error.name) ?? 'Error';
  const said = (textOf(error.message) ?? textOf(error.Message) ?? '').slice(0, messageMax);
  const sentence = said === '' || said === 'UnknownError' ? `${what} failed` : said;

  const connectionCode = textOf(error.code);
  if (httpStatus === undefined) {
    const notSent = unsentCodes.has(connectionCode ?? '') || unsentCodes.has(name) || notConnected.test(said);
    if (notSent) {
      const retryable = name !== 'CredentialsProviderError';
      return partnerError(`AWS could not be reached for ${what}: ${sentence}`, {
        ...base,
        outcome: 'NOT_SENT',
        partnerCode: connectionCode ?? name,
        retryable,
      });
    }
    return partnerError(`AWS did not answer ${what}: ${sentence}`, {
      ...base,
      outcome: 'UNKNOWN',
      partnerCode: connectionCode ?? name,
      retryable: true,
    });
  }
  const words = [error.__type, headers['x-amzn-errortype'], error.Code];
  const isOwnWord = words.some((word) => textOf(word) !== undefined);
  // S3 redirects a call to the region of a bucket; the SDK does not follow.
  const refused = isOwnWord && httpStatus >= 300 && httpStatus < 500 && httpStatus !== 408;
  if (!refused) {
    return partnerError(`AWS answered ${what} with ${httpStatus}: ${sentence}`, {
      ...base,
      outcome: 'UNKNOWN',
      partnerCode: isOwnWord ? name : `HTTP ${httpStatus}`,
      retryable: true,
    });
  }
  const details = error.ValidationExceptionFieldList ?? error.fields ?? error.ErrorList;
  const reason = error.reason ?? error.Reason;
  return partnerError(sentence, {
    ...base,
    outcome: 'REFUSED',
    partnerCode: name,
    retryable: retryableCodes.has(name) || wrongClock.test(said) || httpStatus === 429 || httpStatus === 423,
    ...retryAfterOf(headers),
    ...(details === undefined && reason === undefined
      ? {}
      : { details: { reason: reason ?? null, fields: details ?? [] } }),
  });
};

/** A successful answer that cannot be read. The call may have taken effect; only a query can tell. */
export const unreadableAnswer = (what: string, why: string, requestId: string | undefined): PartnerError =>
  partnerError(`AWS answered ${what} with something unreadable: ${why}`.slice(0, messageMax), {
    partner: 'AWS',
    endpoint: what,
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId,
    retryable: true,
  });

/** What the account may not read, or asked for wrongly: it is the same the next time. */
const lastingCodes = new Set(['AccessDeniedException', 'ValidationException', 'ResourceNotFoundException']);

/** One of several entities that AWS did not read, beside those that it did. AWS publishes no list of these codes. */
export const unreadEntity = (
  id: string,
  code: string | null,
  { ErrorMessage, requestId }: { ErrorMessage: string | null; requestId: string | undefined },
): PartnerError =>
  partnerError(`AWS did not read ${id}: ${ErrorMessage || code || 'no reason given'}`.slice(0, messageMax), {
    partner: 'AWS',
    endpoint: 'BatchDescribeEntities',
    outcome: 'REFUSED',
    partnerCode: code ?? 'Error',
    httpStatus: 200,
    requestId,
    retryable: !lastingCodes.has(code ?? ''),
  });
