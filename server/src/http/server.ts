import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { standardLimits } from '../contract/limits.ts';
import { badRequest, isRefusal, Refusal } from '../kit/errors.ts';
import { hostFault, originForm, plainHttp, refuseOddRequests } from '../kit/http-protocol.ts';
import { internalError, problemOf } from '../kit/problem.ts';
import { securityHeaders } from '../kit/security-headers.ts';
import { trustOf } from '../kit/trust-proxy.ts';
import { authorizeRequest } from './authorize-request.ts';
import { registerBodyParsers } from './body.ts';
import { bodyBudgetOf } from './body-budget.ts';
import { checkResponses } from './check-response.ts';
import { createEventStreams, isStream } from './event-stream.ts';
import { createLargeReads } from './large-reads.ts';
import { createLargeResponses } from './large-responses.ts';
import { refuseInRouter, refuseOdd, refuseOnSocket } from './malformed-requests.ts';
import type { ApiServerOptions } from './options.ts';
import { refusalFrom } from './problem.ts';
import { limitRequestTime, requestTimeoutMs } from './request-timeout.ts';
import { answer } from './send-response.ts';
import { createStreams } from './streams.ts';

const requestIdPattern = /^[\x21-\x7e]{1,128}$/;

/** Polled every few seconds by monitoring. */
const unloggedPaths: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** `/org/{orgId}/contact` → `/org/:orgId/contact`. */
const routePattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

type Route = { method: string; url: string };

/** Methods served at a URL, for 405 and its `Allow`. */
const methodsAt = (routes: readonly Route[], url: string): string[] => {
  const parts = (url.split('?')[0] ?? '').split('/');
  const found = routes.filter((route) => {
    const wanted = route.url.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
    );
  });
  return [...new Set(found.map(({ method }) => method))].sort();
};

/** The refusal for a request that no route serves. */
const nothingAt = (routes: readonly Route[], url: string): Refusal => {
  const methods = methodsAt(routes, url);
  if (methods.length === 0) return new Refusal('NotFound', 'There is nothing at this URL.');
  const allow = methods.join(', ');
  return new Refusal('MethodNotAllowed', `This URL supports ${allow}.`, { allowed: methods }, { allow });
};

/** The error that Node reports for such a request. */
const arrivedLate = (): Error =>
  Object.assign(new Error('the request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** The HTTP edge. It knows endpoint records but no family. */
export const createApiServer = (options: ApiServerOptions): FastifyInstance => {
  const everyAnswer = { ...securityHeaders(options.secureTransport), 'cache-control': 'no-store' };
  const answeringRaw = { headers: everyAnswer, apiUrl: options.apiUrl };
  const server = Fastify({
    http: { ...plainHttp, headersTimeout: 60_000 },
    rewriteUrl: ({ url }) => originForm(url),
    logger: false,
    bodyLimit: standardLimits.bytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: options.silentMs ?? 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 2000, ignoreDuplicateSlashes: false },
    return503OnClosing: false,
    trustProxy: trustOf(options.trustProxy ?? false),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    genReqId: (raw) => {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    clientErrorHandler: refuseOnSocket(answeringRaw),
    frameworkErrors: refuseInRouter(answeringRaw),
  });
  refuseOddRequests(server.server, refuseOdd(answeringRaw));
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  server.decorateRequest('endpoint', null);
  server.decorateRequest('authorized', null);
  server.decorateRequest('startedAt', 0);
  registerBodyParsers(server);
  const bodyBudget = bodyBudgetOf(server);
  const beginStream = createStreams();
  const largeResponses = createLargeResponses();
  server.addHook('onClose', async () => largeResponses.close());
  const answering = { ...options, largeReads: createLargeReads(), largeResponses, eventStreams: createEventStreams() };

  server.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    reply.headers(everyAnswer).header('x-request-id', request.id);
    const fault = hostFault(request.raw);
    if (fault !== null) throw badRequest([{ path: 'Host', code: 'host', message: fault }]);
    request.endpoint = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint ?? null;
    const { socket } = request.raw;
    // An injected request has no connection.
    if (socket instanceof Socket) {
      limitRequestTime(request, reply, () => {
        if (reply.raw.headersSent) socket.destroy();
        else server.server.emit('clientError', arrivedLate(), socket);
      });
    }
    // Before the body is read: an unauthenticated sender cannot make us hold data.
    if (request.is404) throw nothingAt(routes, request.url);
    await authorizeRequest(options, request, reply);
    if (!request.authorized) return;
    const { caller, orgId } = request.authorized;
    const party = { caller, organization: orgId ?? caller };
    bodyBudget.forCaller(request, reply, party);
    beginStream(request, reply, party);
  });

  if (options.simulatedClock)
    server.addHook('onSend', async (_request, reply) => {
      reply.header('sandbox-time', options.environment.clock.now().toISOString());
    });

  if (options.checkReplies) checkResponses(server);

  server.addHook('onResponse', async (request, reply) => {
    const seconds = (performance.now() - request.startedAt) / 1000;
    const name = request.endpoint?.id ?? 'other';
    // The lifetime of a stream does not measure the speed of the service.
    if (!isStream(reply)) options.metrics.observeRequest(name, reply.statusCode, seconds);
    if (unloggedPaths.has(request.routeOptions.url ?? '')) return;
    options.log.info(
      {
        requestId: request.id,
        method: request.method,
        endpoint: name,
        status: reply.statusCode,
        ms: Math.round(seconds * 100_000) / 100,
        caller: request.authorized?.caller,
      },
      'request',
    );
  });

  server.setErrorHandler((error, request, reply) => {
    let refusal = refusalFrom(error);
    if (!refusal) {
      options.log.error(
        { requestId: request.id, endpoint: request.endpoint?.id, error: String((error as Error).stack ?? error) },
        'request failed',
      );
      refusal = internalError();
    } else if (!isRefusal(error)) {
      options.log.warn(
        { requestId: request.id, endpoint: request.endpoint?.id, error: String((error as Error).message) },
        'request refused',
      );
    }
    const problem = problemOf(refusal, request.id, options.apiUrl);
    return reply
      .status(problem.status)
      .headers(refusal.headers)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  });

  server.setNotFoundHandler((request) => {
    throw nothingAt(routes, request.url);
  });

  for (const endpoint of options.endpoints) {
    server.route({
      method: endpoint.method,
      url: routePattern(endpoint.path),
      config: { endpoint },
      handler: (request, reply) => answer(answering, endpoint, request, reply),
    });
  }
  return server;
};
