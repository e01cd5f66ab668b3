import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAwsSimulator } from '../../simulators/aws/server.ts';
import { createSimulatedClock, type SimulatedClock } from '../../simulators/kit/clock.ts';
import { startListener } from '../../simulators/kit/listener.ts';
import { createPartnerDesk, type PartnerDesk } from './adapters/desk.ts';
import type { Mailer } from './adapters/mail/port.ts';
import { createAwsMarketplace } from './adapters/marketplace/aws/adapter.ts';
import { verifyAws } from './adapters/marketplace/aws/verify.ts';
import { createOutgoing, type OutgoingOptions } from './adapters/outgoing/outgoing.ts';
import { createVerifiers } from './adapters/verify/verifiers.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import { registerPeople } from './auth/people/edge.ts';
import type { People } from './auth/people/people.ts';
import type { SecretKeys } from './auth/secrets.ts';
import { createTokenServer } from './auth/token-endpoint.ts';
import { type Config, urlOf } from './config.ts';
import { buildOpenApi } from './contract/openapi.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { layOutDemo } from './demo.ts';
import { demoIsBegun } from './demo-draft.ts';
import { endpoints } from './domain/endpoints.ts';
import { ensureUsagePartitions } from './domain/metering/usage-record-report/schedule/store.ts';
import { migrateEngine } from './engine/dbos.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { ActEnvironment } from './engine/run-act.ts';
import { registerApiClientToken } from './http/api-client-token.ts';
import { trackInFlight } from './http/in-flight.ts';
import { createMetrics } from './http/metrics.ts';
import { registerPartnerHook } from './http/partner-hook.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createApiServer } from './http/server.ts';
import { registerServiceRoutes } from './http/service-routes.ts';
import { deriveKeys, readMasterKeys } from './key-file.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import { Refusal } from './kit/errors.ts';
import { createIds } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';
import { chooseMailer, sendMails, wirePeople } from './wire-people.ts';
import { createWorkflows } from './workflows/registry.ts';
import { dueHandlers } from './workflows/schedules.ts';
import type { Marketplaces } from './workflows/services.ts';

/** What tests put in the place of the real thing. `idle`: work is written down and not done. */
export type Overrides = {
  clock?: Clock;
  log?: Log;
  checkReplies?: boolean;
  inMemory?: boolean;
  idle?: boolean;
  mailer?: Mailer;
  /** Addresses that may be called in tests, and what the DNS says. */
  outgoing?: OutgoingOptions;
};

export type Urls = { api: string; auth: string; simulators: string | undefined };

export type App = {
  urls: Urls;
  database: Database;
  engine: Engine;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  people: People;
  log: Log;
  /** Lines for people: where everything is. */
  banner: string[];
  /** Lets requests in flight finish, lets go of all work, closes everything. */
  close(): Promise<void>;
};

const version = '0.1.0';
const poolSize = 10;
const dueWaitMs = 10_000;
const drainMs = 5_000;
const pingWaitMs = 2_000;
const partitionsEveryMs = 6 * 3_600_000;

/** A port that is free now; addresses must be known before anything listens. */
const choosePort = async (host: string): Promise<number> => {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Closers run in the reverse order of their making. */
type Closers = { add(closer: () => Promise<unknown>): void; run(): Promise<void> };

const createClosers = (): Closers => {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (closer) => void closers.push(closer),
    run: async () => {
      for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
    },
  };
};

const chooseAddresses = async (
  config: Config,
): Promise<Urls & { ports: { api: number; auth: number; simulators: number } }> => {
  const ports = {
    api: config.port || (await choosePort(config.host)),
    auth: config.authPort || (await choosePort(config.host)),
    simulators: config.simulatorPort || (config.simulators ? await choosePort(config.host) : 0),
  };
  return {
    ports,
    api: config.publicUrl ?? urlOf(config.host, ports.api),
    auth: config.authUrl ?? urlOf(config.host, ports.auth),
    simulators: config.simulators ? urlOf(config.host, ports.simulators) : undefined,
  };
};

/** Business time: the simulators' own when it is simulated, else that of the machine. */
const chooseClock = (config: Config, simulated: SimulatedClock | undefined): Clock =>
  simulated && config.simulatedClock
    ? { now: () => new Date(simulated.now()), wallNow: systemClock.wallNow }
    : systemClock;

/** Time of the simulators stands still relative to the service's where it may not be moved. */
const fixedClock = (clock: SimulatedClock): SimulatedClock => ({
  ...clock,
  advance: () => Promise.reject(new RangeError('the clock may be moved only with SIMULATED_CLOCK=on')),
});

const startSimulators = async (config: Config, clock: SimulatedClock, port: number, log: Log) => {
  const note = (message: string, fields: Record<string, unknown> = {}): void => log.warn(fields, message);
  const shared = config.simulatedClock ? clock : fixedClock(clock);
  const aws = createAwsSimulator({ dataDir: config.dataDir, clock: shared, log: note });
  return startListener({ host: config.host, port, clock: shared, mounts: [aws], log: note });
};

type Serving = {
  config: Config;
  auth: Auth;
  people: People;
  marketplaces: Marketplaces;
  desk: PartnerDesk;
  urls: Urls;
  ports: { api: number; auth: number };
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  log: Log;
  overrides: Overrides;
  state: { serving: boolean };
};

/** The API and the token endpoint. They listen at once and refuse with 503 until `state.serving`. */
const startServing = async (
  { config, auth, people, marketplaces, desk, urls, ports, environment, secretKeys, log, overrides, state }: Serving,
  closers: Closers,
): Promise<void> => {
  const { database } = environment;
  const metrics = createMetrics();
  await auth.start();
  closers.add(() => auth.stop());
  const monotonic = (): number => performance.now();
  const server: FastifyInstance = createApiServer({
    endpoints,
    environment,
    desk,
    authenticate: (request) => {
      if (!state.serving)
        throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
          'retry-after': '1',
        });
      return auth.authenticate(request);
    },
    limiters: {
      general: createRateLimiter(config.rateLimit, monotonic),
      metering: createRateLimiter(config.rateLimitMetering, monotonic),
    },
    log,
    metrics,
    checkReplies: overrides.checkReplies ?? false,
    secureTransport: urls.api.startsWith('https:'),
    trustProxy: config.trustProxy,
  });
  const inFlight = trackInFlight(server.server);
  const isReady = async (): Promise<boolean> =>
    state.serving && Promise.race([database.ping(), sleep(pingWaitMs).then(() => false)]);
  const openApi = (): object =>
    buildOpenApi(endpoints, { version, baseUrl: urls.api, tokenUrl: `${urls.auth}/oauth2/token` });
  registerServiceRoutes(server, { readiness: { isReady }, metrics, openApi });
  registerApiClientToken(server, { issue: auth.issueApiClientToken, isServing: () => state.serving });
  registerPartnerHook(server, { environment, secretKeys, marketplaces, isServing: () => state.serving });
  metrics.gauge(
    'database_pool_waiting',
    'Callers that wait for a database connection',
    () => database.pool.waitingCount,
  );
  const tokens = createTokenServer({ auth, trustProxy: config.trustProxy });
  const isServing = (): boolean => state.serving;
  registerPeople(tokens, { people, version, isServing, checkReplies: overrides.checkReplies ?? false });
  await tokens.listen({ host: config.host, port: ports.auth });
  closers.add(() => tokens.close());
  await server.listen({ host: config.host, port: ports.api });
  closers.add(async () => {
    await inFlight.drained(drainMs);
    const closing = server.close();
    // Whoever has not sent a request by now will not be waited for.
    server.server.closeAllConnections();
    await closing;
  });
};

/** The only wiring of the service: settings → database → what works on it → what listens. */
export const startApp = async (config: Config, overrides: Overrides = {}): Promise<App> => {
  const log = overrides.log ?? createLog(config.logLevel);
  const closers = createClosers();
  const state = { serving: false };
  const close = async (): Promise<void> => {
    state.serving = false;
    await closers.run();
  };
  try {
    const secretKeys = deriveKeys(readMasterKeys(config));
    const simulatedClock = config.simulators ? createSimulatedClock({ dataDir: config.dataDir }) : undefined;
    const clock = overrides.clock ?? chooseClock(config, simulatedClock);
    const ids = createIds(clock);
    const { ports, ...urls } = await chooseAddresses(config);
    const database = await openDatabase({
      databaseUrl: config.databaseUrl ?? undefined,
      dataDir: overrides.inMemory ? 'memory://' : config.dataDir,
      strictReads: config.strictRls,
      poolSize,
      migrate: config.role === 'all' || config.role === 'migrate',
      migrateMore: migrateEngine,
    });
    closers.add(() => database.close());
    await ensureUsagePartitions(database, clock.now());
    const partitions = setInterval(
      () =>
        void ensureUsagePartitions(database, clock.now()).catch((error) =>
          log.warn({ err: error }, 'no partitions were made'),
        ),
      partitionsEveryMs,
    ).unref();
    closers.add(async () => clearInterval(partitions));
    const outgoing = createOutgoing({
      allowedOrigins: urls.simulators === undefined ? [] : [urls.simulators],
      ...overrides.outgoing,
    });
    const aws = createAwsMarketplace({ agents: outgoing.agents });
    closers.add(async () => aws.close());
    const marketplaces: Marketplaces = { AWS: aws };
    const verifiers = { ...createVerifiers(outgoing), 'AWS/MARKETPLACE': verifyAws(aws) };
    const desk = createPartnerDesk(verifiers, outgoing.refused);
    const mailer = overrides.mailer ?? chooseMailer(config, clock);
    const engine = createEngine({
      database,
      clock,
      ids,
      secretKeys,
      log,
      workflows: createWorkflows({ marketplaces, mailer, authUrl: urls.auth, secretKeys, log }),
      due: dueHandlers,
    });
    const { environment } = engine;
    const auth = createAuth({ database, clock, log, secretKeys, authUrl: urls.auth, publicUrl: urls.api });
    const people = wirePeople({ config, auth, mailer, environment });
    if (simulatedClock) {
      const simulators = await startSimulators(config, simulatedClock, ports.simulators, log);
      closers.add(() => simulators.close());
      simulatedClock.onAdvance(() => Promise.race([engine.runDueNow().then(() => {}), sleep(dueWaitMs)]));
    }
    if ((config.role === 'all' || config.role === 'work') && !overrides.idle) {
      await engine.start();
      closers.add(() => engine.stop());
      closers.add(sendMails(people));
    }
    if (config.role === 'all' || config.role === 'serve') {
      await startServing(
        {
          config,
          auth,
          people,
          marketplaces,
          desk,
          urls,
          ports,
          environment,
          secretKeys,
          log,
          overrides,
          state,
        },
        closers,
      );
    }
    if (urls.simulators !== undefined && (config.demo || demoIsBegun(config.dataDir))) {
      await layOutDemo({
        dataDir: config.dataDir,
        environment,
        secretKeys,
        urls: { baseUrl: urls.api, authUrl: urls.auth, simulatorUrl: urls.simulators },
      });
    }
    // Whoever waits for readiness finds the demo's credentials too.
    state.serving = true;
    const serves = config.role === 'all' || config.role === 'serve';
    const addresses = [`API        ${urls.api}`, `Reference  ${urls.api}/docs`, `Tokens     ${urls.auth}/oauth2/token`];
    const banner = [
      ...(serves ? addresses : ['Working    runs, due work and events are taken']),
      ...(urls.simulators === undefined ? [] : [`Simulators ${urls.simulators}`]),
      ...(demoIsBegun(config.dataDir) ? [`Demo       credentials in ${config.dataDir}/demo-credentials.json`] : []),
    ];
    return { urls, database, engine, environment, secretKeys, people, log, banner, close };
  } catch (error) {
    await close();
    throw error;
  }
};
