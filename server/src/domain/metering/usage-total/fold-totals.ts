import type { Database } from '../../../db/database.ts';
import type { OnWork } from '../../../db/waiting-work.ts';
import type { Log } from '../../../kit/log.ts';
import { startLoop, unwatchedMs } from '../../../kit/wake.ts';
import { findOrganizationsToFold, foldChanges, lockFolding } from './store.ts';

const organizationsAtOnce = 100;
const changesAtOnce = 5_000;

/** Folds the next changes of one organization in a short transaction. Returns whether there may be more. */
const foldStep = async (database: Database, orgId: string): Promise<boolean> => {
  const folded = await database.write(orgId, async (db) =>
    (await lockFolding(db)) ? foldChanges(db, changesAtOnce) : 0,
  );
  return folded === changesAtOnce;
};

/**
 * Folds the changes of all organizations into their totals, a step of each in turn, so that none waits for the backlog of another. Any number of processes may run this; an organization is
 * folded by one at a time. A process killed at any point leaves exact totals: changes and totals are read together.
 */
export const foldUsageTotals = async (database: Database, isStopping: () => boolean = () => false): Promise<void> => {
  for (let isMore = true; isMore && !isStopping(); ) {
    isMore = false;
    for (let after: string | null = null; !isStopping(); ) {
      const orgIds: string[] = await database.system((db) => findOrganizationsToFold(db, after, organizationsAtOnce));
      for (const orgId of orgIds) {
        if (isStopping()) return;
        if (await foldStep(database, orgId)) isMore = true;
      }
      const last = orgIds.at(-1);
      if (last === undefined || orgIds.length < organizationsAtOnce) break;
      after = last;
    }
  }
};

/** Wake-ups in the meantime are combined. */
const restMs = 2_000;

/** Folds every few seconds, so that few changes wait beside the totals. Returns how to stop. */
export const startUsageTotals = ({
  database,
  log,
  onWork,
}: {
  database: Database;
  log: Log;
  onWork: OnWork;
}): (() => Promise<void>) => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'usage totals could not be folded');
  const loop = startLoop({ everyMs: unwatchedMs, restMs, failed }, async (isStopping) => {
    await foldUsageTotals(database, isStopping);
    return false;
  });
  onWork('totals', loop.wake);
  return () => loop.stop();
};
