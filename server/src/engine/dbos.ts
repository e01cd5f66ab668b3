import { DBOS } from '@dbos-inc/dbos-sdk';
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos';
import { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { INTERNAL_QUEUE_NAME } from '@dbos-inc/dbos-sdk/internal/utils';
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue';
import { workflowTimeoutConfig } from '@dbos-inc/dbos-sdk/internal/workflow_management';
import type pg from 'pg';
import { type Lane, lanes } from '../adapters/lanes.ts';
import type { Database } from '../db/database.ts';
import { withMigrationLock } from '../db/migration-lock.ts';
import {
  adoptRuns,
  claimRuns,
  findClaimedRuns,
  findFlows,
  forgiveRuns,
  openSystemPool,
  returnRuns,
} from '../db/system.ts';
import { findWaiting, quickRestartsMax, type Waiting } from '../db/waiting-work.ts';
import type { Log } from '../kit/log.ts';
import { unwatchedMs } from '../kit/wake.ts';
import { completeEngineTables, dbosSchema } from './dbos-store.ts';
import { applicationName, applicationVersion } from './operation-store.ts';
import { shareSlots } from './share-slots.ts';

/** The only file that calls DBOS. DBOS is a singleton of the process, so one engine runs at a time. */

const quiet = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** DBOS requires a URL even when it is given a pool; it checks only the format. */
const unusedAddress = 'postgresql://unused@localhost/unused';

/**
 * Creates or migrates DBOS's own tables and grants access to them. `admin` is a pool of two clients that may create
 * schemas; on the embedded database, of one, before its session becomes `mos_read`.
 */
export const migrateEngine = async (admin: pg.Pool): Promise<void> => {
  await withMigrationLock(admin, async () => {
    await ensureSystemDatabase(unusedAddress, quiet as never, admin, dbosSchema, false);
    await completeEngineTables(admin);
  });
};

export type RunDriver = {
  /** When to claim again if nothing wakes the loop. */
  pauseMs(): number;
  /** Which kinds of work wait, of runs those in our lanes. */
  findWaiting(now: Date): Promise<Waiting>;
  /** Sends single statements as `mos_system`. */
  alone: Database['system'];
  /** Claims runs that wait, in fair shares of the organizations. Returns how many began. */
  claim(): Promise<number>;
  /** Puts the unfinished runs of dead processes back into the queue. */
  recover(executorIds: string[]): Promise<void>;
  /** Removes ended runs with their inputs and results. */
  forget(operationIds: string[]): Promise<void>;
  stop(): Promise<void>;
};

export type RunDriverOptions = {
  database: Database;
  log: Log;
  executorId: string;
  names: readonly string[];
  execute: (name: string, orgId: string, operationId: string) => Promise<void>;
  /** Maximum number of runs of a lane in this process at once, including waiting ones. */
  maxRuns: number;
};

/**
 * A run whose process dies this many times in a row, each time soon after it claimed the run and at the same step (`forgiveRun`), is abandoned;
 * `housekeeping.ts` then ends its operation. It waits longer after each (`isNotHeld`), so that takes more than seven hours.
 */
const maxRecoveryAttempts = 20;
/** A process that has had a run for so long, or that stops in order, was not killed by it: longer than a call of a partner may take. */
const harmlessAfterMs = 60_000;

/** The slots of each lane, in multiples of `maxRuns`: a waiting review costs only a timer and a few kilobytes. */
const slotsOf: Readonly<Record<Lane, number>> = { usage: 1, runs: 1, reviews: 16, reads: 1, bulk: 1 };

/** Organizations that one claim looks at; the next one looks at those after them. */
const flowsMax = 1000;
/** How often runs of an earlier release are looked for. */
const adoptEveryMs = 1000;
/** So many of them at once: a backlog must not take longer than a statement may. */
const adoptMax = 2000;
/** How often claimed runs that nobody runs are looked for. */
const strandedEveryMs = 2000;
/** Only earlier releases poll by this: ours are claimed by `claim`. */
const pollMs = 250;

/** On PostgreSQL the queue has its own connections, so that it never waits for the API. */
const poolSize = 4;

const seldomMs = 3_600_000;

/**
 * DBOS polls every second for queues that it knows, delays, deadlines and runs without a queue. We use none of them: our runs are claimed by
 * `claim`, and have a lane. It has no setting for that.
 */
const quietDbos = (): void => {
  Object.assign(wfQueueRunner.constructor, {
    reconcileIntervalMs: seldomMs,
    transitionIntervalMs: seldomMs,
  });
  workflowTimeoutConfig.pollingIntervalMs = seldomMs;
};

/** Starts DBOS: from here on this process takes runs from the queue. */
export const startRunDriver = async (options: RunDriverOptions): Promise<RunDriver> => {
  const { log, executorId } = options;
  if (DBOS.isInitialized()) throw new Error('an engine already runs in this process');
  const { pool, alone, end } = openSystemPool(options.database, poolSize);
  const say = (level: 'debug' | 'warn') => (entry: unknown) => log[level]({ dbos: String(entry) });
  DBOS.setConfig({
    name: applicationName,
    applicationVersion,
    executorID: executorId,
    systemDatabaseUrl: unusedAddress,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: dbosSchema,
    runMigrations: false,
    useListenNotify: false,
    schedulerPollingIntervalMs: seldomMs,
    // DBOS itself claims nothing: its queues know no organizations.
    listenQueues: [],
    logger: { info: say('debug'), debug: say('debug'), warn: say('warn'), error: say('warn') } as never,
  });
  for (const name of options.names) {
    DBOS.registerWorkflow((orgId: string, operationId: string) => options.execute(name, orgId, operationId), {
      name,
      maxRecoveryAttempts,
    });
  }
  quietDbos();
  await DBOS.launch();
  const internal = wfQueueRunner.getInternalQueue(INTERNAL_QUEUE_NAME);
  if (internal) internal.minPollingIntervalMs = seldomMs;
  const slots = (lane: Lane): number => options.maxRuns * slotsOf[lane];
  // A worker of an earlier release finds the lanes here, and works in those that it does not know, too.
  for (const lane of lanes)
    await DBOS.registerQueue(lane, {
      minPollingIntervalMs: pollMs,
      onConflict: 'always_update',
      workerConcurrency: slots(lane),
    });
  const executor = getExecutor();
  const { systemDatabase } = executor;
  let claims = 0;
  let adoptedAt = Number.NEGATIVE_INFINITY;
  /** By lane: where the next claim begins to look, and the organization that was served last. */
  const places = new Map<Lane, { after: string; served: string }>();

  /** The runs in this process by lane and organization. */
  const countRunning = (): Map<string, number> => {
    const counts = new Map<string, number>();
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const entries of systemDatabase.runningWorkflowMap.values())
      for (const { queueName = '', queuePartitionKey = '' } of entries) {
        count(queueName);
        count(`${queueName} ${queuePartitionKey}`);
      }
    return counts;
  };

  /** Whether runs of this process may be claimed and not running: since the last look, some were claimed or ran. */
  let mayBeStranded = false;
  let strandedAt = performance.now();
  let stranded = new Set<string>();

  /**
   * Returns runs to the queue that were claimed and are not running: a connection that broke after the claim left them
   * behind, and this process is alive, so no other would take them over. One that is about to start, or to end, is not in
   * two looks.
   */
  const returnStranded = async (): Promise<void> => {
    if (!mayBeStranded || performance.now() - strandedAt < strandedEveryMs) return;
    strandedAt = performance.now();
    const mine = await findClaimedRuns(pool, { lanes, executorId });
    if (mine.length > 0) await forgiveRuns(pool, { executorId, heldMs: harmlessAfterMs });
    mayBeStranded = mine.length > 0;
    const idle = mine.filter((id) => !systemDatabase.checkForRunningWorkflow(id));
    const lost = idle.filter((id) => stranded.has(id));
    stranded = new Set(idle);
    if (lost.length === 0) return;
    log.warn({ runs: lost.length }, 'claimed runs that did not start return to the queue');
    await returnRuns(pool, { ids: lost, executorId });
  };

  const claim = async (): Promise<number> => {
    await returnStranded();
    if (performance.now() - adoptedAt >= adoptEveryMs) {
      const adopted = await adoptRuns(pool, adoptMax);
      if (adopted < adoptMax) adoptedAt = performance.now();
    }
    const running = countRunning();
    const free = new Map(lanes.map((lane) => [lane, slots(lane) - (running.get(lane) ?? 0)]));
    const looks = lanes
      .filter((lane) => (free.get(lane) ?? 0) > 0)
      .map((lane) => ({ lane, after: places.get(lane)?.after ?? '', most: free.get(lane) ?? 0 }));
    const found = await findFlows(pool, { looks, flowsMax, version: applicationVersion });
    // Also if nothing was found: behind the last organization, the next claim begins with the first again.
    const shares = looks.flatMap(({ lane }) => {
      const served = places.get(lane)?.served ?? '';
      const flows = found.filter((flow) => flow.lane === lane);
      const inTurn = [...flows.filter(({ key }) => key > served), ...flows.filter(({ key }) => key <= served)];
      const given = shareSlots(
        inTurn.map((flow) => ({ ...flow, running: running.get(`${lane} ${flow.key}`) ?? 0 })),
        free.get(lane) ?? 0,
      );
      const last = inTurn.findLast(({ key }) => given.has(key))?.key ?? served;
      places.set(lane, { after: flows.length < flowsMax ? '' : (flows.at(-1)?.key ?? ''), served: last });
      return [...given].map(([key, count]) => ({ lane, key, count }));
    });
    if (shares.length === 0) return 0;
    claims += 1;
    mayBeStranded = true;
    const owner = `${executorId}:${claims}`;
    const claimed = await claimRuns(pool, { shares, executorId, owner, version: applicationVersion });
    const suspects = claimed.filter(({ attempts }) => attempts > quickRestartsMax);
    if (suspects.length > 0) log.warn({ runs: suspects }, 'runs begin again with which processes died again and again');
    const ids = claimed.map(({ id }) => id);
    if (ids.length > 0) await executor.dispatchDequeuedWorkflows(ids, owner);
    return claimed.length;
  };

  return {
    pauseMs: () => (mayBeStranded ? strandedEveryMs : unwatchedMs),
    findWaiting: (now) => alone((db) => findWaiting(db, { now, lanes })),
    alone,
    claim,
    recover: async (executorIds) => void (await executor.recoverPendingWorkflows(executorIds)),
    forget: (operationIds) => DBOS.deleteWorkflows(operationIds),
    stop: async () => {
      await DBOS.shutdown({ deregister: true });
      // Unfinished runs go back into the queue, so that other processes need not wait until this one's heartbeat
      // expires.
      await forgiveRuns(pool, { executorId, heldMs: 0 })
        .then(() => executor.recoverPendingWorkflows([executorId]))
        .catch((error: unknown) => log.warn({ err: error }, 'runs could not be returned to the queue'));
      await end();
    },
  };
};
