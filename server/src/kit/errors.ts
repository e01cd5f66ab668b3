/**
 * The closed vocabulary of refusals: every `code` a caller can meet, with its HTTP status and title.
 * Printed in `golden/errors.txt`. The shape on the wire is RFC 9457 plus the three keys of the reference API
 * (`code`, `message`, `info`); `http/problem.ts` writes it.
 */
export const errorCodes = {
  BadRequest: { status: 400, title: 'The request is malformed or invalid' },
  Unauthorized: { status: 401, title: 'Authentication is missing or not valid' },
  Forbidden: { status: 403, title: 'The caller may not do this' },
  NotFound: { status: 404, title: 'There is no such thing' },
  MethodNotAllowed: { status: 405, title: 'The method is not served at this address' },
  Conflict: { status: 409, title: 'The state of the resource does not allow this' },
  PreconditionFailed: { status: 412, title: 'The resource has changed' },
  PayloadTooLarge: { status: 413, title: 'The request body is too large' },
  UnsupportedMediaType: { status: 415, title: 'The request body has a media type that is not served' },
  IdempotencyMismatch: { status: 422, title: 'The idempotency key belongs to another request' },
  TooManyRequests: { status: 429, title: 'Too many requests' },
  InternalServerError: { status: 500, title: 'Something went wrong here' },
  '3rdPartyError': { status: 502, title: 'A partner refused or failed' },
  ServiceUnavailable: { status: 503, title: 'The service cannot take this now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One fault of a request: `path` is a JSON path into the body (`info.currency`) or the name of a parameter. */
export type Fault = { path: string; code: string; message: string };

/** The one error class of the service: a refusal that the caller may read. Anything else thrown is a 500. */
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

/** More do not help anybody: as many as a batch has items. */
export const faultsMax = 1000;
/** Paths hold names that the caller chose. */
const pathMax = 500;
/** So many are told in the sentence too. */
const faultsInMessage = 20;

/** 400 that lists the faults found, the first thousand of them. */
export const badRequest = (faults: readonly Fault[]): Refusal => {
  const shown = faults
    .slice(0, faultsMax)
    .map((fault) => (fault.path.length <= pathMax ? fault : { ...fault, path: `${fault.path.slice(0, pathMax)}…` }));
  const sentences = shown
    .slice(0, faultsInMessage)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new Refusal('BadRequest', sentences.join('; ').slice(0, 2000), shown);
};

/** 404; the sentence never tells whether the id exists elsewhere. */
export const notFound = (noun: string): Refusal => new Refusal('NotFound', `No such ${noun}.`);

/** What was looked for; 404 where there is none. */
export const requireFound = <T>(found: T | null | undefined, noun: string): T => {
  if (found === null || found === undefined) throw notFound(noun);
  return found;
};

/** 409 of a state guard. */
export const wrongState = (noun: string, act: string, status: string, allowedFrom: readonly string[]): Refusal =>
  new Refusal('Conflict', `${noun} in status ${status} does not allow ${act}.`, { status, allowedFrom });
