/**
 * The closed list of refusals: every `code` a caller can receive, with its HTTP status, its title, what it means, and what
 * to do about it (both in Markdown). Printed in `golden/errors.txt`, and shown at `/docs/errors`. The wire format is RFC
 * 9457 plus the three keys of the reference API (`code`, `message`, `info`); `kit/problem.ts` writes it.
 */
export const errorCodes = {
  BadRequest: {
    status: 400,
    title: 'The request is malformed or invalid',
    meaning:
      'Something in the request cannot be read, or is not allowed: a body, a parameter or a header. `info` lists every fault found, each with `path`, `code` and `message`.',
    advice: 'Correct what `info` names, and send the request again. The same request would be refused again.',
  },
  Unauthorized: {
    status: 401,
    title: 'Authentication is missing or not valid',
    meaning: 'The request has no credentials, or its token has expired, was revoked, or is not one of this service.',
    advice: 'Get a new access token from the token endpoint and send it as `Authorization: Bearer …`, once.',
  },
  Forbidden: {
    status: 403,
    title: 'The caller is not allowed to do this',
    meaning:
      'The caller belongs to the organization, but its role does not have the permission of this endpoint, or the endpoint is only for people or only for machines.',
    advice:
      'Ask an OWNER or ADMIN of the organization for a role with the permission that the reference shows at the endpoint.',
  },
  NotFound: {
    status: 404,
    title: 'The resource was not found',
    meaning:
      'There is nothing at this URL, no resource has this ID, or it belongs to an organization that the caller is not a member of. These cases look the same, so that nobody learns what exists in other organizations.',
    advice: 'Check the path, the ID, and the organization that it is read in.',
  },
  MethodNotAllowed: {
    status: 405,
    title: 'The method is not supported at this URL',
    meaning: 'The URL exists, but not for this method. The header `Allow` lists the methods that it supports.',
    advice: 'Use one of the methods of `Allow`.',
  },
  Conflict: {
    status: 409,
    title: 'The state of the resource does not allow this',
    meaning:
      'The state of the resource does not allow the request, its partner cannot do what it asks for, or the same `Idempotency-Key` is still in progress. For a status, `info` has `status` and `allowedFrom`.',
    advice:
      'Read the resource. Repeat the request when its status is one of `allowedFrom`, or after `Retry-After` if the response has that header. What a partner cannot do stays refused.',
  },
  PreconditionFailed: {
    status: 412,
    title: 'The resource has changed',
    meaning: 'The version of the resource differs from the one in `If-Match`, because it was changed in the meantime.',
    advice: 'Read the resource, apply the change to what it is now, and send it with the new `ETag`.',
  },
  PayloadTooLarge: {
    status: 413,
    title: 'The request body is too large',
    meaning:
      'The body, its nesting or its number of values is beyond the limits of the endpoint, which the reference shows as `x-limits`.',
    advice: 'Send less at once, for example a batch in several parts.',
  },
  UnsupportedMediaType: {
    status: 415,
    title: 'The request body has an unsupported media type',
    meaning: 'The body has a `Content-Type` that this endpoint does not accept, or is compressed.',
    advice: 'Send JSON as `application/json`, uncompressed, or the type that the reference shows.',
  },
  IdempotencyMismatch: {
    status: 422,
    title: 'The idempotency key was used with another request',
    meaning:
      'The `Idempotency-Key` was used in the last 24 hours for a request with another path or body. Nothing was changed.',
    advice: 'Use a new key for a new request, and the same key only to repeat the same request.',
  },
  TooManyRequests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The caller sends more requests than its limit allows, or too many credentials were wrong. The headers `RateLimit-*` show the limit.',
    advice: 'Wait for the number of seconds in `Retry-After`, then continue more slowly.',
  },
  InternalServerError: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed in a way that it does not expect. The details are in its log only.',
    advice: 'Quote `requestId` when you report it. A POST can be repeated safely with its `Idempotency-Key`.',
  },
  '3rdPartyError': {
    status: 502,
    title: 'A partner refused or failed',
    meaning:
      "A partner refused the request, or did not respond in time. `info` has the partner's own code and message.",
    advice:
      "Read the partner's message. After a temporary failure, repeat the request; after a refusal, correct it first.",
  },
  ServiceUnavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    meaning: 'The service is starting, stopping or overloaded, or its database cannot be reached.',
    advice:
      'Repeat the request after `Retry-After`. A POST with an `Idempotency-Key` takes effect only once, even if the first response was lost.',
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string; advice: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The page about a refusal, below the address of the API. */
export const errorPage = (code: ErrorCode | ':code'): string => `/docs/errors/${code}`;

/** One fault of a request: `path` is a place in the body (`info.commits.0.rate`), or the name of a parameter or header (decision 0255). */
export type Fault = { path: string; code: string; message: string };

/** The only error class of the service: a refusal that the caller may read. Anything else thrown is a 500. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly info: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, info?: unknown, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.info = info;
    this.headers = headers;
  }
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** More would not help; a batch has this many items. */
export const faultsMax = 1000;
/** Paths contain names chosen by the caller. */
const pathMax = 500;
/** How many faults the message repeats. */
const faultsInMessage = 20;

/** 400 with the faults found, at most a thousand. */
export const badRequest = (faults: readonly Fault[]): Refusal => {
  const shown = faults
    .slice(0, faultsMax)
    .map((fault) => (fault.path.length <= pathMax ? fault : { ...fault, path: `${fault.path.slice(0, pathMax)}…` }));
  const sentences = shown
    .slice(0, faultsInMessage)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new Refusal('BadRequest', sentences.join('; ').slice(0, 2000), shown);
};

/** 429 of a limit on requests; `headers` has `retry-after`, in seconds. */
export const tooManyRequests = (headers: Readonly<Record<string, string>>): Refusal => {
  const seconds = Number(headers['retry-after'] ?? 1);
  const wait = `${seconds} second${seconds === 1 ? '' : 's'}`;
  return new Refusal('TooManyRequests', `Too many requests; wait ${wait}, then send them more slowly.`, undefined, {
    ...headers,
  });
};

/** 404; the message never reveals whether the ID exists in another organization. */
export const notFound = (noun: string): Refusal => new Refusal('NotFound', `No such ${noun}.`);

/** Returns the value found; throws 404 if there is none. */
export const requireFound = <T>(found: T | null | undefined, noun: string): T => {
  if (found === null || found === undefined) throw notFound(noun);
  return found;
};

/** 409 of a state guard. */
export const wrongState = (noun: string, act: string, status: string, allowedFrom: readonly string[]): Refusal =>
  new Refusal('Conflict', `${noun} in status ${status} does not allow ${act}.`, { status, allowedFrom });
