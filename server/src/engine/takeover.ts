import type { Database } from '../db/database.ts';
import { beat, endHeartbeatsAhead, findDeadExecutors, forgetExecutor } from '../db/system.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop } from '../kit/wake.ts';

export type TakeoverOptions = {
  database: Database;
  /** Sends single statements as `mos_system`. */
  alone: Database['system'];
  log: Log;
  executorId: string;
  /** Puts the unfinished runs of these processes back into the queue. */
  recover: (executorIds: string[]) => Promise<void>;
};

const beatMs = 2000;
const deadAfterSeconds = 10;

const takeOver = async (options: TakeoverOptions, silentSeconds: number): Promise<void> => {
  const { database, alone, executorId, log } = options;
  const dead = await alone((db) => findDeadExecutors(db, executorId, silentSeconds));
  if (dead.length === 0) return;
  log.warn({ executors: dead }, 'taking over the runs of dead processes');
  await options.recover(dead);
  for (const id of dead) await database.system((db) => forgetExecutor(db, id));
};

/**
 * Sends this process's heartbeat and takes over runs from processes without one. The embedded database has a single
 * process: at its start every unfinished run is its own.
 */
export const startTakeover = async (options: TakeoverOptions): Promise<Loop> => {
  const { database, alone, log, executorId } = options;
  if (database.kind === 'embedded') {
    await takeOver(options, 0);
    return { wake: () => {}, stop: async () => {} };
  }
  await database.system((db) => beat(db, executorId));
  // Not by the clock: one that is set forward and back again would leave this process patient for as long.
  let last = performance.now();
  let patientUntil = 0;
  return startLoop(
    { everyMs: beatMs, failed: (error) => log.warn({ err: error }, 'the heartbeat failed') },
    async () => {
      await alone((db) => beat(db, executorId));
      await alone((db) => endHeartbeatsAhead(db, deadAfterSeconds));
      const now = performance.now();
      // After a database outage every heartbeat is old; the other processes get time to renew theirs.
      if (now - last > 3 * beatMs) patientUntil = now + deadAfterSeconds * 1000;
      last = now;
      if (now >= patientUntil) await takeOver(options, deadAfterSeconds);
      return false;
    },
  );
};
