import { freshDatabase } from '../../../test/fresh-database.ts';
import { allRows } from '../../../test/rows.ts';
import type { DocumentService } from '../../adapters/documents/port.ts';
import type { Marketplace } from '../../adapters/marketplace/port.ts';
import type { RevenueFeeds } from '../../adapters/revenue/feeds.ts';
import { createSecretKeys, type SecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { type EventName, eventCatalogue } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import { insertOrganization } from '../../domain/organization/store.ts';
import { openTest } from '../../engine/engine.test-support.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { type ActEnvironment, runAct } from '../../engine/run-act.ts';
import { createBareServer } from '../../http/server.test-support.ts';
import { registerPartnerHook } from '../../inbound/partner-hook.ts';
import type { Clock } from '../../kit/clock.ts';
import { createIds } from '../../kit/ids.ts';
import { silentLog } from '../../kit/log.ts';
import { silentMetrics } from '../../kit/metrics.ts';
import { createWorkflows } from '../registry.ts';
import { dueHandlers } from '../schedules.ts';

export type Row = Record<string, unknown>;

/** The service's workflows with one organization and a hook, over the marketplace that a test provides. */
export type Harness = {
  database: Database;
  engine: Engine;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  orgId: string;
  /** The base address for partners' messages, with `/hook/…` below it. */
  hookUrl: string;
  act<T>(name: string, work: (call: ActCall) => Promise<T>): Promise<T>;
  rows(table: string): Promise<Row[]>;
  /** Does everything that is due and waits until nothing runs. */
  settle(): Promise<void>;
  until(what: string, holds: () => Promise<boolean>, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
};

/** A partner that throttles us all the time makes us wait for minutes: here they pass fifty times as fast. */
const shortPauses = {
  now: () => performance.now() * 50,
  timer: (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms / 50);
    return () => clearTimeout(timer);
  },
};

const everyEvent = Object.keys(eventCatalogue) as EventName[];

const startHook = (environment: ActEnvironment, secretKeys: SecretKeys, marketplace: Marketplace) => {
  const server = createBareServer(environment);
  registerPartnerHook(server, {
    environment,
    secretKeys,
    receivers: { [`${marketplace.code}/MARKETPLACE`]: marketplace.messages },
    publicUrl: 'http://api.test',
    isServing: () => true,
  });
  return server;
};

export const openHarness = async ({
  marketplace,
  clock,
  documents,
  revenueFeeds = {},
}: {
  marketplace: Marketplace;
  clock: Clock;
  documents: DocumentService;
  revenueFeeds?: RevenueFeeds;
}): Promise<Harness> => {
  const secretKeys = createSecretKeys('0123456789abcdef0123456789abcdef');
  const ids = createIds(clock);
  const { url, drop } = await freshDatabase();
  const database = await openTest(url);
  const workflows = createWorkflows({
    marketplaces: { [marketplace.code]: marketplace },
    receivers: { [`${marketplace.code}/MARKETPLACE`]: marketplace.messages },
    payments: {},
    revenueFeeds,
    coSells: {},
    crms: {},
    mailer: { send: async () => {} },
    organizationMail: { mailerOf: () => ({ send: async () => {} }) },
    documents,
    authUrl: 'https://auth.test',
    publicUrl: 'https://api.test',
    secretKeys,
    log: silentLog,
    metrics: silentMetrics,
  });
  const engine = createEngine({
    authUrl: 'https://auth.test',
    database,
    clock,
    ids,
    secretKeys,
    log: silentLog,
    workflows,
    due: dueHandlers,
    pollMs: 20,
    callTime: shortPauses,
  });
  const { environment } = engine;
  const hook = startHook(environment, secretKeys, marketplace);
  const hookUrl = await hook.listen({ host: '127.0.0.1', port: 0 });
  const orgId = ids.next();
  const named = { id: orgId, name: 'Acme', emailDomain: '', website: '', createdBy: 'test', now: clock.now() };
  await database.system((statements) => insertOrganization(statements, named));
  await engine.start();
  return {
    database,
    engine,
    environment,
    secretKeys,
    orgId,
    hookUrl,
    act: async (action, work) => {
      const actor = { type: 'user', id: 'user_1', name: 'u' } as const;
      const request = { orgId, actor, action, requestId: 'r', emits: everyEvent };
      return (await runAct(environment, request, work)).reply as never;
    },
    rows: (table) => allRows(database, orgId, table),
    settle: async () => {
      await engine.runDueNow();
      await engine.idle(30_000);
    },
    until: async (what, holds, timeoutMs = 10_000) => {
      const start = performance.now();
      while (!(await holds())) {
        if (performance.now() - start > timeoutMs) throw new Error(`waited in vain for: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: async () => {
      await engine.stop();
      await hook.close();
      await database.close();
      await drop();
    },
  };
};
