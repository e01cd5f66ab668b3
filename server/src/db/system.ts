import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { surviveLostConnections } from './pool.ts';
import type { Tables } from './tables.ts';

/**
 * The statements that cross organizations, run as `mos_system`: they find work by time and pass it to a transaction of
 * its organization. Every statement here is bounded. Those for events are in `outbox.ts`, those for the audit trail in
 * `audit-chain.ts`.
 */
type Statements = Kysely<Tables>;

/**
 * Commits do not wait for the disk: a crash of PostgreSQL can only lose the facts that a run was claimed or is done,
 * and the run's own rows are authoritative.
 */
const onSystemConnect = `set role mos_system; set time zone 'UTC'; set statement_timeout = 10000; set idle_in_transaction_session_timeout = 30000; set synchronous_commit = off`;

/**
 * Connections as `mos_system` for the queue of runs. The embedded database has a single session, which is used for this
 * too.
 */
export const openSystemPool = (database: Database, max: number): { pool: pg.Pool; end: () => Promise<void> } => {
  if (database.kind === 'embedded') return { pool: database.pool, end: async () => {} };
  const { connectionString } = database.pool.options as { connectionString?: string };
  if (connectionString === undefined) throw new Error('the database was opened without a connection string');
  const pool = new pg.Pool({
    connectionString,
    application_name: 'marketplace-operations-queue',
    connectionTimeoutMillis: 5000,
    max,
    onConnect: async (client) => void (await client.query(onSystemConnect)),
  });
  surviveLostConnections(pool);
  return { pool, end: () => pool.end() };
};

/** Records that this process is alive. Returns false if its row was gone because another process took it for dead. */
export const beat = async (db: Statements, executorId: string): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    with old as (select id from executor where id = ${executorId})
    insert into executor (id) values (${executorId})
    on conflict (id) do update set heartbeat_time = now()
    returning exists (select from old) as known
  `.execute(db);
  return rows[0]?.known === true;
};

/** Processes that hold unfinished runs and have sent no heartbeat for this long; `0` finds all but `executorId`. */
export const findDeadExecutors = async (
  db: Statements,
  executorId: string,
  silentSeconds: number,
): Promise<string[]> => {
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

/** Names of the workflows that have unfinished runs. */
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

/** Organizations with work that is due by business time and not postponed, longest waiting first. */
export const findDueOrganizations = async (db: Statements, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select org_id from due where due_time <= ${now} and (retry_time is null or retry_time <= now())
    group by org_id order by min(due_time) limit 1000
  `.execute(db);
  return rows.map((row) => row.org_id);
};

/**
 * Removes idempotency records older than a day. Returns how many, so that the caller knows whether there may be more.
 */
export const removeOldIdempotency = async (db: Statements, limit: number): Promise<number> => {
  const { rows } = await sql`
    delete from idempotency where (org_id, caller, key) in (
      select org_id, caller, key from idempotency where wall_time < now() - interval '24 hours' order by wall_time limit ${limit}
    ) returning 1
  `.execute(db);
  return rows.length;
};

/** DBOS runs that ended more than seven days ago; operations and their history remain. */
export const findOldRuns = async (db: Statements, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ workflow_uuid: string }>`
    select workflow_uuid from dbos.workflow_status
    where completed_at < (extract(epoch from now() - interval '7 days') * 1000)::bigint
      and status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
    order by completed_at limit ${limit}
  `.execute(db);
  return rows.map((row) => row.workflow_uuid);
};

/** Runs that DBOS gave up, with their organization; their operations must be ended. */
export const findGivenUpRuns = async (
  db: Statements,
  limit: number,
): Promise<{ orgId: string; operationId: string }[]> => {
  const { rows } = await sql<{ operation_id: string; inputs: string }>`
    select s.workflow_uuid as operation_id, i.inputs from dbos.workflow_status s
    join dbos.workflow_input i on i.workflow_uuid = s.workflow_uuid
    where s.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
    order by s.created_at desc limit ${limit}
  `.execute(db);
  return rows.flatMap((row) => {
    const parsed = JSON.parse(row.inputs) as { positionalArgs?: unknown[] };
    const orgId = parsed.positionalArgs?.[0];
    return typeof orgId === 'string' ? [{ orgId, operationId: row.operation_id }] : [];
  });
};
