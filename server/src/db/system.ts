import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The statements that cross organizations, run as `mos_system` (kernel rule "Work that belongs to no organization"): they
 * find work by time and hand it to a transaction of its organization. Every statement here is bounded.
 */
type Statements = Kysely<Tables>;

/** Tells the others that this process lives. Answers false when its row was gone: another one took it for dead. */
export const beat = async (db: Statements, executorId: string): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    with old as (select id from executor where id = ${executorId})
    insert into executor (id) values (${executorId})
    on conflict (id) do update set heartbeat_time = now()
    returning exists (select from old) as known
  `.execute(db);
  return rows[0]?.known === true;
};

/** Processes that hold unfinished runs and have given no sign for so long; `0` finds all but `executorId`. */
export const findDeadExecutors = async (db: Statements, executorId: string, silentSeconds: number): Promise<string[]> => {
  const { rows } = await sql<{ executor_id: string }>`
    select distinct executor_id from dbos.workflow_status
    where status = 'PENDING' and executor_id <> ${executorId} and not exists (
      select from executor e where e.id = executor_id and e.heartbeat_time > now() - make_interval(secs => ${silentSeconds}))
    limit 100
  `.execute(db);
  return rows.map((row) => row.executor_id);
};

export const forgetExecutor = async (db: Statements, executorId: string): Promise<void> => {
  await sql`delete from executor where id = ${executorId}`.execute(db);
};

export const forgetOldExecutors = async (db: Statements): Promise<void> => {
  await sql`delete from executor where heartbeat_time < now() - interval '1 day'`.execute(db);
};

/** Names of the workflows of which a run is left. */
export const findUnfinishedNames = async (db: Statements): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from dbos.workflow_status where status in ('ENQUEUED', 'PENDING', 'DELAYED')
  `.execute(db);
  return rows.map((row) => row.name);
};

export const countUnfinishedRuns = async (db: Statements): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from dbos.workflow_status where status in ('ENQUEUED', 'PENDING', 'DELAYED')
  `.execute(db);
  return rows[0]?.count ?? 0;
};
