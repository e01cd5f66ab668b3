import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import type { ReplyAddresses } from '../auth/reply-address.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import { createTokenServer } from '../auth/token-endpoint.ts';
import type { Config } from '../config/config.ts';
import { buildOpenApi } from '../contract/openapi.ts';
import { findPage } from '../db/knowledge.ts';
import { endpoints } from '../domain/endpoints.ts';
import { noteCalls } from '../domain/organization/connection/note-calls.ts';
import { createEventWatch } from '../engine/event-watch.ts';
import type { ActEnvironment } from '../engine/run-act.ts';
import { registerApiClientToken } from '../http/api-client-token.ts';
import { registerConsole } from '../http/console.ts';
import { registerFiles } from '../http/files.ts';
import { trackInFlight } from '../http/in-flight.ts';
import { registerPages } from '../http/pages.ts';
import { createProxyWarning } from '../http/proxy-warning.ts';
import { createRateLimiter, createRefusalLimit } from '../http/rate-limit.ts';
import { registerSandbox, type SandboxTarget } from '../http/sandbox.ts';
import { createApiServer } from '../http/server.ts';
import { type Readiness, registerServiceRoutes } from '../http/service-routes.ts';
import { registerLanding } from '../inbound/landing.ts';
import { registerPartnerHook } from '../inbound/partner-hook.ts';
import { registerSupportMail } from '../inbound/support-mail.ts';
import { Refusal } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import { registerPeople } from '../people/edge.ts';
import type { People } from '../people/people.ts';
import type { Closers } from './closers.ts';
import type { Files } from './files.ts';
import type { Partners } from './partners.ts';

/** The package's version, as in the changelog. */
const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string };
/** The built console, which is part of the package. */
const consoleFolder = join(import.meta.dirname, '../../../console/dist');
const drainMs = 5_000;
/** A network may have many buyers, each of whom comes once. */
const landingLimit = { perSecond: 5, burst: 50 };
/** The same for the readers of pages. */
const pageLimit = { perSecond: 20, burst: 200 };
/** Messages that are refused. Partners send for many organizations from one network, some to addresses that are no more. */
const refusedHookLimit = { perSecond: 20, burst: 200 };

/** What the listeners need from the working parts. */
export type Serving = {
  config: Config;
  auth: Auth;
  people: People;
  partners: Partners;
  files: Files;
  /** Absent where nothing is simulated. */
  simulators: SandboxTarget | undefined;
  replyAddresses: ReplyAddresses | undefined;
  urls: { api: string; auth: string };
  ports: { api: number; auth: number };
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  log: Log;
  metrics: Metrics;
  readiness: Readiness;
  checkReplies: boolean;
  silentMs?: number | undefined;
  state: { serving: boolean };
};

/** Starts the API and the token endpoint. They listen at once and refuse with 503 until `state.serving`. */
export const startServing = async (
  {
    config,
    auth,
    people,
    partners,
    files,
    simulators,
    replyAddresses,
    urls,
    ports,
    environment,
    secretKeys,
    log,
    metrics,
    readiness,
    checkReplies,
    silentMs,
    state,
  }: Serving,
  closers: Closers,
): Promise<void> => {
  await auth.start();
  closers.add(() => auth.stop());
  const monotonic = (): number => performance.now();
  const eventWatch = createEventWatch(environment.database, log);
  const server: FastifyInstance = createApiServer({
    endpoints,
    watchEvents: eventWatch.begin,
    environment,
    gateway: partners.gateway,
    documents: files.documents,
    noteCalls: (place, connectionId, ends) => noteCalls({ environment, log, ...place }, connectionId, ends),
    authenticate: (request) => {
      if (!state.serving)
        throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
          'retry-after': '1',
        });
      return auth.authenticate(request);
    },
    learnRevocations: auth.learnRevocations,
    limiters: {
      general: createRateLimiter(config.rateLimit, monotonic),
      metering: createRateLimiter(config.rateLimitMetering, monotonic),
    },
    log,
    metrics,
    checkReplies,
    silentMs,
    apiUrl: urls.api,
    secureTransport: urls.api.startsWith('https:'),
    simulatedClock: config.simulatedClock,
    trustProxy: config.trustProxy,
  });
  const inFlight = trackInFlight(server.server);
  // A client, or a balancer before it, comes back over a new connection, and so to another process.
  server.addHook('onSend', async (_request, reply) => {
    if (!state.serving) reply.header('connection', 'close');
  });
  const warnOfProxy = createProxyWarning(log, config.trustProxy);
  warnOfProxy(server.server);
  const openApi = (): object =>
    buildOpenApi(endpoints, { version, baseUrl: urls.api, tokenUrl: `${urls.auth}/oauth2/token` });
  registerServiceRoutes(server, {
    readiness,
    metrics: config.metricsOnApi ? metrics : undefined,
    openApi,
    tokenOrigin: new URL(urls.auth).origin,
    limiter: createRateLimiter(config.rateLimit && pageLimit, monotonic),
  });
  registerPages(server, {
    findText: (id) => findPage(environment.database.reads, id),
    limiter: createRateLimiter(config.rateLimit && pageLimit, monotonic),
  });
  if (files.localFiles) registerFiles(server, files.localFiles);
  registerApiClientToken(server, { issue: auth.issueApiClientToken, isServing: () => state.serving });
  const { receivers } = partners;
  registerPartnerHook(server, {
    environment,
    secretKeys,
    receivers,
    publicUrl: urls.api,
    refusals: createRefusalLimit(config.rateLimit && refusedHookLimit, monotonic),
    isServing: () => state.serving,
  });
  if (replyAddresses && config.supportMail) {
    registerSupportMail(server, {
      environment,
      documents: files.documents,
      addresses: replyAddresses,
      secret: config.supportMail.secret,
      isServing: () => state.serving,
      log,
    });
  }
  const { marketplaces } = partners;
  registerLanding(server, {
    environment,
    secretKeys,
    auth,
    marketplaces,
    limiter: createRateLimiter(config.rateLimit && landingLimit, monotonic),
    publicUrl: urls.api,
    log,
    metrics,
    isServing: () => state.serving,
  });
  const tokens = createTokenServer({ auth, trustProxy: config.trustProxy, apiUrl: urls.api });
  warnOfProxy(tokens.server);
  const isServing = (): boolean => state.serving;
  const limiter = createRateLimiter(config.rateLimit, monotonic);
  const edge = { people, version, apiUrl: urls.api, isServing, limiter, checkReplies };
  registerPeople(tokens, edge);
  registerPeople(server, { ...edge, below: '/people' });
  registerSandbox(server, { people, simulators, limiter, isServing });
  registerConsole(server, consoleFolder);
  await tokens.listen({ host: config.host, port: ports.auth });
  closers.add(() => tokens.close());
  await server.listen({ host: config.host, port: ports.api });
  closers.add(async () => {
    eventWatch.stop();
    await inFlight.drained(drainMs);
    const closing = server.close();
    // Clients that have not sent a request by now are disconnected.
    server.server.closeAllConnections();
    await closing;
  });
};
