import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';

type RecordRow = {
  org_id: string;
  creation_month: string;
  group_id: string;
  position: number;
  id: string;
  entitlement_id: string;
  term_id: string;
  metric_id: string;
  hour: Date;
  original_hour: Date | null;
  usage_time: Date;
  group_by: string;
  quantity: string;
  unique_value: string | null;
  counted: boolean;
  test: boolean;
  state: 'CREATED' | 'REPORTED' | 'INVALID' | 'DELETED';
  report_id: string | null;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    billable_record: RecordRow;
  }
}

/** Records of one batch, column by column, for `unnest`. Times are ISO texts. */
export type NewRecords = {
  groupIds: string[];
  positions: number[];
  ids: string[];
  entitlementIds: string[];
  termIds: string[];
  metricIds: string[];
  hours: string[];
  usageTimes: string[];
  groupBys: string[];
  quantities: string[];
  uniqueValues: (string | null)[];
  counted: boolean[];
  tests: boolean[];
};

export const insertBillableRecords = async (db: OrgDb, month: string, records: NewRecords): Promise<void> => {
  await sql`
    insert into billable_record (org_id, creation_month, group_id, position, id, entitlement_id, term_id, metric_id, hour, usage_time,
      group_by, quantity, unique_value, counted, test, state)
    values (${db.orgId}, ${month}, unnest(${records.groupIds}::text[]), unnest(${records.positions}::int[]),
      unnest(${records.ids}::uuid[]), unnest(${records.entitlementIds}::uuid[]), unnest(${records.termIds}::uuid[]),
      unnest(${records.metricIds}::uuid[]), unnest(${records.hours}::timestamptz[]), unnest(${records.usageTimes}::timestamptz[]),
      unnest(${records.groupBys}::text[]), unnest(${records.quantities}::numeric[]), unnest(${records.uniqueValues}::text[]),
      unnest(${records.counted}::boolean[]), unnest(${records.tests}::boolean[]), 'CREATED')
  `.execute(db.raw);
};

export type UsedGroup = { entitlementId: string; metricId: string; month: string; groupBy: string };

const placeOf = ({ entitlementId, metricId, month, groupBy }: UsedGroup): string =>
  `${entitlementId} ${metricId} ${month} ${groupBy}`;

/**
 * Remembers groups of usage, and returns the entitlements and metrics that have more than `most` of them in a month.
 * Only those with a new group are counted. Keys are inserted in order, so that two batches never deadlock.
 */
export const addGroups = async (
  db: OrgDb,
  groups: readonly UsedGroup[],
  most: number,
): Promise<{ entitlement_id: string; metric_id: string; month: string }[]> => {
  const distinct = new Map(groups.map((one) => [placeOf(one), one]));
  // In one order, so that two batches never deadlock.
  const sorted = [...distinct.keys()].sort().flatMap((place) => distinct.get(place) ?? []);
  const { rows: inserted } = await sql<{ entitlement_id: string; metric_id: string; month: string }>`
    insert into billable_group (org_id, entitlement_id, metric_id, month, group_by)
    values (${db.orgId}, unnest(${sorted.map((one) => one.entitlementId)}::uuid[]), unnest(${sorted.map((one) => one.metricId)}::uuid[]),
      unnest(${sorted.map((one) => one.month)}::date[]), unnest(${sorted.map((one) => one.groupBy)}::text[]))
    on conflict do nothing returning entitlement_id, metric_id, month::text as month
  `.execute(db.raw);
  if (inserted.length === 0) return [];
  const added = [
    ...new Map(inserted.map((one) => [`${one.entitlement_id} ${one.metric_id} ${one.month}`, one])).values(),
  ];
  const { rows } = await sql<{ entitlement_id: string; metric_id: string; month: string }>`
    select a.entitlement_id, a.metric_id, a.month::text as month
    from unnest(${added.map((one) => one.entitlement_id)}::uuid[], ${added.map((one) => one.metric_id)}::uuid[],
      ${added.map((one) => one.month)}::date[]) as a (entitlement_id, metric_id, month)
    where (
      select count(*) from (
        select from billable_group g
        where g.org_id = ${db.orgId} and g.entitlement_id = a.entitlement_id and g.metric_id = a.metric_id and g.month = a.month
        limit ${most + 1}
      ) as counted
    ) > ${most}
  `.execute(db.raw);
  return rows;
};

/** Deletes the records of a group that are in no report. Returns how many are in one, and stay. */
export const deleteOpenRecords = async (db: OrgDb, creationMonth: string, groupId: string): Promise<number> => {
  await sql`
    update billable_record set state = 'DELETED'
    where org_id = ${db.orgId} and creation_month = ${creationMonth}::date and group_id = ${groupId} and state in ('CREATED', 'INVALID')
  `.execute(db.raw);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from billable_record
    where org_id = ${db.orgId} and creation_month = ${creationMonth}::date and group_id = ${groupId} and report_id is not null
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};
