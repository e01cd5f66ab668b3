import { type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../db/org-db.ts';

/** Work that waits for business time: `kind` selects the handler, `entity_id` is what the work is about. */
export type DueRow = { kind: string; entity_id: string; due_time: Date; attempts: number };

/** Schedules `kind` for the entity at that business time, replacing any earlier schedule. */
export const scheduleDue = async (db: OrgDb, kind: string, entityId: string, dueTime: Date): Promise<void> => {
  await sql`
    insert into due (org_id, kind, entity_id, due_time) values (${db.orgId}, ${kind}, ${entityId}, ${dueTime})
    on conflict (org_id, kind, entity_id) do update
      set due_time = excluded.due_time, attempts = 0, last_error = null, retry_time = null
  `.execute(db.raw);
};

/** Returns whether `kind` was scheduled for the entity. */
export const cancelDue = async (db: OrgDb, kind: string, entityId: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from due where org_id = ${db.orgId} and kind = ${kind} and entity_id = ${entityId}
  `.execute(db.raw);
  return (numAffectedRows ?? 0n) > 0n;
};

/** When `kind` is due for the entity; null if it is not scheduled. */
export const findDueTime = async (db: OrgDb, kind: string, entityId: string): Promise<Date | null> => {
  const { rows } = await sql<{ due_time: Date }>`
    select due_time from due where org_id = ${db.orgId} and kind = ${kind} and entity_id = ${entityId}
  `.execute(db.raw);
  return rows[0]?.due_time ?? null;
};

/** Up to so many failures, about a minute, a row of a kind that goes in order holds those behind it. */
const holdingFailures = 6;

/** So many rows whose pause is over are compared: however many have failed, the time to find the next row does not depend on it. */
const retriedAtOnce = 500;

/**
 * Finds the organization's earliest row that is due and not postponed after a failure; one of an `urgent` kind first. Rows of kinds that go
 * `inOrder` of their entities wait behind one that failed, but not for ever. Rows that have failed are in an index of their own.
 */
export const findNextDue = async (
  db: OrgDb,
  now: Date,
  { urgent = [], inOrder = [] }: { urgent?: readonly string[]; inOrder?: readonly string[] } = {},
): Promise<DueRow | undefined> => {
  const isHeld = sql`due.kind = any(${inOrder as string[]}::text[]) and exists (
    select from due e where e.org_id = ${db.orgId} and e.kind = due.kind and e.entity_id < due.entity_id
      and e.retry_time > now() and e.attempts <= ${holdingFailures})`;
  const first = sql`not (${isHeld}) order by due_time, kind, entity_id limit 1`;
  const isUrgent = sql`due.kind = any(${urgent as string[]}::text[])`;
  const { rows } = await sql<DueRow>`
    select kind, entity_id, due_time, attempts from (
      (select 1 as place, due.* from due
        where org_id = ${db.orgId} and ${isUrgent} and due_time <= ${now} and retry_time is null and ${first})
      union all
      (select 2 as place, due.* from due where org_id = ${db.orgId} and due_time <= ${now} and retry_time is null and ${first})
      union all
      (select case when ${isUrgent} then 1 else 2 end as place, due.* from (
          select * from due where org_id = ${db.orgId} and retry_time <= now() and due_time <= ${now}
          order by retry_time limit ${retriedAtOnce}
        ) as due
        where not (${isHeld}) order by 1, due_time, kind, entity_id limit 1)
    ) as next order by place, due_time, kind, entity_id limit 1
  `.execute(db.raw);
  return rows[0];
};

/**
 * A time that the database has written itself, such as `now()` in a trigger, has microseconds; one that was read has milliseconds. Compared as
 * they are, such a row would never be claimed, and all that its organization has due would wait behind it.
 */
const isUnchanged = ({ due_time: read }: DueRow): RawBuilder<boolean> =>
  sql<boolean>`(due_time >= ${read} and due_time < ${new Date(read.getTime() + 1)})`;

/**
 * Locks a row found earlier if it is unchanged and no other process is working on it. The advisory lock keeps one
 * organization's rows in order across processes; the row's own lock prevents it from being processed twice.
 */
export const claimDue = async (db: OrgDb, row: DueRow): Promise<boolean> => {
  const { rows } = await sql<{ turn: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`due\n${db.orgId}`}, 0)) as turn
  `.execute(db.raw);
  if (rows[0]?.turn !== true) return false;
  const claimed = await sql`
    select from due
    where org_id = ${db.orgId} and kind = ${row.kind} and entity_id = ${row.entity_id} and ${isUnchanged(row)}
      and (retry_time is null or retry_time <= now())
    for update skip locked
  `.execute(db.raw);
  return claimed.rows.length > 0;
};

/** Removes the row, unless its handler has rescheduled it. */
export const removeDue = async (db: OrgDb, row: DueRow): Promise<void> => {
  await sql`
    delete from due
    where org_id = ${db.orgId} and kind = ${row.kind} and entity_id = ${row.entity_id} and ${isUnchanged(row)}
  `.execute(db.raw);
};

/** Postpones a row after its handler failed. */
export const postponeDue = async (db: OrgDb, row: DueRow, pauseMs: number, error: string): Promise<void> => {
  await sql`
    update due set attempts = attempts + 1, last_error = ${error}, retry_time = now() + ${pauseMs} * interval '1 millisecond'
    where org_id = ${db.orgId} and kind = ${row.kind} and entity_id = ${row.entity_id} and ${isUnchanged(row)}
  `.execute(db.raw);
};
