import type { Database } from '../db/database.ts';
import { refreshStatistics } from '../db/embedded-statistics.ts';
import type { Log } from '../kit/log.ts';
import { startLoop } from '../kit/wake.ts';

const everyMs = 20_000;

/** Keeps the statistics of the embedded database, which has no autovacuum. Returns how to stop. */
export const startStatisticsRefresh = ({ database, log }: { database: Database; log: Log }): (() => Promise<void>) => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'table statistics could not be refreshed');
  const loop = startLoop({ everyMs, failed }, async (isStopping) => {
    await refreshStatistics(database.pool, isStopping);
    return false;
  });
  return () => loop.stop();
};
