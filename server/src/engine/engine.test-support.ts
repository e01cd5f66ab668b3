import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../test/fresh-database.ts';
import { migratedCluster } from '../../test/migrated-cluster.ts';
import { createSecretKeys } from '../auth/secrets.ts';
import type { ActCall } from '../contract/call.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { createMovableClock } from '../kit/clock.ts';
import { createIds } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { silentMetrics } from '../kit/metrics.ts';
import { createFairSlots } from '../kit/slots.ts';
import { migrateEngine } from './dbos.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import type { RunEnvironment } from './execution.ts';
import { createPartnerCalls } from './partner-calls.ts';
import { runAct } from './run-act.ts';
import type { AnyWorkflow, WorkflowRun } from './workflow.ts';

/** `isMigrated`: the database was opened before. */
export const openTest = (
  url: string | undefined,
  { dataDir = 'memory://', isMigrated = false }: { dataDir?: string; isMigrated?: boolean } = {},
): Promise<Database> =>
  openDatabase({
    databaseUrl: url,
    dataDir,
    cluster: migratedCluster,
    strictReads: process.env.STRICT_RLS === '1',
    poolSize: 8,
    migrate: !isMigrated,
    migrateMore: migrateEngine,
  });

/** A workflow for tests, with a name that is not in the contract. */
export const testWorkflow = (
  name: string,
  run: (run: WorkflowRun, input: Record<string, unknown>) => Promise<unknown>,
  onFailure?: AnyWorkflow['onFailure'],
): AnyWorkflow => ({ name, run, ...(onFailure ? { onFailure } : {}) });

/** Tests count audit rows as effects: there is one for every committed change. */
export const leaveMark = (call: ActCall, id: string): void =>
  call.recordChange({ type: 'config', id, before: null, after: { at: id } });

export type Row = Record<string, unknown>;

export type TestEngine = {
  database: Database;
  engine: Engine;
  clock: ReturnType<typeof createMovableClock>;
  orgId: string;
  act<T>(work: (call: ActCall) => Promise<T>, options?: { dryRun?: boolean; orgId?: string }): Promise<T>;
  startRun(name: string, input?: object, entityId?: string): Promise<string>;
  operation(id: string): Promise<Row>;
  events(id: string): Promise<Row[]>;
  /** IDs of the marks, in order. */
  marks(): Promise<string[]>;
  close(): Promise<void>;
};

/** An engine, not started, on its own database or on the given one; always with a new organization. */
export const createTestEngine = async (
  options: Partial<EngineOptions> & { url?: string | undefined } = {},
): Promise<TestEngine> => {
  const given = 'url' in options || options.database !== undefined;
  const fresh = given ? { url: options.url, drop: async () => {} } : await freshDatabase();
  const database = options.database ?? (await openTest(fresh.url));
  const clock = createMovableClock();
  const ids = createIds(clock);
  const engine = createEngine({
    database,
    clock,
    ids,
    secretKeys: createSecretKeys(randomBytes(32).toString('base64')),
    log: silentLog,
    authUrl: 'https://auth.test',
    workflows: [],
    drainMs: 200,
    ...options,
  });
  const orgId = ids.next();
  const act: TestEngine['act'] = async (work, { dryRun, orgId: other } = {}) => {
    const outcome = await runAct(
      engine.environment,
      {
        orgId: other ?? orgId,
        actor: { type: 'user', id: 'user_test', name: 'test' },
        action: 'test',
        requestId: 'test',
        emits: ['contact.created', 'contact.updated'],
        ...(dryRun ? { dryRun } : {}),
      },
      work,
    );
    return outcome.reply as never;
  };
  const select = async (table: string, order: string, where: Record<string, unknown>): Promise<Row[]> => {
    let query = database
      .read(orgId)
      .raw.selectFrom(table as never)
      .selectAll() as never as {
      where(column: string, operator: string, value: unknown): typeof query;
      orderBy(column: string): typeof query;
      execute(): Promise<Row[]>;
    };
    for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value);
    for (const column of order.split(',')) query = query.orderBy(column);
    return query.execute();
  };
  return {
    database,
    engine,
    clock,
    orgId,
    act,
    startRun: (name, input = {}, entityId = 'offer_test') =>
      act(async (call) => {
        leaveMark(call, 'started');
        return call.start(name as never, input as never, { entityId, partner: 'AWS' });
      }),
    operation: async (id) => (await select('operation', 'id', { id }))[0] as Row,
    events: (id) => select('operation_event', 'event_id', { operation_id: id }),
    marks: async () =>
      (await select('audit_event', 'wall_time,id', { org_id: orgId })).map((row) => row.entity_id as string),
    close: async () => {
      await engine.stop();
      if (options.database) return;
      await database.close();
      await fresh.drop();
    },
  };
};

/** What an execution of a run outside the engine needs. */
export const environmentOf = (app: TestEngine): RunEnvironment => {
  const slots = createFairSlots(4, 4);
  return {
    ...app.engine.environment,
    log: silentLog,
    metrics: silentMetrics,
    changes: slots,
    calls: createPartnerCalls({ now: () => performance.now() }),
    gate: async () => {},
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    inProgress: { steps: 0 },
  };
};
