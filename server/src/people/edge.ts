import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CookieSource } from '../auth/session-cookie.ts';
import { networkOf } from '../auth/throttle.ts';
import { unauthorized } from '../auth/unauthorized.ts';
import { readInput } from '../contract/read-input.ts';
import { badRequest, Refusal, tooManyRequests } from '../kit/errors.ts';
import { findForbidden } from '../kit/json.ts';
import { internalError, problemOf, refusalFrom } from '../kit/problem.ts';
import { securityHeaders } from '../kit/security-headers.ts';
import type { PersonAnswer, PersonEndpoint } from './endpoint.ts';
import { peopleEndpoints } from './endpoints.ts';
import { invalidSession, type SignedIn } from './engine-call.ts';
import { buildPeopleOpenApi } from './openapi.ts';
import { pages } from './pages.ts';
import type { People } from './people.ts';

export type EdgeOptions = {
  people: People;
  version: string;
  /** The address of the API, which serves the pages about errors. */
  apiUrl: string;
  isServing(): boolean;
  /** Limit for each person, and for each network of those who are not signed in. */
  limiter(caller: string): { allowed: boolean; headers: Record<string, string> };
  /** Every reply is checked against its schema; on in tests. */
  checkReplies: boolean;
  /** The path below which the endpoints are served on a listener of something else, such as the API; absent: on their own. */
  below?: string;
};

/** Bodies are a few fields. */
export const bodyBytesMax = 16 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    peopleRoute?: string;
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const routePattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export const sourceOf = ({ raw, method }: FastifyRequest): CookieSource => ({ rawHeaders: raw.rawHeaders, method });

/** The token of the Authorization header or, without one, of the cookie. Throws a Refusal: 401, 403. */
const tokenOf = ({ auth }: People, source: CookieSource): string | undefined => {
  const { rawHeaders } = source;
  const found = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
  if (found.length > 1) throw unauthorized('invalid_request', 'There must be one Authorization header.');
  if (found.length === 1) return /^bearer +(\S+)$/i.exec(found[0] ?? '')?.[1] ?? '';
  return auth.sessionCookie.read(source);
};

/** The signed-in person, by header or cookie. Throws a Refusal: 401, and 403 if a page of another site may have asked. */
export const findCaller = async (
  people: People,
  { signedIn }: Pick<PersonEndpoint, 'signedIn'>,
  source: CookieSource,
  address: string,
): Promise<SignedIn | undefined> => {
  people.auth.sessionCookie.refuseForeign(source, { byCookie: false });
  const token = tokenOf(people, source);
  const owner = token === undefined ? undefined : await people.auth.sessions.find(token, address);
  if (owner && token !== undefined) return { ...owner, token };
  if (!signedIn) return undefined;
  throw token === undefined ? unauthorized(undefined, 'Sign in first.') : invalidSession();
};

const mediaType = /^application\/json\s*(;|$)/i;

/** A form of another site cannot send this media type without a CORS preflight, which is never granted. */
const bodyOf = ({ body: shape }: PersonEndpoint, request: FastifyRequest): unknown => {
  if (!shape) return undefined;
  const text = typeof request.body === 'string' ? request.body : '';
  if (text === '') return {};
  if (!mediaType.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('UnsupportedMediaType', 'Send the body as application/json.');
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badRequest([{ path: '', code: 'json', message: 'the body is not JSON' }]);
  }
  // Stored as another character, and two passwords that differ in it would be one.
  const found = findForbidden(body);
  if (found?.code === 'lone_surrogate')
    throw badRequest([{ ...found, message: 'text with half a surrogate pair cannot be stored' }]);
  return body;
};

/** Query parameters; if the endpoint ignores unknown ones, only those in its record. */
const queryOf = (
  { query: shape, ignoresOtherQuery }: PersonEndpoint,
  request: FastifyRequest,
): Record<string, unknown> => {
  const given = request.query as Record<string, unknown>;
  if (!ignoresOtherQuery) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(shape?.shape ?? {}, name)));
};

const send = (
  reply: FastifyReply,
  { status }: PersonEndpoint,
  { body, cookies = [], location }: PersonAnswer,
): FastifyReply => {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
  if (location !== undefined) reply.header('location', location);
  reply.code(status);
  if (body === undefined) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
};

const run = async (
  { people, isServing, limiter, checkReplies, below }: EdgeOptions,
  endpoint: PersonEndpoint,
  request: FastifyRequest,
): Promise<PersonAnswer> => {
  if (!isServing()) {
    throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, { 'retry-after': '1' });
  }
  const source = sourceOf(request);
  const caller = await findCaller(people, endpoint, source, request.ip);
  const { allowed, headers } = limiter(caller ? `account:${caller.account_id}` : `network:${networkOf(request.ip)}`);
  if (!allowed) throw tooManyRequests(headers);
  const { input } = readInput(endpoint, {
    params: request.params as Record<string, string>,
    query: queryOf(endpoint, request),
    body: bodyOf(endpoint, request),
  });
  const from = { address: request.ip, userAgent: String(request.headers['user-agent'] ?? ''), requestId: request.id };
  const { issuer, audience } = people.auth;
  const url = below === undefined ? issuer : audience + below;
  const answer = await endpoint.serve({ people, caller, source, from, url }, input);
  if (checkReplies && endpoint.reply) endpoint.reply.parse(answer.body);
  return answer;
};

/**
 * The endpoints for people: accounts, sessions, and the pages that links in mails lead to. They are served on the
 * listener of `AUTH_URL`, and once more on the API's own, so that the console needs one origin only. Cookies, the check
 * of origins and all other rules are the same on both.
 */
export const registerPeople = (server: FastifyInstance, options: EdgeOptions): void => {
  const { log, issuer } = options.people.auth;
  const everyAnswer = {
    ...securityHeaders(issuer.startsWith('https:')),
    'cache-control': 'no-store',
    pragma: 'no-cache',
  };
  server.register(
    async (scope) => {
      if (options.below !== undefined) {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, body, done) =>
          done(null, body),
        );
      }
      scope.addHook('onRequest', async (request, reply) => {
        request.id = randomUUID();
        reply.headers(everyAnswer).header('x-request-id', request.id);
      });
      scope.addHook('onResponse', async (request, reply) => {
        const endpoint = request.routeOptions.config.peopleRoute ?? 'other';
        const ms = Math.round(reply.elapsedTime * 100) / 100;
        log.info({ requestId: request.id, method: request.method, endpoint, status: reply.statusCode, ms }, 'request');
      });
      scope.setErrorHandler((error, request, reply) => {
        const refusal = refusalFrom(error) ?? internalError();
        if (refusal.code === 'InternalServerError') {
          const { name, stack } = error as Error;
          log.error({ requestId: request.id, error: String(stack ?? name) }, 'request failed');
        }
        const problem = problemOf(refusal, request.id, options.apiUrl);
        return reply
          .code(problem.status)
          .headers(refusal.headers)
          .type('application/problem+json; charset=utf-8')
          .send(JSON.stringify(problem));
      });

      const served = new Map<string, Set<string>>();
      const serve = (method: string, path: string, handler: Handler, name: string): void => {
        served.set(path, (served.get(path) ?? new Set()).add(method));
        scope.route({ method, url: routePattern(path), config: { peopleRoute: name }, handler });
      };
      for (const endpoint of peopleEndpoints) {
        const handler: Handler = async (request, reply) => send(reply, endpoint, await run(options, endpoint, request));
        serve(endpoint.method, endpoint.path, handler, endpoint.id);
      }
      for (const [path, page] of Object.entries(pages)) {
        serve('GET', path, async (_request, reply) => page(reply), 'page');
      }
      const document = JSON.stringify(buildPeopleOpenApi(peopleEndpoints, options.people.auth.issuer, options.version));
      serve(
        'GET',
        '/openapi.json',
        async (_request, reply) => reply.type('application/json').send(document),
        'openapi',
      );

      for (const [path, known] of served) {
        const others = methods.filter((method) => !known.has(method));
        const allow = [...known].sort().join(', ');
        const handler = async (): Promise<never> => {
          throw new Refusal('MethodNotAllowed', `This URL supports ${allow}.`, { allowed: [...known] }, { allow });
        };
        scope.route({ method: others, url: routePattern(path), config: { peopleRoute: 'other' }, handler });
      }
    },
    options.below === undefined ? {} : { prefix: options.below },
  );
};
