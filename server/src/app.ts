import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Auth, createAuth } from './auth/auth.ts';
import { createSecretKeys, type SecretKeys } from './auth/secrets.ts';
import { createTokenServer } from './auth/token-endpoint.ts';
import { type Config, ensureSecretKey, urlOf } from './config.ts';
import { buildOpenApi } from './contract/openapi.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { endpoints } from './domain/endpoints.ts';
import type { ActEnvironment } from './engine/run-act.ts';
import { startWorkflow } from './engine/start.ts';
import { createMetrics } from './http/metrics.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createApiServer } from './http/server.ts';
import { registerServiceRoutes } from './http/service-routes.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import { Refusal } from './kit/errors.ts';
import { createIds } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';

/** What tests put in the place of the real thing. */
export type Overrides = { clock?: Clock; log?: Log; checkReplies?: boolean; inMemory?: boolean };

export type App = {
  /** Undefined where the role does not serve. */
  urls: { api: string; auth: string } | undefined;
  database: Database;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  log: Log;
  /** Lines for people: where everything is. */
  banner: string[];
  /** Lets requests in flight finish, lets go of all work, closes everything. */
  close(): Promise<void>;
};

/** A port that is free now; used where addresses must be known before anything listens. */
const choosePort = async (host: string): Promise<number> => {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

const readinessOf = (database: Database, state: { serving: boolean }) => ({
  isReady: async () => {
    if (!state.serving) return false;
    const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2000).unref());
    return Promise.race([database.ping(), tooLate]);
  },
});

/** The only wiring of the service: settings → database → what works on it → what listens. */
export const startApp = async (config: Config, overrides: Overrides = {}): Promise<App> => {
  const log = overrides.log ?? createLog(config.logLevel);
  const clock = overrides.clock ?? systemClock;
  const ids = createIds(clock);
  const secretKeys = createSecretKeys((config.secretKey ?? ensureSecretKey(config.dataDir)).toString('base64'));
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: overrides.inMemory ? 'memory://' : config.dataDir,
    strictReads: config.strictRls,
    poolSize: 10,
    migrate: config.role === 'all' || config.role === 'migrate',
  });
  const environment: ActEnvironment = { database, clock, ids, startWorkflow };
  const state = { serving: false };
  const closers: (() => Promise<unknown>)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    state.serving = false;
    for (const closer of closers.reverse()) await closer();
  };

  let urls: App['urls'];
  if (config.role === 'all' || config.role === 'serve') {
    const metrics = createMetrics();
    const apiPort = config.port === 0 ? await choosePort(config.host) : config.port;
    const authPort = config.authPort === 0 ? await choosePort(config.host) : config.authPort;
    urls = {
      api: config.publicUrl ?? urlOf(config.host, apiPort),
      auth: config.authUrl ?? urlOf(config.host, authPort),
    };
    const { api: publicUrl, auth: authUrl } = urls;
    const auth: Auth = createAuth({ database, clock, log, secretKeys, authUrl, publicUrl });
    await auth.start();
    closers.push(() => auth.stop());
    const monotonic = (): number => performance.now();
    const server: FastifyInstance = createApiServer({
      endpoints,
      environment,
      authenticate: (request) => {
        if (!state.serving) throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, { 'retry-after': '1' });
        return auth.authenticate(request);
      },
      limiters: {
        general: createRateLimiter(config.rateLimit, monotonic),
        metering: createRateLimiter(config.rateLimitMetering, monotonic),
      },
      log,
      metrics,
      checkReplies: overrides.checkReplies ?? false,
      secureTransport: publicUrl.startsWith('https:'),
    });
    registerServiceRoutes(server, {
      readiness: readinessOf(database, state),
      metrics,
      openApi: () => buildOpenApi(endpoints, { version: '1', baseUrl: publicUrl, tokenUrl: `${authUrl}/oauth2/token` }),
    });
    metrics.gauge('database_pool_waiting', 'Callers that wait for a database connection', () => database.pool.waitingCount);
    const tokens = createTokenServer({ auth });
    await tokens.listen({ host: config.host, port: authPort });
    closers.push(() => tokens.close());
    await server.listen({ host: config.host, port: apiPort });
    closers.push(() => server.close());
  }
  state.serving = true;
  const banner = urls
    ? [`API        ${urls.api}`, `Reference  ${urls.api}/docs`, `Tokens     ${urls.auth}/oauth2/token`]
    : ['worker started'];
  return { urls, banner, database, environment, secretKeys, log, close };
};
