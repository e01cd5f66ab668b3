import { DBOS } from '@dbos-inc/dbos-sdk';
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos';
import { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { openSystemPool } from '../db/system.ts';
import type { Log } from '../kit/log.ts';
import { dbosSchema, grantEngineTables, withMigrationLock } from './dbos-store.ts';
import { applicationName, applicationVersion, runQueues } from './operation-store.ts';

/** The only file that calls DBOS. DBOS is a singleton of the process, so one engine runs at a time. */

const quiet = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** DBOS requires a URL even when it is given a pool; it checks only the format. */
const unusedAddress = 'postgresql://unused@localhost/unused';

/**
 * Creates or migrates DBOS's own tables and grants access to them. `admin` is a pool of one client that may create
 * schemas; on the embedded database, call this before the session becomes `mos_read`.
 */
export const migrateEngine = async (admin: pg.Pool): Promise<void> => {
  await withMigrationLock(admin, async () => {
    await ensureSystemDatabase(unusedAddress, quiet as never, admin, dbosSchema, false);
    await grantEngineTables(admin);
  });
};

export type RunDriver = {
  /** Claims the runs waiting in the queue now instead of at DBOS's next poll. Returns how many runs began. */
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
  /** Maximum number of runs in this process at once, including waiting ones. */
  maxRuns: number;
  pollMs: number;
};

type Queue = Awaited<ReturnType<typeof DBOS.registerQueue>>;

/** A run that kills its process this many times is abandoned; `housekeeping.ts` then ends its operation. */
const maxRecoveryAttempts = 20;

/** Waiting reviews allowed for each other run: a waiting review costs only a timer and a few kilobytes. */
const reviewsPerRun = 16;

/** On PostgreSQL the queue has its own connections, so that it never waits for the API. */
const poolSize = 4;

/** Starts DBOS: from here on this process takes runs from the queue. */
export const startRunDriver = async (options: RunDriverOptions): Promise<RunDriver> => {
  const { log, executorId } = options;
  if (DBOS.isInitialized()) throw new Error('an engine already runs in this process');
  const { pool, end } = openSystemPool(options.database, poolSize);
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
    logger: { info: say('debug'), debug: say('debug'), warn: say('warn'), error: say('warn') } as never,
  });
  for (const name of options.names) {
    DBOS.registerWorkflow((orgId: string, operationId: string) => options.execute(name, orgId, operationId), {
      name,
      maxRecoveryAttempts,
    });
  }
  await DBOS.launch();
  const settings = {
    minPollingIntervalMs: options.pollMs,
    onConflict: 'always_update',
  } as const;
  const queues: Queue[] = [];
  for (const name of runQueues) {
    const workerConcurrency = name === 'reviews' ? options.maxRuns * reviewsPerRun : options.maxRuns;
    queues.push(await DBOS.registerQueue(name, { ...settings, workerConcurrency }));
  }
  const executor = getExecutor();
  const { systemDatabase } = executor;
  let claims = 0;

  const claimFrom = async (queue: Queue): Promise<number> => {
    claims += 1;
    const owner = `${executorId}:${claims}`;
    const running = systemDatabase.countRunningWorkflowsForQueue(queue.name);
    const claimed = await systemDatabase.findAndMarkStartableWorkflows(
      queue,
      executorId,
      applicationVersion,
      undefined,
      running,
      0,
      owner,
    );
    if (claimed.length > 0) await executor.dispatchDequeuedWorkflows(claimed, owner);
    return claimed.length;
  };

  return {
    claim: async () => {
      let count = 0;
      for (const queue of queues) count += await claimFrom(queue);
      return count;
    },
    recover: async (executorIds) => void (await executor.recoverPendingWorkflows(executorIds)),
    forget: (operationIds) => DBOS.deleteWorkflows(operationIds),
    stop: async () => {
      await DBOS.shutdown({ deregister: true });
      // Unfinished runs go back into the queue, so that other processes need not wait until this one's heartbeat
      // expires.
      await executor
        .recoverPendingWorkflows([executorId])
        .catch((error: unknown) => log.warn({ err: error }, 'runs could not be returned to the queue'));
      await end();
    },
  };
};
