import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { originalHour } from '../usage-record-group/store.ts';
import type { BillableHour, BillableKind, TakenUsage, TakenValues } from './billable-usage.ts';

type HourRow = BillableHour & { org_id: string; is_current: boolean; version: Generated<number> };

declare module '../../../db/tables.ts' {
  interface Tables {
    billable_hour: HourRow;
  }
}

/**
 * The row of `due` is never removed, only set to its next time, so that reports of usage need only read it: an insert would wait for
 * whoever is setting it.
 */
export const ensureDue = async (db: OrgDb, kind: string, entityId: string, time: Date): Promise<void> => {
  const { rows } = await sql`
    select from due where org_id = ${db.orgId} and kind = ${kind} and entity_id = ${entityId}
  `.execute(db.raw);
  if (rows.length > 0) return;
  await sql`
    insert into due (org_id, kind, entity_id, due_time)
    values (${db.orgId}, ${kind}, ${entityId}, ${time})
    on conflict (org_id, kind, entity_id) do nothing
  `.execute(db.raw);
};

/** Entitlements of a partner with records of hours up to `through` that are not closed. */
export const findOpenEntitlements = async (
  db: OrgDb,
  partner: string,
  { through, limit }: { through: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from entitlement e
    where e.org_id = ${db.orgId} and e.partner = ${partner} and exists (
      select from billable_record r
      where r.org_id = ${db.orgId} and r.entitlement_id = e.id and r.state = 'CREATED' and r.hour <= ${through})
    order by e.id limit ${limit}
  `.execute(db.raw);
  return rows.map(({ id }) => id);
};

/**
 * Moves open records of hours that are billed to the first hour that is not. What was used before anything is billed stays
 * where it is, and is in no bill. The first hour of a term begins with the term, as in `sumHours`.
 */
export const moveBilled = async (db: OrgDb, entitlementId: string, through: Date): Promise<void> => {
  await sql`
    update billable_record r set original_hour = coalesce(r.original_hour, r.hour), hour = b.billed_until
    from billed_usage b
    join entitlement_term t on t.org_id = ${db.orgId} and t.entitlement_id = ${entitlementId}
    where b.org_id = ${db.orgId} and b.entitlement_id = ${entitlementId} and t.id = r.term_id
      and r.org_id = ${db.orgId} and r.entitlement_id = ${entitlementId} and r.state = 'CREATED'
      and r.hour <= ${through} and r.hour < b.billed_until
      and (b.billed_from is null or greatest(r.hour, t.start_time) >= b.billed_from)
  `.execute(db.raw);
};

export type OpenHour = { hour: Date; term_id: string; test: boolean };

/** Hours with open records, oldest first. */
export const findOpenHours = async (
  db: OrgDb,
  entitlementId: string,
  { through, limit }: { through: Date; limit: number },
): Promise<OpenHour[]> => {
  const { rows } = await sql<OpenHour>`
    select distinct hour, term_id, test from billable_record
    where org_id = ${db.orgId} and entitlement_id = ${entitlementId} and state = 'CREATED' and hour <= ${through}
    order by hour, term_id, test limit ${limit}
  `.execute(db.raw);
  return rows;
};

type ReportHour = OpenHour & { reportId: string };
type Taken = Omit<TakenUsage, 'kind'> & { test: boolean };

const kindOf = (test: boolean): BillableKind => (test ? 'TEST' : 'LIVE');

/** Takes the open records of hours into their reports and adds up those that count, by metric and group. */
export const takeRecords = async (
  db: OrgDb,
  entitlementId: string,
  hours: readonly ReportHour[],
): Promise<TakenUsage[]> => {
  const { rows } = await sql<Taken>`
    with taken as (
      update billable_record r set state = 'REPORTED', report_id = k.report_id
      from unnest(${hours.map((one) => one.hour)}::timestamptz[], ${hours.map((one) => one.term_id)}::uuid[],
        ${hours.map((one) => one.test)}::boolean[], ${hours.map((one) => one.reportId)}::uuid[]
      ) as k (hour, term_id, test, report_id)
      where r.org_id = ${db.orgId} and r.entitlement_id = ${entitlementId} and r.state = 'CREATED'
        and r.hour = k.hour and r.term_id = k.term_id and r.test = k.test
      returning r.report_id, r.term_id, r.hour, r.test, r.metric_id, r.group_by, r.quantity, r.usage_time, r.id, r.counted
    )
    select report_id, term_id, hour, test, metric_id, group_by, count(*)::int as records, sum(quantity) as sum, max(quantity) as max,
      (array_agg(quantity order by usage_time desc, id desc))[1] as last,
      (array_agg(usage_time order by usage_time desc, id desc))[1] as last_time,
      (array_agg(id order by usage_time desc, id desc))[1] as last_id
    from taken where counted
    group by report_id, term_id, hour, test, metric_id, group_by
    order by hour, metric_id, group_by
  `.execute(db.raw);
  return rows.map(({ test, ...row }) => ({ ...row, kind: kindOf(test) }));
};

/**
 * Remembers the values of UNIQUE_COUNT in these reports, each once for the hour in which it was used. Returns how many
 * of them were not known in that hour, and on that day (UTC). The caller holds the lock of the entitlement.
 */
export const takeValues = async (
  db: OrgDb,
  entitlementId: string,
  reportIds: readonly string[],
): Promise<TakenValues[]> => {
  const { rows } = await sql<TakenValues>`
    with used as (
      select distinct on (r.metric_id, r.group_by, r.test, r.unique_value, coalesce(r.original_hour, r.hour))
        r.report_id, r.metric_id, r.group_by, case when r.test then 'TEST' else 'LIVE' end as kind, r.unique_value as value,
        coalesce(r.original_hour, r.hour) as hour
      from billable_record r
      where r.org_id = ${db.orgId} and r.report_id = any(${reportIds as string[]}::uuid[]) and r.counted and r.unique_value is not null
      order by r.metric_id, r.group_by, r.test, r.unique_value, coalesce(r.original_hour, r.hour), r.id
    ), added as (
      select u.* from used u where not exists (
        select from billable_value v
        where v.org_id = ${db.orgId} and v.entitlement_id = ${entitlementId} and v.metric_id = u.metric_id and v.group_by = u.group_by
          and v.kind = u.kind and v.value = u.value and v.hour = u.hour)
    ), judged as (
      select u.report_id, u.metric_id, u.group_by, u.value, row_number() over (
          partition by u.metric_id, u.group_by, u.kind, u.value, date_trunc('day', u.hour at time zone 'UTC') order by u.hour
        ) = 1 and not exists (
          select from billable_value v
          where v.org_id = ${db.orgId} and v.entitlement_id = ${entitlementId} and v.metric_id = u.metric_id and v.group_by = u.group_by
            and v.kind = u.kind and v.value = u.value
            and date_trunc('day', v.hour at time zone 'UTC') = date_trunc('day', u.hour at time zone 'UTC')
        ) as is_new
      from added u
    )
    select report_id, metric_id, group_by, count(*)::int as count, (count(*) filter (where is_new))::int as new_count,
      coalesce((array_agg(value order by value) filter (where is_new))[1:20], '{}') as new_values
    from judged group by report_id, metric_id, group_by
  `.execute(db.raw);
  if (rows.length === 0) return [];
  await sql`
    insert into billable_value (org_id, entitlement_id, metric_id, group_by, kind, value, hour)
    select distinct r.org_id, ${entitlementId}::uuid, r.metric_id, r.group_by, case when r.test then 'TEST' else 'LIVE' end, r.unique_value,
      coalesce(r.original_hour, r.hour)
    from billable_record r
    where r.org_id = ${db.orgId} and r.report_id = any(${reportIds as string[]}::uuid[]) and r.counted and r.unique_value is not null
    on conflict do nothing
  `.execute(db.raw);
  return rows;
};

const columns = [
  'billable_hour.id',
  'billable_hour.report_id',
  'billable_hour.entitlement_id',
  'billable_hour.term_id',
  'billable_hour.metric_id',
  'billable_hour.group_by',
  'billable_hour.hour',
  'billable_hour.kind',
  'billable_hour.revision',
  'billable_hour.aggregation_type',
  'billable_hour.quantity',
  'billable_hour.billed',
  'billable_hour.records',
  'billable_hour.last_time',
  'billable_hour.last_id',
  'billable_hour.new_values',
] as const;

/** What these hours add up to by now. */
export const findCurrentHours = async (
  db: OrgDb,
  entitlementId: string,
  hours: readonly Date[],
): Promise<BillableHour[]> =>
  (await db
    .selectFrom('billable_hour')
    .select(columns)
    .where('billable_hour.entitlement_id', '=', entitlementId)
    .where('billable_hour.hour', '=', sql<Date>`any(${hours as Date[]}::timestamptz[])`)
    .where('billable_hour.is_current', '=', true)
    .execute()) as BillableHour[];

/** Far below the number of parameters that a statement may have. */
const rowsAtOnce = 1000;

/** Stores new revisions, which replace `replaced`. */
export const saveHours = async (
  db: OrgDb,
  hours: readonly BillableHour[],
  replaced: readonly BillableHour[],
): Promise<void> => {
  if (replaced.length > 0) {
    await sql`
      update billable_hour set is_current = false, version = version + 1
      where org_id = ${db.orgId} and id = any(${replaced.map(({ id }) => id)}::uuid[])
    `.execute(db.raw);
  }
  for (let start = 0; start < hours.length; start += rowsAtOnce) {
    const rows = hours.slice(start, start + rowsAtOnce).map((row) => ({ ...row, is_current: true }));
    await db.insertInto('billable_hour', rows).execute();
  }
};

/** The first groups of each report. */
export const findGroupsOfReports = async (
  db: OrgDb,
  reportIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ id: string; group_ids: string[] }>`
    select asked.id, coalesce(found.group_ids, '{}') as group_ids
    from unnest(${reportIds as string[]}::uuid[]) as asked (id)
    left join lateral (
      select array_agg(group_id) as group_ids from (
        select distinct group_id from billable_record r
        where r.org_id = ${db.orgId} and r.report_id = asked.id order by group_id limit ${limit}
      ) as listed
    ) as found on true
  `.execute(db.raw);
  return new Map(rows.map(({ id, group_ids }) => [id, group_ids]));
};

/** Groups are REPORTED once all their records are. */
export const markReported = async (db: OrgDb, reportIds: readonly string[], now: Date): Promise<void> => {
  await sql`
    update usage_record_group g
    set status = 'REPORTED', report_id = t.report_id, reported_time = ${now}::timestamptz, last_update_time = ${now}::timestamptz,
      version = g.version + 1,
      meta_info = case when t.original_hour is null then g.meta_info else g.meta_info || ${originalHour(sql.ref('t.original_hour'))} end
    from (
      select distinct on (creation_month, group_id) creation_month, group_id, report_id, original_hour from billable_record
      where org_id = ${db.orgId} and report_id = any(${reportIds as string[]}::uuid[])
      order by creation_month, group_id, position
    ) as t
    where g.org_id = ${db.orgId} and g.creation_month = t.creation_month and g.id = t.group_id
  `.execute(db.raw);
};

/** From when on the usage of an entitlement is not billed; null: none is. */
export const findBilledUntil = async (db: OrgDb, entitlementId: string): Promise<Date | null> => {
  const { rows } = await sql<{ billed_until: Date }>`
    select billed_until from billed_usage where org_id = ${db.orgId} and entitlement_id = ${entitlementId}
  `.execute(db.raw);
  return rows[0]?.billed_until ?? null;
};

/**
 * Marks the hours of a period as billed; never goes back. `billed_from` is the begin of the earliest period, whichever is
 * billed first.
 */
export const saveBilled = async (
  db: OrgDb,
  entitlementId: string,
  { from, until }: { from: Date; until: Date },
): Promise<void> => {
  await sql`
    insert into billed_usage as b (org_id, entitlement_id, billed_from, billed_until)
    values (${db.orgId}, ${entitlementId}, ${from}, ${until})
    on conflict (org_id, entitlement_id) do update
    set billed_until = greatest(b.billed_until, excluded.billed_until), version = b.version + 1,
      billed_from = case when b.billed_from > excluded.billed_from then excluded.billed_from else b.billed_from end
    where b.billed_until < excluded.billed_until or b.billed_from > excluded.billed_from
  `.execute(db.raw);
};

export type BilledTotal = {
  metric_id: string;
  aggregation_type: BillableHour['aggregation_type'];
  group_by: string;
  quantity: string;
};

/**
 * What the closed hours of an entitlement that begin in `[from, to)` add up to, by metric and group. The first hour of a
 * term begins with it. Values are added, except of MAX (the highest) and LAST (that of the most recent
 * usage, which need not be in the last hour: late usage may have moved there).
 */
export const sumHours = async (
  db: OrgDb,
  entitlementId: string,
  { from, to }: { from: Date; to: Date },
): Promise<BilledTotal[]> => {
  const { rows } = await sql<BilledTotal>`
    select h.metric_id, h.aggregation_type, h.group_by, case h.aggregation_type
        when 'MAX' then max(h.billed)
        when 'LAST' then (array_agg(h.billed order by h.last_time desc, h.last_id desc))[1]
        else sum(h.billed) end as quantity
    from billable_hour h
    join entitlement_term t on t.org_id = ${db.orgId} and t.id = h.term_id
    where h.org_id = ${db.orgId} and h.entitlement_id = ${entitlementId} and h.is_current and h.kind = 'LIVE'
      and h.hour > ${from}::timestamptz - interval '1 hour' and h.hour < ${to}
      and greatest(h.hour, t.start_time) >= ${from} and greatest(h.hour, t.start_time) < ${to}
    group by h.metric_id, h.aggregation_type, h.group_by
    order by h.metric_id, h.group_by
  `.execute(db.raw);
  return rows;
};
