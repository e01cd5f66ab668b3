import type pg from 'pg';

const lockKey = 7_310_001;

/**
 * Holds a lock while `work` runs: of a transaction that stays open, because behind a pooler a lock of the session would stay with the
 * pooler. It is polled, not waited for: DBOS builds indexes concurrently, which waits for the snapshot of a waiting statement. A
 * transaction between two statements has none, if they carry no parameters: the portal of one that does stays open. A pool of one
 * client has the database to itself and needs no lock.
 */
export const withMigrationLock = async (admin: pg.Pool, work: () => Promise<void>): Promise<void> => {
  if (admin.options.max === 1) return work();
  const holder = await admin.connect();
  try {
    for (;;) {
      await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
      const { rows } = await holder.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${lockKey}) as held`);
      if (rows[0]?.held) break;
      await holder.query('rollback');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await work();
  } finally {
    await holder.query('rollback').catch(() => {});
    holder.release();
  }
};
