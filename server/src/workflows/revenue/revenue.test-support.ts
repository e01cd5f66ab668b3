import assert from 'node:assert/strict';
import { freshDatabase } from '../../../test/fresh-database.ts';
import { allRows } from '../../../test/rows.ts';
import type { Tenant } from '../../../test/workflows/deployment.ts';
import { execute, findRunning, type Run } from '../../../test/workflows/execute.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import { createOutgoing } from '../../adapters/outgoing/outgoing.ts';
import { adyenMessages } from '../../adapters/payment/adyen/messages.ts';
import type { RevenueFeeds } from '../../adapters/revenue/feeds.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall, ReadCall } from '../../contract/call.ts';
import { type EventName, eventCatalogue } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import { connect } from '../../domain/organization/connection/actions/connect-account.ts';
import type { NewConnection } from '../../domain/organization/connection/connection.ts';
import { insertOrganization } from '../../domain/organization/store.ts';
import { startRevenueSync } from '../../domain/revenue/connection/actions/start-revenue-sync.ts';
import { getRevenueConnectionHealth } from '../../domain/revenue/connection/reads.ts';
import { createDue } from '../../engine/due.ts';
import { openTest } from '../../engine/engine.test-support.ts';
import { type ActEnvironment, runAct } from '../../engine/run-act.ts';
import { startWorkflow } from '../../engine/start.ts';
import { createIds, decodeId } from '../../kit/ids.ts';
import { silentLog } from '../../kit/log.ts';
import { silentMetrics } from '../../kit/metrics.ts';
import { wireRevenueFeeds } from '../../wiring/revenue-feeds.ts';
import { createWorkflows } from '../registry.ts';
import { dueHandlers } from '../schedules.ts';

const everyEvent = Object.keys(eventCatalogue) as EventName[];
const secretKeys = createSecretKeys('0123456789abcdef0123456789abcdef');

export type RevenueRow = Record<string, unknown>;

/** A database for the tests of a file. */
export const openRevenueDatabase = async (): Promise<{ database: Database; close(): Promise<void> }> => {
  const { url, drop } = await freshDatabase();
  const database = await openTest(url);
  return {
    database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

type Options = {
  database: Database;
  /** Epoch milliseconds of business time. */
  now: () => number;
  /** Simulators that may be called. */
  origins?: readonly string[];
  /** In place of the readers that the service has. */
  feeds?: (own: RevenueFeeds) => RevenueFeeds;
};

/** An organization whose runs a test executes itself, with the readers of the service. */
export const openRevenue = async ({ database, now, origins = [], feeds = (own) => own }: Options) => {
  const clock = { now: () => new Date(now()), wallNow: () => new Date() };
  const ids = createIds(clock);
  const environment: ActEnvironment = { database, clock, ids, secretKeys, authUrl: 'https://auth.test', startWorkflow };
  const orgId = ids.next();
  await database.system((statements) =>
    insertOrganization(statements, {
      ...{ id: orgId, name: 'Acme', emailDomain: '', website: '', createdBy: 'test', now: clock.now() },
    }),
  );
  const services = {
    ...{ marketplaces: {}, payments: {}, receivers: { 'ADYEN/PAYMENT': adyenMessages }, documents: noDocuments },
    revenueFeeds: feeds(wireRevenueFeeds(createOutgoing({ allowedOrigins: origins }), clock)),
    coSells: {},
    crms: {},
    mailer: { send: async () => {} },
    organizationMail: { mailerOf: () => ({ send: async () => {} }) },
    ...{
      authUrl: 'https://auth.test',
      publicUrl: 'https://api.test',
      secretKeys,
      log: silentLog,
      metrics: silentMetrics,
    },
  };
  const workflows = new Map(createWorkflows(services).map((workflow) => [workflow.name, workflow]));
  const rows = (table: string): Promise<RevenueRow[]> => allRows(database, orgId, table);
  const act = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
    const actor = { type: 'user', id: 'user_1', name: 'u' } as const;
    const request = { orgId, actor, action: 'test', requestId: 'r', emits: everyEvent };
    return (await runAct(environment, request, work)).reply as T;
  };
  const tenant = { deployment: { environment, workflows, database }, orgId, rows } as unknown as Tenant;
  const due = createDue(
    { ...environment, log: silentLog },
    dueHandlers.filter(({ kind }) => kind === 'revenue.sync'),
  );
  const running = async (name?: string): Promise<Run[]> =>
    (await findRunning(tenant)).filter((run) => name === undefined || run.name === name);
  const finish = async (): Promise<void> => {
    for (let runs = await running(); runs.length > 0; runs = await running())
      for (const run of runs) await execute(tenant, run);
  };
  const read = {
    db: database.read(orgId),
    orgId,
    get now() {
      return clock.now();
    },
  } as unknown as ReadCall;
  return {
    ...{ orgId, tenant, rows, act, running, finish, read },
    /** Connects an account; returns the UUID of the connection. */
    connect: async (input: NewConnection): Promise<string> => {
      const { view } = await act((call) => connect(call, input, secretKeys));
      return decodeId('conn', view.id) ?? '';
    },
    /** Starts what is due. */
    runDue: () => due.runNow(),
    /** Does what is due, to the end. */
    settle: async (): Promise<void> => {
      await due.runNow();
      await finish();
    },
    /** Reads a channel now, whatever its schedule says. */
    syncNow: async (partner: string): Promise<void> => {
      const connection = (await rows('connection')).find((row) => row.partner === partner);
      await act((call) => startRevenueSync(call, { entityId: String(connection?.id) }));
      await finish();
    },
    health: (partner: string) => getRevenueConnectionHealth(read, { params: { partner } }),
    parts: async (): Promise<string[]> =>
      (await rows('revenue_part')).map(({ name, state }) => `${String(name)} ${String(state)}`).sort(),
    lastRun: async (name: string): Promise<RevenueRow> => {
      const run = (await rows('operation')).filter((one) => one.name === name).at(-1);
      assert.ok(run);
      return run;
    },
    /** All that follows from the rows, without what says when and in what order they came. */
    books: async (): Promise<string[]> => {
      const books: string[] = [];
      for (const table of ['revenue_line', 'revenue_record', 'revenue_day', 'revenue_total'])
        for (const row of await rows(table)) {
          const {
            org_id: _,
            id: __,
            revenue_id: ___,
            events,
            last_hash,
            version,
            creation_time,
            last_update_time,
            ...rest
          } = row;
          books.push(`${table} ${JSON.stringify(rest)}`);
        }
      return books.sort();
    },
  };
};

export type Revenue = Awaited<ReturnType<typeof openRevenue>>;
