import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { keptAlive, surviveLostConnections } from './pool.ts';
import { statementsOver } from './statements.ts';
import { readSteadyTime, steadyNow } from './steady-time.ts';
import type { Tables } from './tables.ts';
import { isNotHeld } from './waiting-work.ts';

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

export type SystemConnections = {
  pool: pg.Pool;
  /** For single statements, each a transaction of its own: one round trip, where the database is not embedded. */
  alone: Database['system'];
  end: () => Promise<void>;
};

/**
 * Connections as `mos_system` for the queue of runs. The embedded database has a single session, which is used for this
 * too. Where sessions are shared, they stay the user's own, who inherits what `mos_system` may do, and their commits wait for the disk.
 */
export const openSystemPool = (database: Database, max: number): SystemConnections => {
  if (database.kind === 'embedded') return { pool: database.pool, alone: database.system, end: async () => {} };
  const { connectionString, query_timeout } = database.pool.options;
  if (connectionString === undefined) throw new Error('the database was opened without a connection string');
  const pool = new pg.Pool({
    connectionString,
    application_name: 'marketplace-operations-queue',
    connectionTimeoutMillis: 5000,
    query_timeout,
    ...keptAlive,
    max,
    ...(database.sharesSessions ? {} : { onConnect: async (client) => void (await client.query(onSystemConnect)) }),
  });
  surviveLostConnections(pool);
  const statements = statementsOver({
    namesStatements: !database.sharesSessions,
    query: (statement) => pool.query(statement),
    queryUpTo: () => Promise.reject(new Error('large results are read by `database.read`')),
  });
  return { pool, alone: (work) => work(statements), end: () => pool.end() };
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

/**
 * Heartbeats that are further ahead than this were sent before the clock of the database was set back. They count from now: a process
 * that lives sends another one before it is silent for long.
 */
export const endHeartbeatsAhead = async (db: Statements, aheadSeconds: number): Promise<void> => {
  await sql`
    update executor set heartbeat_time = now() where heartbeat_time > now() + make_interval(secs => ${aheadSeconds})
  `.execute(db);
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
    select (select count(*) from dbos.workflow_status where status in ('ENQUEUED', 'PENDING'))
      + (select count(*) from dbos.workflow_status where status = 'DELAYED') as count
  `.execute(db);
  return rows[0]?.count ?? 0;
};

/** Organizations with work that is due by business time and not postponed, longest waiting first. */
export const findDueOrganizations = async (db: Statements, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select org_id from (
      select org_id, due_time from due where due_time <= ${now} and retry_time is null
      union all
      select org_id, due_time from due where due_time <= ${now} and retry_time <= now()
    ) as ready group by org_id order by min(due_time) limit 1000
  `.execute(db);
  return rows.map((row) => row.org_id);
};

/**
 * Removes idempotency records older than a day. Returns how many, so that the caller knows whether there may be more.
 */
export const removeOldIdempotency = async (db: Statements, limit: number): Promise<number> => {
  const steady = await readSteadyTime(db);
  const { rows } = await sql`
    delete from idempotency where (org_id, caller, key) in (
      select org_id, caller, key from idempotency where wall_time < ${steady}::timestamptz - interval '24 hours' order by wall_time limit ${limit}
    ) returning 1
  `.execute(db);
  return rows.length;
};

/** DBOS runs that ended more than seven days ago; operations and their history remain. */
export const findOldRuns = async (db: Statements, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ workflow_uuid: string }>`
    select workflow_uuid from dbos.workflow_status
    where completed_at < (extract(epoch from ${steadyNow} - interval '7 days') * 1000)::bigint
      and status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
    order by completed_at limit ${limit}
  `.execute(db);
  return rows.map((row) => row.workflow_uuid);
};

/** Runs that DBOS gave up, with their workflow and organization; their operations must be ended. */
export const findGivenUpRuns = async (
  db: Statements,
  limit: number,
): Promise<{ name: string; orgId: string; operationId: string }[]> => {
  const { rows } = await sql<{ operation_id: string; name: string; inputs: string }>`
    select s.workflow_uuid as operation_id, s.name, i.inputs from dbos.workflow_status s
    join dbos.workflow_input i on i.workflow_uuid = s.workflow_uuid
    where s.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
    order by s.created_at desc limit ${limit}
  `.execute(db);
  return rows.flatMap((row) => {
    const parsed = JSON.parse(row.inputs) as { positionalArgs?: unknown[] };
    const orgId = parsed.positionalArgs?.[0];
    return typeof orgId === 'string' ? [{ name: row.name, orgId, operationId: row.operation_id }] : [];
  });
};

/** What the engine's connections can do (`openSystemPool`). */
type SystemPool = Pick<pg.Pool, 'query'>;

/** Runs of one organization that wait in a lane; `waiting` is at most what was asked for. */
export type WaitingFlow = { lane: string; key: string; urgency: number; waiting: number };

const isWaiting = `w.status = 'ENQUEUED' and (w.application_version = $1 or w.application_version is null) and ${isNotHeld}`;

/**
 * The organizations with runs that wait in these lanes, from the one after `after` on, at most `flowsMax` of each lane. Goes
 * from each to the next by the index, so that the time does not depend on how many runs wait. `most`: up to where runs of one are
 * counted.
 */
export const findFlows = async (
  pool: SystemPool,
  {
    looks,
    flowsMax,
    version,
  }: { looks: readonly { lane: string; after: string; most: number }[]; flowsMax: number; version: string },
): Promise<WaitingFlow[]> => {
  const next = (after: string) => `
    select w.queue_partition_key as key from dbos.workflow_status w
    where w.queue_name = look.lane and ${isWaiting} and w.queue_partition_key > ${after}
    order by w.queue_partition_key limit 1`;
  const { rows } = await pool.query<WaitingFlow>(
    `select look.lane, walk.key, flow.urgency, flow.waiting
    from unnest($2::text[], $3::text[], $4::int[]) as look (lane, after, most)
    cross join lateral (
      with recursive walk (key, place) as (
        (select first.key, 1 from (${next('look.after')}) as first)
        union all
        select following.key, walk.place + 1 from walk cross join lateral (${next('walk.key')}) as following
        where walk.place < $5::int
      ) select key from walk
    ) as walk
    cross join lateral (
      select min(run.priority) as urgency, count(*)::int as waiting from (
        select w.priority from dbos.workflow_status w
        where w.queue_name = look.lane and ${isWaiting} and w.queue_partition_key = walk.key
        order by w.priority, w.created_at, w.workflow_uuid limit look.most
      ) as run
    ) as flow
    order by look.lane, walk.key`,
    [version, looks.map(({ lane }) => lane), looks.map(({ after }) => after), looks.map(({ most }) => most), flowsMax],
  );
  return rows;
};

/**
 * Claims the next runs of these organizations for a process; those that another process is claiming are skipped. Returns their ids,
 * and how often each was claimed in a row. Writes what DBOS writes when it takes a run from a queue.
 */
export const claimRuns = async (
  pool: SystemPool,
  {
    shares,
    executorId,
    owner,
    version,
  }: {
    shares: readonly { lane: string; key: string; count: number }[];
    executorId: string;
    owner: string;
    version: string;
  },
): Promise<{ id: string; attempts: number }[]> => {
  if (shares.length === 0) return [];
  const { rows } = await pool.query<{ id: string; attempts: number }>(
    `with claimed as (
      select run.id from unnest($2::text[], $3::text[], $4::int[]) as share (lane, key, count)
      cross join lateral (
        select w.workflow_uuid as id from dbos.workflow_status w
        where w.queue_name = share.lane and ${isWaiting} and w.queue_partition_key = share.key
        order by w.priority, w.created_at, w.workflow_uuid limit share.count
        for update skip locked
      ) as run
    )
    update dbos.workflow_status w
    set status = 'PENDING', executor_id = $5, owner_xid = $6, application_version = $1, rate_limited = false,
      started_at_epoch_ms = (extract(epoch from now()) * 1000)::bigint, recovery_attempts = w.recovery_attempts + 1,
      updated_at = (extract(epoch from now()) * 1000)::bigint
    where w.workflow_uuid = any (array(select claimed.id from claimed))
    returning w.workflow_uuid as id, w.recovery_attempts::int as attempts`,
    [
      version,
      shares.map(({ lane }) => lane),
      shares.map(({ key }) => key),
      shares.map(({ count }) => count),
      executorId,
      owner,
    ],
  );
  return rows;
};

/**
 * Names the organization of runs that an earlier release has put into the queue, of usage first. Returns how many: at most
 * `limit`. Leaves those that another process is naming or claiming.
 */
export const adoptRuns = async (pool: SystemPool, limit: number): Promise<number> => {
  const { rows } = await pool.query(
    `with unnamed as (
      select w.workflow_uuid as id, i.inputs::json -> 'positionalArgs' ->> 0 as key
      from dbos.workflow_status w join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
      where w.status = 'ENQUEUED' and w.queue_partition_key is null and i.inputs::json -> 'positionalArgs' ->> 0 is not null
      order by w.queue_name desc limit $1
      for update of w skip locked
    )
    update dbos.workflow_status w set queue_partition_key = unnamed.key from unnamed where w.workflow_uuid = unnamed.id
    returning 1`,
    [limit],
  );
  return rows.length;
};

/** Runs in these lanes that this process has claimed and that have not ended. */
export const findClaimedRuns = async (
  pool: SystemPool,
  { lanes, executorId }: { lanes: readonly string[]; executorId: string },
): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select w.workflow_uuid as id from dbos.workflow_status w
    where w.queue_name = any ($1) and w.status = 'PENDING' and w.executor_id = $2`,
    [lanes, executorId],
  );
  return rows.map(({ id }) => id);
};

/**
 * Puts runs that did not start in this process back into the queue, unless they have ended since. Their claim does not count. Writes what
 * DBOS writes when it recovers a run.
 */
export const returnRuns = async (
  pool: SystemPool,
  { ids, executorId }: { ids: readonly string[]; executorId: string },
): Promise<void> => {
  await pool.query(
    `update dbos.workflow_status w set status = 'ENQUEUED', started_at_epoch_ms = null, owner_xid = null,
      recovery_attempts = greatest(w.recovery_attempts - 1, 0), updated_at = (extract(epoch from now()) * 1000)::bigint
    where w.workflow_uuid = any ($1) and w.status = 'PENDING' and w.executor_id = $2`,
    [ids, executorId],
  );
};

/**
 * Forgets how often runs of this process were claimed that it has had for so long: they do not kill their process. Otherwise one that waits
 * for weeks would be abandoned after some restarts.
 */
export const forgiveRuns = async (
  pool: SystemPool,
  { executorId, heldMs }: { executorId: string; heldMs: number },
): Promise<void> => {
  await pool.query(
    `update dbos.workflow_status w set recovery_attempts = 1
    where w.status = 'PENDING' and w.executor_id = $1 and w.recovery_attempts > 1
      and w.started_at_epoch_ms <= (extract(epoch from now()) * 1000)::bigint - $2::bigint`,
    [executorId, heldMs],
  );
};
