import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../kit/errors.ts';
import {
  answerOnSocket,
  hostFault,
  originForm,
  plainHttp,
  type RawAnswer,
  refuseOddRequests,
} from '../kit/http-protocol.ts';
import { problemOf, refusalFrom } from '../kit/problem.ts';
import { securityHeaders } from '../kit/security-headers.ts';
import { type TrustProxy, trustOf } from '../kit/trust-proxy.ts';
import type { Auth } from './auth.ts';
import { assertionAlgorithms } from './client-keys.ts';
import { createClientLookup } from './client-lookup.ts';
import type { Exchange, Parts, Step } from './client-request.ts';
import { type Answer, invalidRequest, refuse, tryAgain } from './oauth-response.ts';
import { keySetMaxAgeSeconds } from './signing-keys.ts';
import { globalReads } from './store.ts';
import { introspectionSteps, revocationSteps } from './token-introspection.ts';
import { tokenSteps } from './token-request.ts';
import { freshnessMs } from './watch.ts';

const bodyBytesMax = 16 * 1024;

const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** The endpoints for clients, and the steps of each. */
const endpoints: Readonly<Record<string, readonly Step[]>> = {
  '/oauth2/token': tokenSteps,
  '/oauth2/introspect': introspectionSteps,
  '/oauth2/revoke': revocationSteps,
};

const authenticationOf = (endpoint: string): object => ({
  [`${endpoint}_auth_methods_supported`]: clientAuthentication,
  [`${endpoint}_auth_signing_alg_values_supported`]: assertionAlgorithms,
});

/** RFC 8414, 2. */
const metadataOf = ({ issuer }: Auth): object => ({
  issuer,
  token_endpoint: `${issuer}/oauth2/token`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  ...authenticationOf('token_endpoint'),
  ...authenticationOf('introspection_endpoint'),
  ...authenticationOf('revocation_endpoint'),
});

const allowed: ReadonlyMap<string, string> = new Map([
  ...Object.keys(endpoints).map((path): [string, string] => [path, 'POST']),
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
]);

const tokenPath = '/oauth2/token';
/** Fetch standard: what the page of the API reference may send. No cookies are sent. */
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, x-requested-with',
};

const neverStored = { 'cache-control': 'no-store', pragma: 'no-cache' };
const publicly = { 'cache-control': `public, max-age=${keySetMaxAgeSeconds}` };

const answerOfParser = (code: string | undefined): Answer => {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse(431, 'invalid_request', 'The request header is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse(408, 'invalid_request', 'The request did not arrive in time.');
  return invalidRequest('The request is malformed.');
};

type Headers = Readonly<Record<string, string>>;

/** The headers of every answer, and the address of the API. */
type Answering = { everyAnswer: Headers; apiUrl?: string | undefined };

/**
 * A problem document (RFC 9457) with the same content in the terms of RFC 6749, 5.2. For requests refused before an
 * endpoint is found.
 */
const problemFrom = ({ everyAnswer, apiUrl }: Answering, { status, headers, body }: Answer): RawAnswer => {
  const { error_description: detail } = body as { error_description: string };
  const requestId = randomUUID();
  const code =
    status === 431
      ? 'PayloadTooLarge'
      : status === 404
        ? 'NotFound'
        : status === 405
          ? 'MethodNotAllowed'
          : 'BadRequest';
  return {
    status,
    headers: {
      ...everyAnswer,
      ...neverStored,
      ...headers,
      'x-request-id': requestId,
      'content-type': 'application/problem+json; charset=utf-8',
    },
    body: JSON.stringify({ ...problemOf(new Refusal(code, detail), requestId, apiUrl), status, ...body }),
  };
};

/**
 * Refuses what the HTTP parser rejects: there is no request to respond to, so the error is written to the connection,
 * which is then closed.
 */
const refuseOnSocket =
  (answering: Answering) =>
  (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerOnSocket(socket, problemFrom(answering, answerOfParser(error.code)));
  };

const send = (reply: FastifyReply, answer: Answer): FastifyReply =>
  reply
    .code(answer.status)
    .headers({ ...neverStored, ...answer.headers })
    .send(answer.body);

/** The first step that returns a response ends the request. */
const answerRequest = async (request: FastifyRequest, steps: readonly Step[], parts: Parts): Promise<Answer> => {
  const url = request.raw.url ?? '';
  const query = url.indexOf('?');
  const exchange: Exchange = {
    request: {
      rawHeaders: request.raw.rawHeaders,
      contentType: request.headers['content-type'] ?? '',
      contentEncoding: request.headers['content-encoding'] ?? '',
      query: query < 0 ? '' : url.slice(query + 1),
      body: typeof request.body === 'string' ? request.body : '',
      address: request.ip,
    },
    form: new URLSearchParams(),
    clientId: '',
    proof: { secret: '' },
  };
  for (const step of steps) {
    const answer = await step(exchange, parts);
    if (answer) return answer;
  }
  return refuse(500, 'server_error', 'Internal error.');
};

export type TokenServerOptions = {
  auth: Auth;
  /** The proxies whose `X-Forwarded-For` is trusted; the throttle counts by address. */
  trustProxy?: TrustProxy;
  /**
   * The address of the API. It serves the pages about errors, and the interactive reference: the only page that may
   * request a token from a browser.
   */
  apiUrl?: string;
};

/** The listener of `AUTH_URL`: endpoints for clients, key set and metadata. The caller listens and closes. */
export const createTokenServer = ({ auth, trustProxy = false, apiUrl }: TokenServerOptions): FastifyInstance => {
  const everyAnswer = securityHeaders(auth.issuer.startsWith('https:'));
  const docsOrigin = apiUrl === undefined ? undefined : new URL(apiUrl).origin;
  const answering = { everyAnswer, apiUrl };
  const sendProblem = (reply: FastifyReply, answer: Answer): FastifyReply => {
    const { status, headers, body } = problemFrom(answering, answer);
    return reply.code(status).headers(headers).send(body);
  };
  const server = Fastify({
    http: plainHttp,
    rewriteUrl: ({ url }) => originForm(url),
    bodyLimit: bodyBytesMax,
    requestTimeout: 10_000,
    trustProxy: trustOf(trustProxy),
    clientErrorHandler: refuseOnSocket(answering),
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      sendProblem(reply, invalidRequest('The request is malformed.'));
    },
  });
  const reads = globalReads(auth.database);
  const parts: Parts = { auth, reads, findClient: createClientLookup(reads) };

  const failed = (error: unknown): Answer => {
    if (refusalFrom(error)?.code === 'ServiceUnavailable') return tryAgain();
    auth.log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the token endpoint failed');
    return refuse(500, 'server_error', 'Internal error.');
  };

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const odd = invalidRequest('No expectation but 100-continue, and no tunnel, is served.');
  refuseOddRequests(server.server, () => problemFrom(answering, odd));
  server.addHook('onRequest', async (request, reply) => {
    const fault = hostFault(request.raw);
    if (fault !== null) return sendProblem(reply, invalidRequest(fault));
  });
  server.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(everyAnswer)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (request.url === tokenPath && request.headers.origin !== undefined) {
      reply.header('vary', 'origin');
      if (request.headers.origin === docsOrigin) reply.header('access-control-allow-origin', docsOrigin);
    }
  });
  server.options(tokenPath, async ({ headers }, reply) => {
    if (headers.origin !== docsOrigin || docsOrigin === undefined)
      return send(reply, refuse(405, 'invalid_request', 'This method is not supported here.', { allow: 'POST' }));
    return reply.code(204).headers(preflight).send();
  });

  for (const [path, steps] of Object.entries(endpoints)) {
    server.post(path, async (request, reply) => send(reply, await answerRequest(request, steps, parts).catch(failed)));
  }
  server.get('/.well-known/jwks.json', async (_request, reply) => {
    // Without the database, the keys are those that were known last.
    await auth.refresh(freshnessMs).catch(() => {});
    return reply.headers(publicly).send({ keys: auth.ring.published(auth.now()) });
  });
  server.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.headers(publicly).send(metadataOf(auth)),
  );

  server.setNotFoundHandler(async (request, reply) => {
    const allow = allowed.get(request.url.replace(/\?.*$/, ''));
    if (allow === undefined) return sendProblem(reply, refuse(404, 'invalid_request', 'There is nothing at this URL.'));
    return sendProblem(reply, refuse(405, 'invalid_request', 'This method is not supported here.', { allow }));
  });
  server.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) return send(reply, refuse(413, 'invalid_request', 'The body is too large.'));
    return send(reply, status < 500 ? invalidRequest('The request is malformed.') : failed(error));
  });
  return server;
};
