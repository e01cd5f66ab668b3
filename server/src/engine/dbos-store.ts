import type pg from 'pg';
import { roles } from '../db/roles.ts';

/** DBOS keeps its tables in a separate schema of the same database. */
export const dbosSchema = 'dbos';

/**
 * DBOS's tables have no row-level security, so all three roles are granted full access: `mos_write` enqueues a run
 * inside an act's transaction, `mos_system` works the queue on PostgreSQL, and the embedded database's one session
 * works it as `mos_read`.
 */
const grantEngineTables = async (admin: pg.Pool): Promise<void> => {
  for (const role of roles) {
    await admin.query(`
      grant usage on schema ${dbosSchema} to ${role};
      grant select, insert, update, delete on all tables in schema ${dbosSchema} to ${role};
      grant usage, select, update on all sequences in schema ${dbosSchema} to ${role};
      grant execute on all functions in schema ${dbosSchema} to ${role}
    `);
  }
};

/**
 * Runs that an earlier release has put into the queue name no organization (`adoptRuns`). Without them the index is empty.
 */
const indexUnnamedRuns = async (admin: pg.Pool): Promise<void> => {
  // One that was built only in part, by a process that was killed, is there and is never used.
  await admin.query(`drop index concurrently if exists ${dbosSchema}.workflow_status_unnamed`);
  await admin.query(`
    create index concurrently workflow_status_unnamed on ${dbosSchema}.workflow_status (queue_name)
    where status = 'ENQUEUED' and queue_partition_key is null
  `);
};

const each = (privileges: readonly string[], has: string, object: string): string =>
  privileges.map((privilege) => `${has}(role, ${object}, '${privilege}')`).join(' and ');

/** Whether what `completeEngineTables` makes is there. Asking costs a twentieth of making it again, on the embedded database a tenth of a second. */
const findComplete = async (admin: pg.Pool): Promise<{ indexed: boolean; granted: boolean }> => {
  const { rows } = await admin.query<{ indexed: boolean; granted: boolean }>({
    text: `
      select
        exists (
          select from pg_index where indexrelid = to_regclass('${dbosSchema}.workflow_status_unnamed') and indisvalid
        ) as indexed,
        not exists (
          select from unnest($1::text[]) as role
          where not has_schema_privilege(role, '${dbosSchema}', 'usage')
          or exists (
            select from pg_class where relnamespace = '${dbosSchema}'::regnamespace and case
              when relkind in ('r', 'p', 'v')
              then not (${each(['select', 'insert', 'update', 'delete'], 'has_table_privilege', 'oid')})
              when relkind = 'S' then not (${each(['usage', 'select', 'update'], 'has_sequence_privilege', 'oid')})
            end
          )
          or exists (
            select from pg_proc where pronamespace = '${dbosSchema}'::regnamespace
            and not ${each(['execute'], 'has_function_privilege', 'oid')}
          )
        ) as granted`,
    values: [roles],
  });
  return rows[0] ?? { indexed: false, granted: false };
};

/** Adds what we need of DBOS's tables after each of its migrations: access and an index. */
export const completeEngineTables = async (admin: pg.Pool): Promise<void> => {
  const { indexed, granted } = await findComplete(admin);
  if (!indexed) await indexUnnamedRuns(admin);
  if (!granted) await grantEngineTables(admin);
};
