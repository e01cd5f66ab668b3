import { hash, randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { PartnerDesk } from '../adapters/desk.ts';
import type { Actor, Membership, Principal } from '../auth/principal.ts';
import { findRefusal } from '../contract/admission.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type ActEnvironment, fingerprintOf, runAct } from '../engine/run-act.ts';
import { isRefusal, notFound, Refusal } from '../kit/errors.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { encodeJson } from '../kit/json.ts';
import type { Log } from '../kit/log.ts';
import { internalError, problemOf } from '../kit/problem.ts';
import { type TrustProxy, trustOf } from '../kit/trust-proxy.ts';
import { createBodyBudget, maxBodyBytes, refuseEncodedBody, registerBodyParsers } from './body.ts';
import { decodeParams, parseInput, readIdempotencyKey, readIfMatch } from './input.ts';
import type { Metrics } from './metrics.ts';
import { refusalFrom } from './problem.ts';
import type { RateDecision } from './rate-limit.ts';
import { refuseInRouter, refuseOnSocket } from './unreadable.ts';

export type ApiServerOptions = {
  endpoints: readonly Endpoint[];
  environment: ActEnvironment;
  desk: PartnerDesk;
  /** Reads the credentials of a request; throws a Refusal (401). `rawHeaders` shows repeated headers. */
  authenticate: (request: {
    headers: Record<string, string | string[] | undefined>;
    rawHeaders: string[];
    url: string;
    method: string;
    /** Of the peer, or of whom a trusted proxy speaks for. */
    address: string;
  }) => Promise<Principal>;
  limiters: Record<'general' | 'metering', (caller: string) => RateDecision>;
  log: Log;
  metrics: Metrics;
  /** Every reply is checked against its schema; on in tests. */
  checkReplies: boolean;
  /** Sent with every answer. */
  secureTransport: boolean;
  /** Whose `X-Forwarded-For` is believed: it tells the address in the audit trail. */
  trustProxy?: TrustProxy;
};

type Entered = {
  principal: Principal;
  orgId: string | null;
  membership: Membership | undefined;
  caller: string;
  /** When this was found out. */
  at: number;
  rate?: RateDecision['use'];
};

declare module 'fastify' {
  interface FastifyRequest {
    endpoint: Endpoint | null;
    entered: Entered | null;
    startedAt: number;
  }
}

const askWaitMs = 10_000;
/** How old the knowledge of a caller may be when its request begins to act. */
const knowledgeMs = 500;
const maxBodyBytesAtOnce = 256 * 1024 * 1024;
const requestIdPattern = /^[\x21-\x7e]{1,128}$/;

const securityHeaders = (secureTransport: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(secureTransport ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** `/org/{orgId}/contact` → `/org/:orgId/contact`. */
const routePattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

type Route = { method: string; url: string };

/** Methods served at an address, for 405 and its `Allow`. */
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

const identify = async (options: ApiServerOptions, request: FastifyRequest): Promise<Entered> => {
  const at = performance.now();
  const principal = await options.authenticate({
    headers: request.headers,
    rawHeaders: request.raw.rawHeaders,
    url: request.url,
    method: request.method,
    address: request.ip,
  });
  const orgText = (request.params as { orgId?: string }).orgId;
  const orgId = orgText === undefined ? null : decodeId('org', orgText);
  const membership = orgId === null ? undefined : principal.memberships.get(orgId);
  if (orgText !== undefined && !membership) throw notFound('organization');
  return { principal, orgId, membership, caller: `${orgId ?? ''}:${principal.actor.type}:${principal.actor.id}`, at };
};

const refuseForbidden = (endpoint: Endpoint, { principal, membership }: Entered): void => {
  const refusal = findRefusal(endpoint, principal, membership);
  if (refusal !== undefined) throw new Refusal('Forbidden', refusal);
};

/** Identity, organization, rate, permission: what is decided before a byte of the body is read, in this order. */
const enter = async (options: ApiServerOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { endpoint } = request;
  if (!endpoint) return;
  const entered = await identify(options, request);
  request.entered = entered;
  const rate = options.limiters[endpoint.rateLimit ?? 'general'](entered.caller);
  reply.headers(rate.headers);
  entered.rate = rate.use;
  if (!rate.allowed) throw new Refusal('TooManyRequests', 'Too many requests; slow down.');
  refuseForbidden(endpoint, entered);
  refuseEncodedBody(request.headers['content-encoding']);
};

/**
 * Who sends slowly, or whose partner answers slowly, is looked at again: what was revoked meanwhile does not act, however long
 * before the request began.
 */
const enterAgain = async (options: ApiServerOptions, endpoint: Endpoint, request: FastifyRequest): Promise<Entered> => {
  const entered = request.entered as Entered;
  if (performance.now() - entered.at <= knowledgeMs) return entered;
  const again = { ...(await identify(options, request)), ...(entered.rate && { rate: entered.rate }) };
  refuseForbidden(endpoint, again);
  request.entered = again;
  return again;
};

const checkReply = (endpoint: Endpoint, body: string): void => {
  const checked = endpoint.reply.safeParse(JSON.parse(body));
  if (!checked.success) throw new Error(`${endpoint.id} answered against its schema: ${checked.error.message}`);
};

const send = (options: ApiServerOptions, endpoint: Endpoint, reply: FastifyReply, body: string): FastifyReply => {
  if (options.checkReplies) checkReply(endpoint, body);
  return reply.type('application/json; charset=utf-8').send(body);
};

/**
 * The organization that an act is about to make, and who its founder is in it. With an Idempotency-Key both follow from
 * caller and key, so that the record of the first answer, which lies in the new organization, is found again.
 */
const foundingOf = (
  { ids }: ActEnvironment,
  principal: Principal,
  key: string | undefined,
): { orgId: string; actor: Actor } => {
  const idFor = (what: string): string => {
    if (key === undefined) return ids.next();
    const digest = hash('sha256', `${what}\n${principal.accountId}\n${key}`, 'hex');
    // RFC 9562, 5.8: version 8, variant 10.
    return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
  };
  return { orgId: idFor('organization'), actor: { ...principal.actor, id: encodeId('user', idFor('founder')) } };
};

const answer = async (
  options: ApiServerOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const entered = await enterAgain(options, endpoint, request);
  const { principal, orgId, membership } = entered;
  const actor = membership?.actor ?? principal.actor;
  const { query, body, dryRun } = parseInput(endpoint, request.query as Record<string, unknown>, request.body);
  const rawParams = request.params as Record<string, string>;
  const { environment } = options;
  const run = endpoint.does as (call: unknown, input: unknown) => Promise<unknown>;

  const reading = {
    db: orgId === null ? null : environment.database.read(orgId),
    database: environment.database,
    orgId,
    actor,
    membership,
    rate: entered.rate,
    principal,
    now: environment.clock.now(),
    url: request.url,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    setVersion: (version: number) => void reply.header('etag', `"${version}"`),
  };
  if (endpoint.kind === 'read') {
    const result = await run(reading, { params: decodeParams(endpoint, rawParams), query, body });
    return send(options, endpoint, reply, encodeJson(result));
  }

  const key =
    endpoint.method === 'POST' && !dryRun
      ? readIdempotencyKey(request.headers['idempotency-key'], request.raw.rawHeaders)
      : undefined;
  const ifMatch = readIfMatch(request.headers['if-match']);
  const asked = endpoint.asks && {
    answer: await (endpoint.asks as (call: unknown, input: unknown) => Promise<unknown>)(
      {
        ...reading,
        desk: options.desk,
        secretKeys: environment.secretKeys,
        signal: AbortSignal.timeout(askWaitMs),
      },
      { params: decodeParams(endpoint, rawParams), query, body },
    ),
  };
  const now = await enterAgain(options, endpoint, request);
  const outcome = await runAct(
    environment,
    {
      ...(orgId === null
        ? foundingOf(environment, principal, key)
        : { orgId, actor: now.membership?.actor ?? now.principal.actor }),
      membership: now.membership,
      accountId: principal.accountId,
      action: endpoint.id,
      requestId: request.id,
      sourceIp: request.ip,
      url: request.url,
      dryRun,
      emits: endpoint.emits,
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(key === undefined
        ? {}
        : {
            idempotency: {
              key,
              fingerprint: fingerprintOf(request.method, request.url, request.body),
              inProgress: endpoint.keyInProgress ?? 'Conflict',
              ...(endpoint.secrets === undefined ? {} : { hides: endpoint.secrets }),
            },
          }),
    },
    (call) => run(call, { params: decodeParams(endpoint, rawParams), query, body, ...asked }),
  );
  reply.headers(outcome.headers);
  if (dryRun) reply.header('dry-run', 'true');
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  return send(options, endpoint, reply, outcome.replayed ? outcome.reply : encodeJson(outcome.reply));
};

/** The HTTP edge. It knows endpoint records, and no family. */
export const createApiServer = (options: ApiServerOptions): FastifyInstance => {
  const everyAnswer = securityHeaders(options.secureTransport);
  const server = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
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
    clientErrorHandler: refuseOnSocket(everyAnswer),
    frameworkErrors: refuseInRouter(everyAnswer),
  });
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  server.decorateRequest('endpoint', null);
  server.decorateRequest('entered', null);
  server.decorateRequest('startedAt', 0);
  registerBodyParsers(server);
  const reserveBody = createBodyBudget(maxBodyBytesAtOnce);

  server.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    reply.headers(everyAnswer).header('x-request-id', request.id);
    request.endpoint = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint ?? null;
    await enter(options, request, reply);
    if (request.endpoint) reserveBody(request, reply);
  });

  server.addHook('onResponse', async (request, reply) => {
    const seconds = (performance.now() - request.startedAt) / 1000;
    const name = request.endpoint?.id ?? 'other';
    options.metrics.observeRequest(name, reply.statusCode, seconds);
    options.log.info(
      {
        requestId: request.id,
        method: request.method,
        endpoint: name,
        status: reply.statusCode,
        ms: Math.round(seconds * 100_000) / 100,
        caller: request.entered?.caller,
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
    const problem = problemOf(refusal, request.id);
    return reply
      .status(problem.status)
      .headers(refusal.headers)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  });

  server.setNotFoundHandler((request, _reply) => {
    const methods = methodsAt(routes, request.url);
    throw methods.length > 0
      ? new Refusal(
          'MethodNotAllowed',
          `This address serves ${methods.join(', ')}.`,
          { allowed: methods },
          { allow: methods.join(', ') },
        )
      : new Refusal('NotFound', 'There is nothing at this address.');
  });

  for (const endpoint of options.endpoints) {
    server.route({
      method: endpoint.method,
      url: routePattern(endpoint.path),
      config: { endpoint },
      handler: (request, reply) => answer(options, endpoint, request, reply),
    });
  }
  return server;
};
