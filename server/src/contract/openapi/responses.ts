import { asksPartner, type Endpoint, honoursIfMatch, isAct } from '../endpoint.ts';
import { type Json, refTo } from './json.ts';

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const whole = (description: string): Json => ({ description, schema: { type: 'integer' } });
const flag = (description: string): Json => ({ description, schema: { type: 'string', enum: ['true'] } });

/** Every response header beyond those of HTTP itself. */
export const headers = {
  'X-Request-Id': text(
    'The ID of the request: the one sent by the caller, or else a new one. Quote it when you ask for help.',
  ),
  'RateLimit-Limit': whole('The number of requests that the caller may send at once.'),
  'RateLimit-Remaining': whole('The number of requests left now.'),
  'RateLimit-Reset': whole('The number of seconds until the full number is available again.'),
  'Retry-After': whole('The number of seconds after which to try again.'),
  ETag: text(
    'The version of the resource, for If-Match. If-None-Match is ignored: amounts can move without a new version.',
  ),
  'Dry-Run': flag('Nothing was stored, because the request has dryRun=true.'),
  'Idempotency-Replayed': flag('This is the stored response to the first request with this Idempotency-Key.'),
  'X-Total-Count': whole('The total number of results; 100001 if counting stopped there.'),
  'X-Total-Count-Capped': flag('Counting stopped at 100001; there may be more results.'),
  'X-Total-Count-Exact': {
    description: 'The total is an estimate, as requested by Prefer: count=estimated.',
    schema: { type: 'string', enum: ['false'] },
  },
  'Preference-Applied': text('RFC 7240: the preference that was followed.'),
  Link: text('RFC 8288, rel="next": the next page. Absent on the last page.'),
  'X-Page-Cut': {
    description:
      'The page ended early, at 8 MiB. Follow Link to continue after the last row. With an offset, add the number of rows.',
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Operation-Id': text('The operation that does the work, operation_…. Query it for its status.'),
  'X-Duplicate-Count': whole('The number of items that were already stored.'),
  'Content-Disposition': text('RFC 6266: attachment, with the name of the file.'),
  'X-Accel-Buffering': text('On a stream of events, no: proxies pass on each one at once.'),
  Allow: text('The methods that this URL supports.'),
  'WWW-Authenticate': text('RFC 9110: how to authenticate, and what was wrong with what was sent.'),
} satisfies Record<string, Json>;

export type HeaderName = keyof typeof headers;

const everywhere: readonly HeaderName[] = ['X-Request-Id'];
const limited: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export const headerRefs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

type Refused = { status: number; description: string; headers?: readonly HeaderName[] };

/** The refusals by name; each is a problem document (RFC 9457). */
const refusals = {
  BadRequest: { status: 400, description: 'The request is malformed or invalid. info lists every fault.' },
  Unauthorized: {
    status: 401,
    description: 'Authentication is missing or not valid.',
    headers: ['WWW-Authenticate'],
  },
  Forbidden: { status: 403, description: 'The caller is not allowed to do this.' },
  NotFound: { status: 404, description: 'The resource does not exist, or the caller is not in its organization.' },
  MethodNotAllowed: { status: 405, description: 'This URL supports other methods.', headers: ['Allow'] },
  Conflict: {
    status: 409,
    description: 'The state does not allow this, or a request with the same Idempotency-Key is in progress.',
    headers: ['Retry-After'],
  },
  PreconditionFailed: { status: 412, description: 'If-Match names a version that is not the current one.' },
  PayloadTooLarge: { status: 413, description: 'The body is too large.' },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not application/json (a file: multipart/form-data), or it is compressed.',
  },
  IdempotencyMismatch: { status: 422, description: 'The Idempotency-Key was used for another request.' },
  TooManyRequests: { status: 429, description: 'Too many requests.', headers: ['Retry-After'] },
  InternalServerError: {
    status: 500,
    description: 'An internal error. Quote requestId when you report it.',
  },
  PartnerError: { status: 502, description: 'A partner refused or failed. info contains its error code and message.' },
  ServiceUnavailable: {
    status: 503,
    description: 'The service is temporarily unavailable.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, Refused>;

export type RefusalName = keyof typeof refusals;

/** The refusals as components. */
export const refusalResponses = (): Json =>
  Object.fromEntries(
    Object.entries(refusals as Record<string, Refused>).map(([name, { description, headers: own = [] }]) => [
      name,
      {
        description,
        headers: headerRefs([...everywhere, ...limited, ...own]),
        content: { 'application/problem+json': { schema: refTo('schemas', 'Problem') } },
      },
    ]),
  );

/** Responses by status that refer to the components. */
export const refusalRefs = (names: readonly RefusalName[]): Json =>
  Object.fromEntries(names.map((name) => [refusals[name].status, refTo('responses', name)]));

/** Refusals that any endpoint can return. */
const always: readonly RefusalName[] = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'MethodNotAllowed',
  'TooManyRequests',
  'InternalServerError',
  'ServiceUnavailable',
];

const needs = (endpoint: Endpoint): boolean => endpoint.kind === 'read' && endpoint.needs !== undefined;

/** The refusals that an endpoint can return. */
export const refusalsOf = (endpoint: Endpoint): RefusalName[] => {
  const act = isAct(endpoint);
  return [
    ...always,
    // A read from a partner returns this if the partner's data cannot be processed.
    // A read of what only some marketplaces have returns it for the others.
    ...(act || endpoint.kind === 'live' || needs(endpoint) ? (['Conflict'] as const) : []),
    ...(honoursIfMatch(endpoint) ? (['PreconditionFailed'] as const) : []),
    ...(act || endpoint.body ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(act && endpoint.method === 'POST' ? (['IdempotencyMismatch'] as const) : []),
    ...(asksPartner(endpoint) ? (['PartnerError'] as const) : []),
  ];
};

/** The headers of a refusal with this status; null if the endpoint has no such refusal. */
export const headersOfRefusal = (endpoint: Endpoint, status: number): readonly HeaderName[] | null => {
  const name = refusalsOf(endpoint).find((one) => refusals[one].status === status);
  if (name === undefined) return null;
  const { headers: own = [] }: Refused = refusals[name];
  return [...everywhere, ...limited, ...own];
};

/** Headers that the endpoint's record adds to those of its kind. */
const ownOf = ({ replyHeaders = {} }: Endpoint): HeaderName[] =>
  (Object.keys(headers) as HeaderName[]).filter((name) => name in replyHeaders);

/** Whether it answers a page of a list. */
export const isList = ({ replyHeaders = {} }: Endpoint): boolean => 'Link' in replyHeaders;

/** The headers of a successful response. */
export const headersOf = (endpoint: Endpoint): HeaderName[] => [
  ...new Set([...kindHeaders(endpoint), ...ownOf(endpoint)]),
];

const kindHeaders = (endpoint: Endpoint): HeaderName[] => [
  ...everywhere,
  ...limited,
  ...(isList(endpoint)
    ? ([
        'X-Total-Count',
        'X-Total-Count-Capped',
        'X-Total-Count-Exact',
        'Preference-Applied',
        'Link',
        'X-Page-Cut',
      ] as const)
    : endpoint.unversioned
      ? []
      : (['ETag'] as const)),
  ...(endpoint.kind === 'live' && endpoint.download ? (['Content-Disposition'] as const) : []),
  ...(isAct(endpoint) ? (['Dry-Run'] as const) : []),
  ...(isAct(endpoint) && endpoint.method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
];
