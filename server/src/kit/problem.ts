import { isOutcomeUnknown, isUnavailable } from './database-faults.ts';
import { badRequest, type ErrorCode, errorCodes, errorPage, isRefusal, Refusal } from './errors.ts';

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  message: string;
  info: unknown;
  requestId: string;
};

/**
 * The error body: RFC 9457, and the three keys that clients of the reference API read. `apiUrl`: the address of the API,
 * which serves the page of `type`; without one, `type` is relative to it.
 */
export const problemOf = (refusal: Refusal, requestId: string, apiUrl = ''): Problem => {
  const { status, title } = errorCodes[refusal.code];
  return {
    type: `${apiUrl}${errorPage(refusal.code)}`,
    title,
    status,
    detail: refusal.message,
    instance: `urn:marketplace-operations:request:${requestId}`,
    code: refusal.code,
    message: refusal.message,
    info: refusal.info ?? null,
    requestId,
  };
};

type Foreign = { code?: string; statusCode?: number; message?: string; cause?: unknown };

const later = (message: string): Refusal =>
  new Refusal('ServiceUnavailable', message, undefined, { 'retry-after': '1' });

/** A client without an Idempotency-Key must not simply send the request again. */
const perhapsMade = 'The database connection was lost; read the resource to see whether the change was made.';

const unavailable = 'The database is unavailable or full; try again.';

/** Errors of PostgreSQL, Node's sockets and the HTTP parser that map to a refusal. */
const foreignRefusals: [RegExp, (error: Foreign) => Refusal][] = [
  [/^FST_ERR_CTP_BODY_TOO_LARGE$/, () => new Refusal('PayloadTooLarge', 'The request body is too large.')],
  [/^FST_ERR_CTP_INVALID_MEDIA_TYPE$/, () => new Refusal('UnsupportedMediaType', 'Send the body as application/json.')],
  [
    /^FST_ERR_CTP_INVALID_CONTENT_LENGTH$/,
    () =>
      badRequest([{ path: '', code: 'content_length', message: 'the length of the body differs from Content-Length' }]),
  ],
  [/^FST_ERR_BAD_URL$|^FST_ERR_MAX_PARAM/, () => new Refusal('NotFound', 'There is nothing at this URL.')],
  [/^(ENOSPC|EDQUOT)$/, () => later('The disk for files is full; try again when there is room.')],
  [/^57014$/, () => later('The database took too long; try again.')],
  [/^25006$/, () => later('The database only reads now; try again.')],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/, () => later(unavailable)],
  [/^(40001|40P01|55P03)$/, () => later('Too many changes at once; try again.')],
  [/^23505$/, () => new Refusal('Conflict', 'The same resource was created concurrently; read it and try again.')],
  [
    /^(22021|22P05)$/,
    () => badRequest([{ path: '', code: 'nul_character', message: 'text with U+0000 cannot be stored' }]),
  ],
  [/^22003$/, () => badRequest([{ path: '', code: 'number_out_of_range', message: 'a number is out of range' }])],
];

/** Converts a thrown value to an error that a caller may see; null for an internal error. */
export const refusalFrom = (error: unknown): Refusal | null => {
  if (isRefusal(error)) return error;
  if (isOutcomeUnknown(error)) return later(perhapsMade);
  const foreign = (error ?? {}) as Foreign;
  for (const [pattern, answer] of foreignRefusals) {
    if (foreign.code !== undefined && pattern.test(foreign.code)) return answer(foreign);
  }
  if (foreign.code !== undefined && isUnavailable({ code: foreign.code })) return later(unavailable);
  if (isUnavailable(error) || /Cannot use a pool after/.test(foreign.message ?? '')) {
    return later(perhapsMade);
  }
  if (foreign.statusCode === 400) {
    return badRequest([{ path: '', code: 'malformed', message: 'the request cannot be read' }]);
  }
  return null;
};

/** What the caller sees after an internal error: only the request ID. */
export const internalError = (): Refusal =>
  new Refusal('InternalServerError', 'Internal error; please quote the request ID when you report it.');

/** The body of every refusal, as the OpenAPI documents describe it. */
export const problemSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  description: 'RFC 9457, plus the three keys of the reference API: code, message, info.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'info', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The page about the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    message: { type: 'string' },
    info: {
      description:
        'For 400, an array of {path, code, message}; for a status that forbids the request, {status, allowedFrom}.',
    },
    requestId: { type: 'string' },
  },
};
