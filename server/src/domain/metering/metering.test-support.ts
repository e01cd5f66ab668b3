import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { freshDatabase } from '../../../test/fresh-database.ts';
import { migratedCluster } from '../../../test/migrated-cluster.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { Marketplace, UsageAnswer, UsageOutcome, UsageSend } from '../../adapters/marketplace/port.ts';
import { partnerError } from '../../adapters/partner-error.ts';
import { createPartnerGateway } from '../../adapters/partner-gateway.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall, AskFirstCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import type { WorkflowInputs } from '../../contract/workflow-inputs.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { type ActEnvironment, type ActOutcome, runAct } from '../../engine/run-act.ts';
import { isStepFailed, type PartnerOptions, type WorkflowRun } from '../../engine/workflow.ts';
import { createIds } from '../../kit/ids.ts';
import { encodeJson, parseJson } from '../../kit/json.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import { silentMetrics } from '../../kit/metrics.ts';
import { askUsageWorkflow } from '../../workflows/metering/ask-usage.ts';
import { reportUsageWorkflow } from '../../workflows/metering/report-usage.ts';
import { seedSeller } from './seed-seller.test-support.ts';
import { deleteUsageRecordGroup } from './usage-record-group/actions/delete-usage-record-group.ts';
import { reportUsage, reportUsageBatch } from './usage-record-group/actions/report-usage.ts';
import { retryUsageRecordGroup } from './usage-record-group/actions/retry-usage-record-group.ts';
import { askUsageOutcome } from './usage-record-report/actions/ask-usage-outcome.ts';
import { settleUsageReport } from './usage-record-report/actions/settle-usage-report.ts';
import { balanceOf, carriesOf } from './usage-record-report/balance/store.ts';
import { findImbalances } from './usage-record-report/identity.ts';

const noMailer = { send: async () => {} };
const noMail = {
  mailer: noMailer,
  organizationMail: { mailerOf: () => noMailer },
  documents: noDocuments,
  authUrl: 'https://auth.test',
  publicUrl: 'https://api.test',
};

export const hour = 3_600_000;
const orgId = '0198a000-0000-7000-8000-000000000001';

/**
 * A marketplace that behaves like AWS: an hour of a license and dimension is submitted once; repeats have no effect.
 */
export type FakeMarketplace = Marketplace & {
  /** Quantity by license, dimension and time. */
  journal: Map<string, string>;
  /** Allocations by the same key. */
  allocated: Map<string, UsageSend['allocations']>;
  calls: number;
  /** Called before (`null`) or after an application; may throw what the marketplace would. */
  misbehave: (
    rows: UsageSend[],
  ) => 'throttle' | 'timeout-before' | 'timeout-after' | 'unprocessed' | 'half' | 'refuse' | null;
  unsubscribed: Set<string>;
};

const journalKey = (row: Pick<UsageSend, 'usageResourceId' | 'dimension' | 'timestamp'>): string =>
  `${row.usageResourceId} ${row.dimension} ${row.timestamp.toISOString()}`;

const failure = (outcome: 'REFUSED' | 'UNKNOWN', partnerCode: string, retryable: boolean) =>
  partnerError(partnerCode, { partner: 'AWS', outcome, partnerCode, httpStatus: 400, requestId: undefined, retryable });

/** AWS's requirements for allocations: they add up to the quantity, and no two have the same tags. */
const checkAllocations = ({ quantity, allocations }: UsageSend): void => {
  if (allocations.length === 0) return;
  assert.equal(
    allocations.reduce((sum, one) => sum + Number(one.quantity), 0),
    Number(quantity),
  );
  assert.equal(new Set(allocations.map((one) => JSON.stringify(one.tags))).size, allocations.length);
};

export const createFakeMarketplace = (code: 'AWS' | 'AZURE' = 'AWS'): FakeMarketplace => {
  const judge = (row: UsageSend): UsageOutcome => {
    if (fake.unsubscribed.has(row.usageResourceId ?? ''))
      return { state: 'REFUSED', code: 'CustomerNotSubscribed', message: 'ended' };
    const key = journalKey(row);
    checkAllocations(row);
    const before = fake.journal.get(key);
    if (before !== undefined && before !== row.quantity) return { state: 'DUPLICATE', recordId: null, isUnclear: true };
    assert.deepEqual(fake.allocated.get(key) ?? row.allocations, row.allocations, 'a resend is identical');
    fake.journal.set(key, row.quantity);
    fake.allocated.set(key, row.allocations);
    return { state: 'ACCEPTED', recordId: key };
  };
  const reportUsage = async (_access: unknown, rows: UsageSend[]): Promise<UsageAnswer> => {
    fake.calls += 1;
    if (rows.length > 25 || new Set(rows.map((row) => row.product.entityId)).size > 1) throw new Error('not a batch');
    const fault = fake.misbehave(rows);
    if (fault === 'throttle') throw failure('REFUSED', 'ThrottlingException', true);
    if (fault === 'timeout-before') throw failure('UNKNOWN', 'Timeout', true);
    if (fault === 'refuse' || rows.some((row) => row.dimension === 'bad'))
      throw failure('REFUSED', 'InvalidUsageDimensionException', false);
    const left = fault === 'unprocessed' ? rows.slice(1) : rows;
    const outcomes = new Map<string, UsageOutcome>(left.map((row) => [row.reportId, judge(row)]));
    if (left !== rows && rows[0]) outcomes.set(rows[0].reportId, { state: 'UNPROCESSED' });
    if (fault === 'timeout-after') throw failure('UNKNOWN', 'Timeout', true);
    if (fault === 'half') for (const row of rows.slice(1)) outcomes.delete(row.reportId);
    return {
      outcomes,
      requestId: 'request',
      request: { UsageRecords: rows.map((row) => ({ Dimension: row.dimension })) },
      response: {},
    };
  };
  const fake = {
    code,
    prettifyError: ({ message }: { message: string }) => `It failed: ${message}`,
    usageBatchSize: 25,
    reportUsage,
    journal: new Map<string, string>(),
    allocated: new Map(),
    calls: 0,
    misbehave: () => null,
    unsubscribed: new Set<string>(),
  } as unknown as FakeMarketplace;
  return fake;
};

type Crash = (step: string) => void | Promise<void>;

/** How a run ended, as its operation shows it. */
type RunEnd = { status: 'COMPLETED' | 'FAILED'; message: string; code?: string };

export type Metering = Awaited<ReturnType<typeof startMetering>>;

/** A database with one connected account and the acts of metering on a clock that the test moves. */
export const startMetering = async (opened?: Database, partner: 'AWS' | 'AZURE' = 'AWS') => {
  const address = opened ? { url: undefined, drop: async () => {} } : await freshDatabase();
  const database =
    opened ??
    (await openDatabase({
      databaseUrl: address.url,
      dataDir: 'memory://',
      cluster: migratedCluster,
      strictReads: false,
      poolSize: 8,
      migrate: true,
    }));
  let now = new Date('2026-11-10T10:05:00Z');
  let attempt = new AbortController();
  const clock = { now: () => now, wallNow: () => new Date() };
  const ids = createIds(clock);
  const started: string[] = [];
  const asked: WorkflowInputs['usage.ask'][] = [];
  const secretKeys = createSecretKeys(Buffer.alloc(32, 1).toString('base64'));
  const environment: ActEnvironment = {
    database,
    clock,
    ids,
    secretKeys,
    authUrl: 'https://auth.test',
    startWorkflow: async (_db, start) => {
      started.push(start.name);
      if (start.name === 'usage.ask') asked.push(start.input as WorkflowInputs['usage.ask']);
    },
  };
  const warnings: object[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void warnings.push(fields) };
  const marketplace = createFakeMarketplace();

  const act = async <T>(work: (call: ActCall) => Promise<T>, emits: readonly EventName[] = []): Promise<T> => {
    const request = {
      orgId,
      actor: { type: 'app', id: 'test', name: 'test' },
      action: 'test',
      requestId: 'test',
      emits,
    } as const;
    const outcome: ActOutcome<T> = await runAct(environment, request, work);
    return outcome.reply as T;
  };
  const write = (statement: ReturnType<typeof sql>) => database.write(orgId, (db) => statement.execute(db.raw));

  const { anEntitlement } = await seedSeller({ database, ids, secretKeys, orgId, partner, now: () => now });

  /** A run as the engine makes it; `crash` is called after each step and may abort the run. */
  const runOf = (crash: Crash = () => {}): WorkflowRun => {
    const run = {
      orgId,
      partnerName: partner,
      change: async (step: string, emits: readonly EventName[], work: (call: ActCall) => Promise<unknown>) => {
        const reply = await act(work, emits);
        await crash(step);
        return JSON.parse(JSON.stringify(reply ?? null));
      },
      partner: async (step: string, { after }: PartnerOptions, call: (step: object) => Promise<unknown>) => {
        attempt = new AbortController();
        const { signal } = attempt;
        const reply = await call({ db: database.read(orgId), attempt: 1, now, signal, note: () => {} });
        const aside = after?.(null);
        if (aside) await act(aside.act, aside.emits);
        await crash(step);
        return JSON.parse(JSON.stringify(reply));
      },
    } as unknown as WorkflowRun;
    return run;
  };
  const services = {
    ...noMail,
    marketplaces: { [partner]: marketplace },
    receivers: {},
    payments: {},
    revenueFeeds: {},
    coSells: {},
    crms: {},
    secretKeys,
    log,
    metrics: silentMetrics,
  };
  const endOf = async (work: () => Promise<unknown>): Promise<RunEnd> => {
    try {
      return { status: 'COMPLETED', message: (await work()) as string };
    } catch (error) {
      if (!isStepFailed(error)) throw error;
      return { status: 'FAILED', ...error.failure };
    }
  };
  const runReport = (crash?: Crash): Promise<RunEnd> =>
    endOf(() => reportUsageWorkflow(services).run(runOf(crash), { partner }));

  const report = (entitlementId: string, records: object, more: object = {}) =>
    act(
      (call) => reportUsage(call, { params: { entitlementId }, body: { records, ...more } }),
      ['usage_record_group.created'],
    );
  const headers = new Map<string, string>();
  const reportBatch = async (body: unknown) => {
    const groups = await act(
      (call) => reportUsageBatch({ ...call, setHeader: (name, value) => void headers.set(name, value) }, { body }),
      ['usage_record_group.created'],
    );
    // Some of them are text already.
    return parseJson(encodeJson(groups)) as typeof groups;
  };
  const retry = (id: string) =>
    act(
      (call) => retryUsageRecordGroup(call, { params: { usageRecordGroupId: id }, query: {} }),
      ['usage_record_group.retried'],
    );

  const remove = (id: string) =>
    act(
      (call) => deleteUsageRecordGroup(call, { params: { usageRecordGroupId: id }, query: {} }),
      ['usage_record_group.deleted'],
    );

  const gateway = createPartnerGateway({}, { marketplaces: { [partner]: marketplace } });
  /** As the endpoint does it: queries the marketplace first; `asks` false: the run of the query never ends. */
  const settle = async (
    reportId: string,
    outcome: 'COUNTED' | 'NOT_COUNTED',
    more: { dimensions?: string[]; note?: string; asks?: boolean } = {},
  ) => {
    const { asks = true, ...fields } = more;
    const input = {
      params: { usageRecordReportId: reportId },
      body: { outcome, note: 'seen on the invoice', ...fields },
    };
    const actFirst = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
      const reply = await act(work, ['usage_record_report.updated']);
      for (const one of asked.splice(0)) if (asks) await endOf(() => askUsageWorkflow(services).run(runOf(), one));
      return reply;
    };
    const signal = AbortSignal.timeout(asks ? 10_000 : 1);
    const question = {
      db: database.read(orgId),
      orgId,
      now,
      gateway,
      secretKeys,
      signal,
      noteCalls: async () => {},
      actFirst,
    };
    const answer = await askUsageOutcome(question as unknown as AskFirstCall, input);
    return act((call) => settleUsageReport(call, { ...input, answer }), ['usage_record_report.updated']);
  };

  const select = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    (await statement.execute(database.read(orgId).raw)).rows as T[];

  /** Everything that must hold after any scenario. */
  const imbalances = async (): Promise<object[]> => {
    const db = database.read(orgId);
    const carries = (await carriesOf(db)).filter((c) => Number(c.moving) !== Number(c.fraction) + Number(c.dropped));
    return [...findImbalances(await balanceOf(db)), ...carries];
  };

  /** Periods whose used amount differs from their rows; rows whose parts do not add up to what is included. */
  const wrongIncluded = async (): Promise<object[]> => [
    ...(await select<object>(sql`
      with parts as (
        select p.term_id, r.dimension, (part ->> 0)::timestamptz as start_time, sum((part ->> 1)::numeric) as used
        from usage_report_row r join usage_report p on p.org_id = r.org_id and p.id = r.report_id
        cross join lateral jsonb_array_elements(r.included_of) as part
        group by 1, 2, 3
      )
      select * from parts full join usage_included i using (term_id, dimension, start_time)
      where coalesce(parts.used, 0) <> coalesce(i.used, 0)`)),
    ...(await select<object>(sql`
      select id from usage_report_row where included <> coalesce((
        select sum((part ->> 1)::numeric) from jsonb_array_elements(included_of) as part), 0)`)),
  ];

  return {
    database,
    environment,
    orgId,
    marketplace,
    headers,
    started,
    act,
    write,
    select,
    anEntitlement,
    report,
    reportBatch,
    retry,
    remove,
    settle,
    warnings,
    runReport,
    imbalances,
    wrongIncluded,
    balance: () => balanceOf(database.read(orgId)),
    now: () => now,
    setNow: (time: string | Date) => {
      now = new Date(time);
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    setConnection: (mode: string, reportFrom: Date | null = null) =>
      write(sql`update connection set mode = ${mode}, report_from = ${reportFrom} where org_id = ${orgId}`),
    /** Aborts the call to the marketplace in progress, as its time limit does. */
    abortAttempt: () => attempt.abort(new Error('no answer in time')),
    statusOf: async (id: string): Promise<string> =>
      (
        await select<{ status: string }>(
          sql`select status from usage_record_group where org_id = ${orgId} and id = ${id}`,
        )
      )[0]?.status ?? '',
    close: async () => {
      await database.close();
      await address.drop();
    },
  };
};
