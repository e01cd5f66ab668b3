/**
 * The closed list of refusals: every `code` a caller can receive, with its HTTP status and title. Printed in
 * `golden/errors.txt`. The wire format is RFC 9457 plus the three keys of the reference API (`code`, `message`,
 * `info`); `http/problem.ts` writes it.
 */
export const errorCodes = {
  BadRequest: { status: 400, title: 'The request is malformed or invalid' },
  Unauthorized: { status: 401, title: 'Authentication is missing or not valid' },
  Forbidden: { status: 403, title: 'The caller is not allowed to do this' },
  NotFound: { status: 404, title: 'The resource was not found' },
  MethodNotAllowed: { status: 405, title: 'The method is not supported at this URL' },
  Conflict: { status: 409, title: 'The state of the resource does not allow this' },
  PreconditionFailed: { status: 412, title: 'The resource has changed' },
  PayloadTooLarge: { status: 413, title: 'The request body is too large' },
  UnsupportedMediaType: { status: 415, title: 'The request body has an unsupported media type' },
  IdempotencyMismatch: { status: 422, title: 'The idempotency key was used with another request' },
  TooManyRequests: { status: 429, title: 'Too many requests' },
  InternalServerError: { status: 500, title: 'Internal error' },
  '3rdPartyError': { status: 502, title: 'A partner refused or failed' },
  ServiceUnavailable: { status: 503, title: 'The service is temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One fault of a request: `path` is a JSON path into the body (`info.currency`) or the name of a parameter. */
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
