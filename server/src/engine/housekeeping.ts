import { lookAtClock } from '../db/steady-time.ts';
import { findGivenUpRuns, findOldRuns, forgetOldExecutors, removeOldIdempotency } from '../db/system.ts';
import { type BoundedKind, endTimesAhead } from '../db/times-ahead.ts';
import { mendDueWebhooks, removeDeletedWebhooks, removeOldDeliveries } from '../db/webhooks.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop } from '../kit/wake.ts';
import { namesOfRun } from './execution.ts';
import type { ActEnvironment } from './run-act.ts';

const stepSize = 500;
/** Pause between two steps, so that cleanup never competes with the API. */
const stepPauseMs = 100;
const everyMs = 60_000;
/** Looking through all that waits costs more than the rest: once in so many rounds. */
const roundsToLook = 5;

/**
 * Bounds tables that grow: removes deliveries of webhooks after 30 days, finished runs after 7 days and idempotency records after 24 hours
 * (wall time), in small steps; what has a partition for each month goes with `retention.ts`. Also ends the operations of runs that DBOS gave up,
 * and waits that began before the clock was set back.
 */
export const startHousekeeping = (
  environment: ActEnvironment & {
    log: Log;
    forgetRuns: (operationIds: string[]) => Promise<void>;
    /** Kinds of due work that are never scheduled far ahead. */
    bounded: readonly BoundedKind[];
    /** Undoes what a run had begun, and ends its operation. */
    giveUp: (name: string, orgId: string, operationId: string) => Promise<void>;
  },
): Loop => {
  const { database, clock, log, bounded, forgetRuns, giveUp } = environment;

  const endGivenUp = async (): Promise<void> => {
    const runs = await database.system((db) => findGivenUpRuns(db, stepSize));
    for (const { name, orgId, operationId } of runs) {
      log.error(namesOfRun(orgId, operationId), 'a run could not be finished and is given up');
      // Whatever one of them meets, the others end.
      await giveUp(name, orgId, operationId).then(
        () => forgetRuns([operationId]),
        (error: unknown) => log.warn({ ...namesOfRun(orgId, operationId), err: error }, 'a run could not be given up'),
      );
    }
  };

  const removeOldRuns = async (): Promise<number> => {
    const ids = await database.system((db) => findOldRuns(db, stepSize));
    if (ids.length > 0) await forgetRuns(ids);
    return ids.length;
  };

  let rounds = 0;
  let waits = false;
  /** Before anything is removed, so that a jump of the clock is seen first. */
  const watchClock = async (): Promise<void> => {
    const { time, waitSeconds } = await database.system(lookAtClock);
    if (waitSeconds > 0 && !waits) {
      const message =
        'the clock moved by more than an hour, or no work was done for so long: nothing is deleted by its age until the clock has advanced steadily for a day';
      log.warn({ steadyTime: time.toISOString(), waitSeconds: Math.round(waitSeconds) }, message);
    }
    waits = waitSeconds > 0;
  };

  const failed = (error: unknown): void => log.warn({ err: error }, 'housekeeping failed');
  return startLoop({ everyMs, failed }, async (isStopping) => {
    const drain = async (step: () => Promise<number>): Promise<void> => {
      while (!isStopping() && (await step()) === stepSize)
        await new Promise((resolve) => setTimeout(resolve, stepPauseMs));
    };
    await watchClock();
    await endGivenUp();
    if (rounds % roundsToLook === 0) await endTimesAhead(database, clock.now(), bounded);
    rounds += 1;
    await drain(() => database.system((db) => removeOldIdempotency(db, stepSize)));
    await drain(() => database.system((db) => removeOldDeliveries(db, stepSize)));
    await drain(() => database.system((db) => removeDeletedWebhooks(db, stepSize)));
    await drain(() => database.system((db) => mendDueWebhooks(db, stepSize)));
    await drain(removeOldRuns);
    await database.system(forgetOldExecutors);
    return false;
  });
};
