import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The work that processes find in the database, over all organizations. */
export const kindsOfWork = ['runs', 'events', 'due', 'deliveries', 'mails', 'activities', 'seals', 'totals'] as const;
export type WorkKind = (typeof kindsOfWork)[number];

/** Registers a loop that is woken when work of its kind waits. */
export type OnWork = (kind: WorkKind, wake: () => void) => void;

export type Waiting = Readonly<Record<WorkKind, boolean>>;

/** `now`: business time, by which due work and deliveries are due. `lanes`: the queues of runs. */
export type WaitingFor = { now: Date; lanes: readonly string[] };

/** A run may be claimed so often in a row, each time by a process that died soon after, before it has to wait. */
export const quickRestartsMax = 5;
const firstHoldMs = 10_000;
const maxHoldMs = 3_600_000;

/**
 * Whether a run of the queue, `w`, may be claimed. One with which processes died again and again waits longer each time: if it is what kills
 * them, they go on without it meanwhile, and if it is not, what kills them has time to be mended. One that was claimed before the clock was set back
 * waits no longer.
 */
export const isNotHeld = `(coalesce(w.recovery_attempts, 0) <= ${quickRestartsMax}
  or w.updated_at > (extract(epoch from now()) * 1000)::bigint + ${firstHoldMs} or w.updated_at <= (extract(epoch from now()) * 1000)::bigint
  - least(${maxHoldMs}, ${firstHoldMs} * 2 ^ least(w.recovery_attempts - ${quickRestartsMax + 1}, 20))::bigint)`;

/**
 * A row of each kind; an index leads to the first, so that the time does not depend on how much waits. Where much waits among more that is
 * over, the planner would read the table until it finds one: the order of the index and a limit of one leave it the index only.
 */
const rowsOf: Readonly<Record<WorkKind, (of: WaitingFor) => RawBuilder<unknown>>> = {
  runs: ({ lanes }) =>
    sql`select from unnest(${lanes}::text[]) as look (lane) where (
      select true from dbos.workflow_status w
      where w.queue_name = look.lane and w.status = 'ENQUEUED' and ${sql.raw(isNotHeld)}
      order by w.priority, w.created_at limit 1)`,
  events: () =>
    sql`select from (select from outbox where delivered_time is null order by org_id, next_attempt_time limit 1) as first`,
  // Rows that have failed are in an index of their own.
  due: ({ now }) =>
    sql`(select from due where due_time <= ${now} and retry_time is null order by due_time limit 1)
      union all (select from due where due_time <= ${now} and retry_time <= now() order by retry_time limit 1)`,
  deliveries: ({ now }) => sql`select from webhook_health where due_time <= ${now} or lease_time <= now()`,
  mails: () => sql`select from account_mail where next_attempt_time <= now() and expire_time > now()`,
  activities: () => sql`select from account_activity`,
  seals: () => sql`select from audit_unsealed`,
  totals: () => sql`select from usage_total_change`,
};

/** Which kinds of work wait, in one statement, as `mos_system`. */
export const findWaiting = async (db: Kysely<Tables>, of: WaitingFor): Promise<Waiting> => {
  const columns = kindsOfWork.map((kind) => sql`exists (${rowsOf[kind](of)}) as ${sql.ref(kind)}`);
  const { rows } = await sql<Waiting>`select ${sql.join(columns)}`.execute(db);
  return rows[0] as Waiting;
};
