import type pg from 'pg';
import { roles } from '../db/roles.ts';

/** DBOS keeps its tables in a separate schema of the same database. */
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
