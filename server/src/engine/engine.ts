import type { DocumentRules } from '../adapters/documents/port.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import type { Database } from '../db/database.ts';
import { countUndelivered, type OutboxWork } from '../db/outbox.ts';
import { countUnfinishedRuns, findUnfinishedNames, forgetExecutor } from '../db/system.ts';
import type { OnWork } from '../db/waiting-work.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { type Metrics, silentMetrics } from '../kit/metrics.ts';
import { createFairSlots } from '../kit/slots.ts';
import { type Loop, startLoop, unwatchedMs } from '../kit/wake.ts';
import { startAuditSealer } from './audit-sealer.ts';
import { type RunDriver, startRunDriver } from './dbos.ts';
import { boundedKinds, createDue, type Due, type DueHandler } from './due.ts';
import type { RunEnvironment } from './execution.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type Receiver, type Relay, startRelay } from './outbox.ts';
import { createPartnerCalls } from './partner-calls.ts';
import { executeRun, giveUpRun } from './run.ts';
import type { ActEnvironment } from './run-act.ts';
import { startWorkflow } from './start.ts';
import { startTakeover } from './takeover.ts';
import { createWorkWakes, startWorkWatch } from './work-watch.ts';
import type { AnyWorkflow } from './workflow.ts';

export type EngineOptions = {
  database: Database;
  clock: Clock;
  ids: Ids;
  secretKeys: SecretKeys;
  log: Log;
  /** The base address of links that people open. */
  authUrl: string;
  /** The address of the API. */
  apiUrl?: string;
  /** Limits and types of documents, for acts that check them. */
  documentRules?: DocumentRules;
  metrics?: Metrics;
  workflows: readonly AnyWorkflow[];
  due?: readonly DueHandler[];
  receivers?: readonly Receiver[];
  /** Due work for the organizations of events that were handed out. */
  dueWork?: OutboxWork;
  /** Maximum number of runs of a lane in this process at once, including waiting ones. */
  maxRuns?: number;
  /** How often the queue is polled when neither a commit of this process nor the watch wakes it. */
  pollMs?: number;
  /** How long a stop waits for steps in progress. */
  drainMs?: number;
  /** By what pauses of accounts are measured; when absent, by time that nobody sets. */
  callTime?: Parameters<typeof createPartnerCalls>[0];
};

export type Engine = {
  /**
   * The environment for acts anywhere in the process; usable before `start` and in processes that never start the
   * engine.
   */
  environment: ActEnvironment;
  /** Begins to process runs, due work and events. Throws if an unfinished run's workflow is not registered. */
  start(): Promise<void>;
  /** Only hands out the events that this process commits, where another one does the rest: streams show them at once. Returns how to stop. */
  startHandingOut(): Promise<() => Promise<void>>;
  /** Gives steps in progress a few seconds to finish and leaves the rest to the next process. */
  stop(): Promise<void>;
  /** Checks all queues now. The engine does this by itself after each commit of this process. */
  nudge(): void;
  /** Registers a loop beside the engine that is woken when work of its kind waits. */
  onWork: OnWork;
  /** Performs all work due by business time, including rows created on the way; for the simulated clock and tests. */
  runDueNow(): Promise<number>;
  /** Waits until no run, event or due work is left; for the simulated clock and tests. */
  idle(timeoutMs?: number): Promise<void>;
};

const defaultDrainMs = 5000;
const never = new Promise<never>(() => {});
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs that arrive within this time are claimed together. */
const claimRestMs = 25;

type OpenRunEnvironment = RunEnvironment & { close(): void; isClosed(): boolean };

type Working = {
  driver: RunDriver;
  executorId: string;
  claims: Loop;
  relay: Relay;
  tick: Loop;
  sealer: Loop;
  loops: Loop[];
};

export const createEngine = (options: EngineOptions): Engine => {
  const { database, clock, ids, secretKeys, log } = options;
  const workflows = new Map(options.workflows.map((workflow) => [workflow.name, workflow]));
  if (workflows.size < options.workflows.length) throw new Error('two workflows have the same name');
  const embedded = database.kind === 'embedded';
  let working: Working | undefined;
  /** Of a process that does no other work. */
  let ownRelay: Relay | undefined;
  const wakes = createWorkWakes();
  wakes.on('runs', () => working?.claims.wake());
  wakes.on('events', () => working?.relay.wake());
  wakes.on('due', () => working?.tick.wake());
  wakes.on('seals', () => working?.sealer.wake());

  const environment: ActEnvironment = {
    database,
    clock,
    ids,
    secretKeys,
    startWorkflow,
    authUrl: options.authUrl,
    apiUrl: options.apiUrl,
    documentRules: options.documentRules,
    onCommitted: ({ runs, events }) => {
      if (runs > 0) working?.claims.wake();
      if (events > 0) (working?.relay ?? ownRelay)?.wake();
    },
  };
  const due: Due = createDue({ ...environment, log }, options.due ?? []);

  /** The environment of one start. A stop closes its gate for good; the next start creates a new one. */
  const createRunEnvironment = (): OpenRunEnvironment => {
    let closed = false;
    const calls = createPartnerCalls(options.callTime ?? { now: () => performance.now() });
    const changesAtOnce = embedded ? 2 : Math.max(2, Math.floor((database.pool.options.max ?? 10) / 2));
    return {
      ...environment,
      log,
      metrics: options.metrics ?? silentMetrics,
      changes: createFairSlots(changesAtOnce, changesAtOnce),
      calls,
      gate: () => (closed ? never : Promise.resolve()),
      pause: async (ms) => {
        if (!closed) await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
        if (closed) await never;
      },
      inProgress: { steps: 0 },
      isClosed: () => closed,
      close: () => {
        closed = true;
        calls.close();
      },
    };
  };

  let running: OpenRunEnvironment | undefined;
  const isStopped = (): boolean => running?.isClosed() ?? false;

  const refuseUnknownWorkflows = async (): Promise<void> => {
    const left = await database.system(findUnfinishedNames);
    const unknown = left.filter((name) => !workflows.has(name));
    if (unknown.length > 0) {
      throw new Error(`unfinished operations of workflows unknown to this release: ${unknown.sort().join(', ')}`);
    }
  };

  const workflowOf = (name: string): AnyWorkflow => {
    const workflow = workflows.get(name);
    if (!workflow) throw new Error(`no workflow ${name}`);
    return workflow;
  };

  const start = async (): Promise<void> => {
    if (working) throw new Error('the engine is already started');
    await refuseUnknownWorkflows();
    const executorId = ids.next();
    const runEnvironment = createRunEnvironment();
    running = runEnvironment;
    const driver = await startRunDriver({
      database,
      log,
      executorId,
      names: [...workflows.keys()],
      maxRuns: options.maxRuns ?? (embedded ? 64 : 256),
      execute: async (name, orgId, operationId) => {
        await executeRun(runEnvironment, workflowOf(name), orgId, operationId);
      },
    });
    const claims = startLoop(
      {
        everyMs: options.pollMs ?? driver.pauseMs,
        restMs: claimRestMs,
        failed: (error) => log.warn({ err: error }, 'the queue of runs could not be read'),
      },
      async () => {
        await driver.claim();
        return false;
      },
    );
    const takeover = await startTakeover({
      database,
      alone: driver.alone,
      log,
      executorId,
      recover: (dead) => driver.recover(dead),
    });
    const tick = startLoop(
      { everyMs: unwatchedMs, failed: (error) => log.warn({ err: error }, 'due work could not be read') },
      async () => {
        // What was done may have brought work of other kinds.
        if ((await due.runNow(isStopped)) > 0) watch.wake();
        return false;
      },
    );
    const relay = await startRelay(database, log, options.receivers ?? [], {
      dueWork: options.dueWork,
      onHandedOut: () => tick.wake(),
    });
    const housekeeping = startHousekeeping({
      ...environment,
      log,
      bounded: boundedKinds(options.due ?? []),
      forgetRuns: driver.forget,
      giveUp: (name, orgId, operationId) => giveUpRun(runEnvironment, workflowOf(name), orgId, operationId),
    });
    const sealer = startAuditSealer({ database, log });
    const watch = startWorkWatch({ find: () => driver.findWaiting(clock.now()), wakes, log });
    working = { driver, executorId, claims, relay, tick, sealer, loops: [watch, takeover, housekeeping] };
  };

  const startHandingOut = async (): Promise<() => Promise<void>> => {
    const relay = await startRelay(database, log, options.receivers ?? [], { dueWork: options.dueWork });
    ownRelay = relay;
    return relay.stop;
  };

  const stop = async (): Promise<void> => {
    if (!working || !running) return;
    const { driver, executorId, claims, relay, tick, sealer, loops } = working;
    const { inProgress, close } = running;
    working = undefined;
    close();
    await claims.stop();
    await Promise.all([relay, tick, sealer, ...loops].map((loop) => loop.stop()));
    // A pass requested by the simulated clock belongs to no loop.
    await due.runNow(isStopped).catch(() => {});
    const until = performance.now() + (options.drainMs ?? defaultDrainMs);
    while (inProgress.steps > 0 && performance.now() < until) await sleep(10);
    await driver.stop();
    await database.system((db) => forgetExecutor(db, executorId)).catch(() => {});
  };

  const nudge = (): void => {
    working?.claims.wake();
    working?.relay.wake();
  };

  const idle = async (timeoutMs = 30_000): Promise<void> => {
    const began = performance.now();
    for (;;) {
      nudge();
      const events = await database.system(countUndelivered);
      const runs = await database.system(countUnfinishedRuns);
      // Events that are handed out schedule due work, and due work, also of a pass in progress, creates runs and events:
      // everything must be empty before and after a pass that found nothing due.
      const done = await due.runNow();
      if (done + runs + events === 0) {
        const left = [await database.system(countUndelivered), await database.system(countUnfinishedRuns)];
        if (left.every((count) => count === 0)) return;
      }
      const waited = performance.now() - began;
      if (waited > timeoutMs) {
        throw new Error(`not idle after ${timeoutMs} ms: ${runs} runs and ${events} events are left`);
      }
      // A look costs what the work that it waits for needs: the longer it takes, the fewer.
      await sleep(Math.min(100, Math.max(10, waited / 8)));
    }
  };

  const runDueNow = (): Promise<number> => due.runNow(isStopped);

  return { environment, start, startHandingOut, stop, nudge, onWork: wakes.on, runDueNow, idle };
};
