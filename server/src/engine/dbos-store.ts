import type pg from 'pg';
import { roles } from '../db/roles.ts';

/** DBOS keeps its tables in a schema of its own in the same database. */
export const dbosSchema = 'dbos';

/**
 * DBOS's tables have no row-level security, so all three roles are granted full access: `mos_write` enqueues a run
 * inside an act's transaction, `mos_system` works the queue on PostgreSQL, and the embedded database's one session
 * works it as `mos_read`.
 */
export const grantEngineTables = async (admin: pg.Pool): Promise<void> => {
  for (const role of roles) {
    await admin.query(`
      grant usage on schema ${dbosSchema} to ${role};
      grant select, insert, update, delete on all tables in schema ${dbosSchema} to ${role};
      grant usage, select, update on all sequences in schema ${dbosSchema} to ${role};
      grant execute on all functions in schema ${dbosSchema} to ${role};
      alter default privileges in schema ${dbosSchema} grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema ${dbosSchema} grant usage, select, update on sequences to ${role};
      alter default privileges in schema ${dbosSchema} grant execute on functions to ${role}
    `);
  }
};

/**
 * Runs that an earlier release has put into the queue name no organization (`adoptRuns`). Without them the index is empty.
 */
export const indexUnnamedRuns = async (admin: pg.Pool): Promise<void> => {
  await admin.query(`
    create index concurrently if not exists workflow_status_unnamed on ${dbosSchema}.workflow_status (queue_name)
    where status = 'ENQUEUED' and queue_partition_key is null
  `);
};

const lockKey = 7_310_001;

/**
 * Holds a lock while `work` runs: of a transaction that stays open, because behind a pooler a lock of the session would stay with the
 * pooler. It is polled, not waited for: DBOS builds indexes concurrently, which waits for the snapshot of a waiting statement. A
 * transaction between two statements has none, if they carry no parameters: the portal of one that does stays open. A pool of one client has the database to itself and needs no lock.
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
