import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { usageDueKind } from '../../organization/connection/connection.ts';

/**
 * The row of `due` exists from the first usage on and is never removed, only set to its next time; so thousands of
 * usage reports a second need only read it: an insert would wait for whoever is setting it. `urgent` brings it forward.
 */
export const ensureReportDue = async (db: OrgDb, partner: string, time: Date, urgent: Date | null): Promise<void> => {
  const { rows } = await sql<{ due_time: Date }>`
    select due_time from due where org_id = ${db.orgId} and kind = ${usageDueKind} and entity_id = ${partner}
  `.execute(db.raw);
  if (rows.length === 0)
    await sql`
      insert into due (org_id, kind, entity_id, due_time) values (${db.orgId}, ${usageDueKind}, ${partner}, ${urgent ?? time})
      on conflict (org_id, kind, entity_id) do nothing
    `.execute(db.raw);
  if (urgent === null || (rows[0] && rows[0].due_time <= urgent)) return;
  await sql`
    update due set due_time = ${urgent}
    where org_id = ${db.orgId} and kind = ${usageDueKind} and entity_id = ${partner} and due_time > ${urgent}
  `.execute(db.raw);
};

/**
 * Rows that wait for their next attempt and may be sent, or whose window has closed. Usage of suspended entitlements
 * waits.
 */
const waitingRows = (db: OrgDb, partner: string, now: Date, live: boolean) => sql`
  from usage_report_row r
  where r.org_id = ${db.orgId} and r.partner = ${partner} and r.next_attempt_time is not null
    and (r.deadline <= ${now} or (${live} and not exists (
      select from entitlement e where e.org_id = ${db.orgId} and e.id = r.entitlement_id and e.status = 'SUSPENDED')))`;

export type UsageWork = { partner: string; now: Date; live: boolean };

/** Whether there is something to close or to send. */
export const hasUsageWork = async (db: OrgDb, { partner, now, live }: UsageWork): Promise<boolean> => {
  const { rows } = await sql<{ work: boolean }>`
    select exists (select ${waitingRows(db, partner, now, live)} and r.next_attempt_time <= ${now}) or exists (
      select from entitlement e where e.org_id = ${db.orgId} and e.partner = ${partner} and exists (
        select from usage_record_item i
        where i.org_id = ${db.orgId} and i.entitlement_id = e.id and i.state = 'CREATED' and i.hour <= ${now})
    ) as work
  `.execute(db.raw);
  return rows[0]?.work === true;
};

/** Whether usage that is not held waits to be closed for an hour that will soon no longer be accepted. */
export const hasOpenUsageUntil = async (db: OrgDb, partner: string, hour: Date): Promise<boolean> => {
  const { rows } = await sql<{ work: boolean }>`
    select exists (
      select from entitlement e where e.org_id = ${db.orgId} and e.partner = ${partner} and exists (
        select from usage_record_item i
        where i.org_id = ${db.orgId} and i.entitlement_id = e.id and i.state = 'CREATED' and i.cause is null and i.hour <= ${hour})
    ) as work
  `.execute(db.raw);
  return rows[0]?.work === true;
};

/** The earliest of these hours with usage that waits to be closed and is not held; null: none has any. */
export const findOpenHour = async (db: OrgDb, partner: string, hours: readonly Date[]): Promise<Date | null> => {
  const { rows } = await sql<{ hour: Date }>`
    select i.hour from usage_record_item i
    join entitlement e on e.org_id = ${db.orgId} and e.id = i.entitlement_id
    where i.org_id = ${db.orgId} and i.state = 'CREATED' and i.cause is null and e.partner = ${partner}
      and i.hour = any(${hours as Date[]}::timestamptz[])
    order by i.hour limit 1
  `.execute(db.raw);
  return rows[0]?.hour ?? null;
};

/** The earliest hour after `hour` with usage that is held; null: none is. */
export const findHeldHour = async (db: OrgDb, partner: string, hour: Date): Promise<Date | null> => {
  const { rows } = await sql<{ hour: Date }>`
    select i.hour from usage_record_item i
    join entitlement e on e.org_id = ${db.orgId} and e.id = i.entitlement_id
    where i.org_id = ${db.orgId} and i.state = 'CREATED' and i.cause is not null and e.partner = ${partner}
      and i.hour > ${hour}
    order by i.hour limit 1
  `.execute(db.raw);
  return rows[0]?.hour ?? null;
};

/** Locks the row of `due`: a change that brings it forward is committed first, with its usage, or waits. */
export const lockReportDue = async (db: OrgDb, partner: string): Promise<void> => {
  await sql`
    select from due where org_id = ${db.orgId} and kind = ${usageDueKind} and entity_id = ${partner} for update
  `.execute(db.raw);
};

/** The nearest deadline of a row that may be sent, and the earliest hour that waits to be closed; null: none. */
export const findNearest = async (
  db: OrgDb,
  { partner, now }: Omit<UsageWork, 'live'>,
): Promise<{ deadline: Date | null; hour: Date | null }> => {
  const { rows } = await sql<{ deadline: Date | null; hour: Date | null }>`
    select (
      select min(r.deadline) from usage_report_row r
      where r.org_id = ${db.orgId} and r.partner = ${partner} and r.next_attempt_time is not null and r.deadline > ${now}
    ) as deadline, (
      select i.hour from usage_record_item i
      join entitlement e on e.org_id = ${db.orgId} and e.id = i.entitlement_id
      where i.org_id = ${db.orgId} and i.state = 'CREATED' and i.cause is null and e.partner = ${partner}
      order by i.hour limit 1
    ) as hour
  `.execute(db.raw);
  return rows[0] ?? { deadline: null, hour: null };
};

/** When the next row is to be sent again; null: none waits. */
export const findNextAttempt = async (db: OrgDb, { partner, now, live }: UsageWork): Promise<Date | null> => {
  const { rows } = await sql<{ time: Date | null }>`
    select min(r.next_attempt_time) as time ${waitingRows(db, partner, now, live)}
  `.execute(db.raw);
  return rows[0]?.time ?? null;
};

/** The nearest deadline that is still ahead of a row that may be sent again; null: none waits. */
export const findNextDeadline = async (db: OrgDb, { partner, now, live }: UsageWork): Promise<Date | null> => {
  const { rows } = await sql<{ time: Date | null }>`
    select min(r.deadline) as time ${waitingRows(db, partner, now, live)} and r.deadline > ${now}
  `.execute(db.raw);
  return rows[0]?.time ?? null;
};

/** Rows with a timestamp up to `timestampMax` that are still to be sent, or to be sent again. */
export const countWaitingRows = async (db: OrgDb, partner: string, timestampMax: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from usage_report_row
    where org_id = ${db.orgId} and partner = ${partner} and next_attempt_time is not null and told_time <= ${timestampMax}
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/**
 * Drops and records the fractions left at the end of an entitlement, once its last hour is no longer accepted and
 * nothing waits. Returns what was dropped.
 */
export const dropFractions = async (
  db: OrgDb,
  partner: string,
  endedBefore: Date,
): Promise<{ entitlement_id: string; dimension: string; dropped: string }[]> => {
  const { rows } = await sql<{ entitlement_id: string; dimension: string; dropped: string }>`
    with ended as (
      select c.entitlement_id, c.dimension, c.kind, c.fraction + c.owed as fraction from usage_cursor c
      join entitlement e on e.org_id = ${db.orgId} and e.id = c.entitlement_id
      where c.org_id = ${db.orgId} and (c.fraction <> 0 or c.owed <> 0) and e.partner = ${partner} and e.status = 'CANCELLED'
        and coalesce(e.end_time, e.last_update_time) < ${endedBefore}
        and not exists (select from usage_record_item i where i.org_id = ${db.orgId} and i.entitlement_id = c.entitlement_id and i.state = 'CREATED')
      for update of c
    )
    update usage_cursor c set dropped = c.dropped + e.fraction, fraction = 0, owed = 0, allocations = '[]', version = c.version + 1
    from ended e
    where c.org_id = ${db.orgId} and c.entitlement_id = e.entitlement_id and c.dimension = e.dimension and c.kind = e.kind
    returning c.entitlement_id, c.dimension, e.fraction as dropped
  `.execute(db.raw);
  return rows;
};
