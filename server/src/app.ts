import { createOrganizationMail } from './adapters/mail/organization-mail.ts';
import type { Mailer } from './adapters/mail/port.ts';
import type { OutgoingOptions } from './adapters/outgoing/outgoing.ts';
import { createAuth } from './auth/auth.ts';
import { createReplyAddresses } from './auth/reply-address.ts';
import type { SecretKeys } from './auth/secrets.ts';
import { type Config, urlOf } from './config/config.ts';
import { deriveKeys, readMasterKeys } from './config/key-file.ts';
import type { Database } from './db/database.ts';
import type { LockedFolder } from './db/locked-folder.ts';
import { openDatabase } from './db/open.ts';
import { createDemo, waitForProducts } from './demo/demo.ts';
import { demoIsBegun } from './demo/draft.ts';
import { createOwnerLink } from './demo/owner-link.ts';
import { startUsageTotals } from './domain/metering/usage-total/fold-totals.ts';
import { notifyKind } from './domain/notification/notice/actions/notify-range.ts';
import { notifiableEvents } from './domain/notification/scope.ts';
import { startDeliveries } from './domain/notification/webhook/delivery/send-deliveries.ts';
import { migrateEngine } from './engine/dbos.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import { keepMonths, readRetention, startRetention } from './engine/retention.ts';
import type { ActEnvironment } from './engine/run-act.ts';
import type { Clock } from './kit/clock.ts';
import { chooseFreePort } from './kit/free-port.ts';
import { createIds } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';
import { createMetrics } from './kit/metrics.ts';
import { createInvitationMailer } from './people/invitation-mailer.ts';
import type { People } from './people/people.ts';
import { createClockWatch } from './wiring/clock-watch.ts';
import { createClosers } from './wiring/closers.ts';
import { startStatisticsRefresh } from './wiring/embedded-statistics.ts';
import { wireFiles } from './wiring/files.ts';
import { startKnowledge } from './wiring/knowledge.ts';
import { startOperating } from './wiring/operating.ts';
import { wirePartners } from './wiring/partners.ts';
import { chooseMailer, sendMails, wirePeople } from './wiring/people.ts';
import { createReadiness } from './wiring/readiness.ts';
import { startServing } from './wiring/serving.ts';
import { simulatedPaths } from './wiring/simulated-paths.ts';
import { createSimulation, isLoopback } from './wiring/simulators.ts';
import { createWorkflows } from './workflows/registry.ts';
import { dueHandlers } from './workflows/schedules.ts';

/** Replacements that tests use for the real parts. `idle`: work is recorded but not performed. */
export type Overrides = {
  clock?: Clock;
  log?: Log;
  checkReplies?: boolean;
  inMemory?: boolean;
  /** The folder of a cluster to copy into a database in memory. */
  cluster?: string | undefined;
  idle?: boolean;
  mailer?: Mailer;
  /** Addresses that tests may call, and the DNS answers. */
  outgoing?: OutgoingOptions;
  /** How long a connection of the API may carry nothing. */
  silentMs?: number;
  /** The time that a delivery to a webhook may take. */
  deliveryMs?: number;
};

export type Urls = { api: string; auth: string; simulators: string | undefined; operator: string | undefined };

export type App = {
  urls: Urls;
  database: Database;
  engine: Engine;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  people: People;
  log: Log;
  /** Lines printed for people: where everything is. */
  banner: string[];
  /** Lets requests in progress finish, releases all work, closes everything. */
  close(): Promise<void>;
};

const poolSize = 10;

const chooseAddresses = async (
  config: Config,
): Promise<Omit<Urls, 'operator'> & { ports: { api: number; auth: number; simulators: number } }> => {
  const ports = {
    api: config.port || (await chooseFreePort(config.host)),
    auth: config.authPort || (await chooseFreePort(config.host)),
    simulators: config.simulatorPort || (config.simulators ? await chooseFreePort(config.host) : 0),
  };
  return {
    ports,
    api: config.publicUrl ?? urlOf(config.host, ports.api),
    auth: config.authUrl ?? urlOf(config.host, ports.auth),
    simulators: config.simulators ? urlOf(config.host, ports.simulators) : undefined,
  };
};

/** The only wiring of the service: settings → database → workers → listeners. */
export const startApp = async (
  config: Config,
  overrides: Overrides = {},
  /** Ends a wait for the database. */
  stopping?: AbortSignal,
  /** The data folder, if its database is starting already. */
  held?: LockedFolder,
): Promise<App> => {
  const log = overrides.log ?? createLog(config.logLevel);
  const closers = createClosers();
  const state = { serving: false };
  const close = async (): Promise<void> => {
    if (state.serving) log.info({ role: config.role }, 'stopping');
    state.serving = false;
    await closers.run();
    log.info({ role: config.role }, 'stopped');
  };
  try {
    const secretKeys = deriveKeys(readMasterKeys(config));
    const simulation = createSimulation(config);
    const clock = overrides.clock ?? simulation.clock;
    const ids = createIds(clock);
    const { ports, ...urls } = await chooseAddresses(config);
    const database = await openDatabase({
      databaseUrl: config.databaseUrl ?? undefined,
      pooler: config.databasePooler,
      preparedStatements: config.preparedStatements,
      wait: { seconds: config.databaseWaitSeconds, log, stopping },
      dataDir: overrides.inMemory ? 'memory://' : config.dataDir,
      held,
      cluster: overrides.cluster,
      strictReads: config.strictRls,
      poolSize,
      migrate: config.role === 'all' || config.role === 'migrate',
      migrateMore: migrateEngine,
    });
    closers.add(() => database.close());
    const metrics = createMetrics();
    const clockWatch = createClockWatch({ database, clock, log });
    const readiness = createReadiness({
      database,
      dataDir: config.dataDir,
      isServing: () => state.serving,
      clockProblem: clockWatch.problem,
    });
    const operator = await startOperating({ config, database, clock, metrics, readiness, apiUrl: urls.api }, closers);
    const stopWatchingClock = await clockWatch.start();
    closers.add(async () => stopWatchingClock());
    const stopMakingMonths = await keepMonths({ database, clock, log });
    closers.add(async () => stopMakingMonths());
    const partners = wirePartners(
      {
        simulators: urls.simulators === undefined ? undefined : { url: urls.simulators, paths: simulatedPaths },
        allowedHosts: config.allowedHosts,
        publicUrl: urls.api,
        clock,
        metrics,
        outgoing: overrides.outgoing,
        emailWriter: config.emailWriter,
      },
      closers,
    );
    const files = wireFiles({ config, secretKeys, clock, apiUrl: urls.api, outgoing: partners.outgoing });
    const replyAddresses = config.supportMail ? createReplyAddresses(secretKeys, config.supportMail.domain) : undefined;
    const mailer = overrides.mailer ?? chooseMailer(config, clock);
    // Created below from parts that need the engine; only the engine's runs call it.
    const inviting: Mailer = { send: (mail) => invitationMailer.send(mail) };
    const engine = createEngine({
      database,
      clock,
      ids,
      secretKeys,
      log,
      authUrl: urls.auth,
      apiUrl: urls.api,
      documentRules: files.documentRules,
      metrics,
      workflows: createWorkflows({
        ...partners,
        documents: files.documents,
        organizationMail: createOrganizationMail(partners.outgoing, mailer),
        replyAddresses,
        mailer: inviting,
        authUrl: urls.auth,
        publicUrl: urls.api,
        secretKeys,
        log,
        metrics,
      }),
      due: dueHandlers,
      dueWork: { kind: notifyKind, names: notifiableEvents },
    });
    const { environment } = engine;
    const auth = createAuth({ database, clock, log, secretKeys, authUrl: urls.auth, publicUrl: urls.api });
    const people = wirePeople({ config, auth, mailer, environment });
    const invitationMailer = createInvitationMailer({ ...people, database });
    closers.add(await simulation.start(ports.simulators, log, () => engine.runDueNow()));
    const { controlToken: token } = simulation;
    const simulators =
      urls.simulators === undefined || token === undefined ? undefined : { url: urls.simulators, token };
    // Requests in progress end while work still goes on.
    const working = createClosers();
    closers.add(() => working.run());
    if (config.role === 'all' || config.role === 'serve') {
      await startServing(
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
          checkReplies: overrides.checkReplies ?? false,
          silentMs: overrides.silentMs,
          state,
        },
        closers,
      );
    }
    const works = (config.role === 'all' || config.role === 'work') && !overrides.idle;
    if (works) {
      await engine.start();
      working.add(() => engine.stop());
      const { onWork } = engine;
      working.add(sendMails(people, environment, onWork));
      working.add(startUsageTotals({ database, log, onWork }));
      const { deliveryMs: ms } = overrides;
      working.add(await startDeliveries({ environment, outgoing: partners.outgoing, log, onWork, ms }));
      const retaining = startRetention({ database, clock, log, retention: readRetention(config.retention) });
      working.add(() => retaining.stop());
    }
    if (config.role === 'serve' && !overrides.idle) working.add(await engine.startHandingOut());
    if (simulators && (config.demo || demoIsBegun(config.dataDir))) {
      const isNew = await createDemo({
        dataDir: config.dataDir,
        environment,
        secretKeys,
        urls: { baseUrl: urls.api, authUrl: urls.auth, simulatorUrl: simulators.url },
        simulatorToken: simulators.token,
      });
      if (isNew && works) await waitForProducts({ dataDir: config.dataDir, environment });
    }
    // Set last, so that the demo can be tried once the service is ready.
    state.serving = true;
    if (works) closers.add(startKnowledge({ database, log }));
    if (database.kind === 'embedded' && !overrides.idle) closers.add(startStatisticsRefresh({ database, log }));
    log.info({ role: config.role, ...urls, operator }, 'started');
    const serves = config.role === 'all' || config.role === 'serve';
    // Whoever reads what is printed sits at this machine, and nobody else reaches the service.
    const ownerLink =
      simulators && serves && isLoopback(config.host) && isLoopback(new URL(urls.api).hostname)
        ? await createOwnerLink(people, { dataDir: config.dataDir, baseUrl: urls.api })
        : undefined;
    const addresses = [
      `Console    ${urls.api}/`,
      `API        ${urls.api}`,
      `Reference  ${urls.api}/docs`,
      `Tokens     ${urls.auth}/oauth2/token`,
    ];
    const banner = [
      ...(serves ? addresses : ['Working    runs, due work and events are taken']),
      ...(urls.simulators === undefined ? [] : [`Simulators ${urls.simulators}/?token=${simulation.controlToken}`]),
      ...(operator === undefined ? [] : [`Operator   ${operator}/metrics`]),
      ...(demoIsBegun(config.dataDir) ? [`Demo       credentials in ${config.dataDir}/demo-credentials.json`] : []),
      ...(ownerLink === undefined ? [] : [`Sign in    ${ownerLink} (once, within an hour)`]),
    ];
    return { urls: { ...urls, operator }, database, engine, environment, secretKeys, people, log, banner, close };
  } catch (error) {
    await close();
    throw error;
  }
};
