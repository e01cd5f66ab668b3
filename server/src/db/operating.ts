import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * What operators monitor, over all organizations, as `mos_system`: ages and counts, nothing that distinguishes one
 * organization from another. Each statement is an index scan or counts a small table; the statement timeout bounds
 * them.
 */
type Statements = Kysely<Tables>;

/** By how many seconds a clock is ahead of the database's, to within half the time that the question takes; negative: behind. */
export const readClockAhead = async (db: Statements, wallNow: () => Date): Promise<number> => {
  const asked = wallNow().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const middle = (asked + wallNow().getTime()) / 2;
  return (middle - (rows[0]?.now.getTime() ?? middle)) / 1000;
};

/** `partner` is empty for work that involves no partner. Ages are in seconds. */
export type Waiting = { kind: string; partner: string; count: number; age: number };

/** Due work whose time has come, by kind and partner, up to 100,000 that have failed and as many others. Ages are business time since it became due. */
export const readOverdueWork = async (db: Statements, now: Date): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select d.kind, coalesce(c.partner, case when d.kind = 'usage.report' then d.entity_id end, '') as partner,
      count(*)::int as count, extract(epoch from ${now}::timestamptz - min(d.due_time))::float8 as age
    from (
      (select org_id, kind, entity_id, due_time from due where due_time <= ${now} and retry_time is null
        order by due_time limit 100000)
      union all
      (select org_id, kind, entity_id, due_time from due where due_time <= ${now} and retry_time is not null
        order by retry_time limit 100000)
    ) d
    left join connection c on c.org_id = d.org_id and d.kind = 'marketplace.reconcile' and c.id::text = d.entity_id
    group by 1, 2
  `.execute(db);
  return rows;
};

/**
 * Age of the oldest usage that its partner has not acknowledged, by partner, counted from the beginning of its hour:
 * usage of the current hour and rows still being sent. Covers only organizations that have ever reported usage to the
 * partner.
 */
export const readOldestUsage = async (db: Statements, now: Date): Promise<{ partner: string; age: number }[]> => {
  const { rows } = await sql<{ partner: string; age: number }>`
    with metered as (select org_id, entity_id as partner from due where kind = 'usage.report'),
    oldest as (
      select m.partner, (
        select min(i.hour) from usage_record_item i
        where i.org_id = e.org_id and i.entitlement_id = e.id and i.state = 'CREATED'
      ) as hour
      from metered m join entitlement e on e.org_id = m.org_id and e.partner = m.partner
      union all
      select m.partner, (
        select min(r.hour) from usage_report_row r
        where r.org_id = m.org_id and r.partner = m.partner and r.next_attempt_time is not null
      ) from metered m
    )
    select partner, greatest(0, extract(epoch from ${now}::timestamptz - min(hour)))::float8 as age
    from oldest where hour is not null group by partner
  `.execute(db);
  return rows;
};

/** Deliveries to webhooks whose time has come, counted up to 100,000. The age is business time since the oldest was due. */
export const readWaitingDeliveries = async (db: Statements, now: Date): Promise<{ count: number; age: number }> => {
  const { rows } = await sql<{ count: number; age: number }>`
    select count(*)::int as count, coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_time)), 0)::float8 as age
    from (select next_attempt_time from webhook_delivery where status = 'PENDING' and next_attempt_time <= ${now} limit 100000) as waiting
  `.execute(db);
  return rows[0] ?? { count: 0, age: 0 };
};

/** Runs that have not ended: those waiting for a process, and those that a process has claimed. */
export const readOpenRuns = async (db: Statements): Promise<{ state: 'waiting' | 'running'; count: number }[]> => {
  const { rows } = await sql<{ state: 'waiting' | 'running'; count: number }>`
    select 'running' as state, count(*)::int as count from dbos.workflow_status where status = 'PENDING'
    union all
    select 'waiting', (select count(*)::int from dbos.workflow_status where status = 'ENQUEUED')
      + (select count(*)::int from dbos.workflow_status where status = 'DELAYED')
  `.execute(db);
  return rows;
};

/** Connected accounts of all organizations, counted by state. */
export const readConnectionStates = async (
  db: Statements,
): Promise<{ partner: string; service: string; status: string; count: number }[]> => {
  const { rows } = await sql<{ partner: string; service: string; status: string; count: number }>`
    select partner, service, status, count(*)::int as count from connection group by partner, service, status
  `.execute(db);
  return rows;
};
