import { type Generated, type RawBuilder, sql } from 'kysely';
import { maxPageBytes, type PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { allowTime } from '../../../db/response-time.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import type { Allocation } from '../usage-allocation/usage-allocation.ts';
import { groupFields } from './fields.ts';
import { type UsageStatus, usageTransitions } from './states.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

type GroupRow = Omit<UsageRecordGroup, 'version'> & { org_id: string; version: Generated<number> };

export type ItemRow = {
  org_id: string;
  creation_month: string;
  group_id: string;
  dimension: string;
  entitlement_id: string;
  term_id: string;
  hour: Date;
  original_hour: Date | null;
  quantity: string;
  /** Carries of refused rows that the item brings along; quantity + carried_back is submitted. */
  carried_back: string;
  test: boolean;
  state: UsageStatus;
  cause: string | null;
  report_row_id: string | null;
  allocations: Allocation[] | null;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    usage_record_group: GroupRow;
    usage_record_item: Omit<ItemRow, 'carried_back'> & { carried_back: Generated<string> };
  }
}

const columns = [
  'usage_record_group.id',
  'usage_record_group.creation_month',
  'usage_record_group.entitlement_id',
  'usage_record_group.buyer_id',
  'usage_record_group.product_id',
  'usage_record_group.partner',
  'usage_record_group.status',
  'usage_record_group.source',
  'usage_record_group.records',
  'usage_record_group.meta_info',
  'usage_record_group.usage_allocations',
  'usage_record_group.usage_time',
  'usage_record_group.report_id',
  'usage_record_group.reported_time',
  'usage_record_group.creation_time',
  'usage_record_group.last_update_time',
  'usage_record_group.version',
] as const;

/** A group that was dropped by retention: its id stays taken. `creation_month` is `YYYY-MM-DD`. */
export type DroppedGroup = { id: string; creation_month: string };

type FoundGroups = { groups: Map<string, UsageRecordGroup>; dropped: DroppedGroup[] };

/** Finds the groups with these ids, whenever they were stored, and those that are no longer kept. */
export const findGroupsOrDropped = async (db: OrgDb, ids: readonly string[]): Promise<FoundGroups> => {
  if (ids.length === 0) return { groups: new Map(), dropped: [] };
  const { rows: known } = await sql<{ id: string; creation_month: string }>`
    select id, creation_month from usage_record_group_id
    where org_id = ${db.orgId} and id = any(${ids as string[]}::text[])
  `.execute(db.raw);
  if (known.length === 0) return { groups: new Map(), dropped: [] };
  const rows = (await db
    .selectFrom('usage_record_group')
    .select(columns)
    .where('creation_month', '=', sql<string>`any(${[...new Set(known.map((row) => row.creation_month))]}::date[])`)
    .where('id', '=', sql<string>`any(${known.map((row) => row.id)}::text[])`)
    .execute()) as UsageRecordGroup[];
  const groups = new Map(rows.map((group) => [group.id, group]));
  return { groups, dropped: groups.size === known.length ? [] : known.filter(({ id }) => !groups.has(id)) };
};

export const findGroups = async (db: OrgDb, ids: readonly string[]): Promise<Map<string, UsageRecordGroup>> =>
  (await findGroupsOrDropped(db, ids)).groups;

/**
 * Locks a group to change it. 404 if there is none; 503 while its month is being dropped, which first adds up what it
 * holds.
 */
export const lockGroup = async (db: OrgDb, id: string): Promise<UsageRecordGroup> => {
  const { rows } = await sql<{ creation_month: string; locked: boolean }>`
    select creation_month, pg_try_advisory_xact_lock_shared(mos_month_lock('usage', creation_month)) as locked
    from usage_record_group_id where org_id = ${db.orgId} and id = ${id}
  `.execute(db.raw);
  const known = requireFound(rows[0], 'usage record group');
  if (!known.locked) {
    const message = `Usage record groups of ${known.creation_month.slice(0, 7)} are being removed by retention.`;
    throw new Refusal('ServiceUnavailable', message, undefined, { 'retry-after': '60' });
  }
  const found = await db
    .selectFrom('usage_record_group')
    .select(columns)
    .where('creation_month', '=', known.creation_month)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return requireFound(found as UsageRecordGroup | undefined, 'usage record group');
};

/**
 * Plans the statements of this transaction for the tables as they are now: a cached plan from when they were small
 * would scan them.
 */
export const planAfresh = async (db: OrgDb): Promise<void> => {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db.raw);
};

/** For transactions that move all items of an hour, which may be hundreds of thousands. */
export const workInBulk = async (db: OrgDb): Promise<void> => {
  await planAfresh(db);
  await allowTime(db.raw, 120_000);
};

/** Groups by month and id, as two columns. */
export type GroupKeys = { months: string[]; ids: string[] };

/**
 * The document `{"originalHour": …}` of the hour (UTC) of a time, such as 2026-03-01T07:00:00Z. Of immutable functions only: `to_char()` is
 * stable, and a distributed database refuses it in an UPDATE.
 */
export const originalHour = (time: RawBuilder<unknown>): RawBuilder<unknown> => {
  const part = (name: string, digits: number) =>
    sql`lpad(extract(${sql.raw(name)} from ${time} at time zone 'UTC')::text, ${sql.lit(digits)}, '0')`;
  return sql`('{"originalHour":"' || ${part('year', 4)} || '-' || ${part('month', 2)} || '-' || ${part('day', 2)} || 'T'
    || ${part('hour', 2)} || ':00:00Z"}')::jsonb`;
};

/**
 * Derives the status of groups from their items: REPORTED when all are, REPORT_FAILED when one failed and none is
 * pending, CREATED while all are. Returns how many groups changed. Each group's items are looked up by their key: a join
 * of a month without statistics reads all items of the organization.
 */
export const refreshGroups = async (db: OrgDb, keys: GroupKeys, now: Date): Promise<number> => {
  if (keys.ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    with touched as (
      select distinct month, id from unnest(${keys.months}::date[], ${keys.ids}::text[]) as k (month, id)
    ), derived as (
      select t.month, t.id, d.moved, d.status, d.report_id
      from touched t
      cross join lateral (
        select bool_or(i.original_hour is not null) as moved,
          case when bool_and(i.state = 'DELETED') then 'DELETED'
            when bool_and(i.state = 'CREATED') then 'CREATED'
            when bool_or(i.state in ('CREATED', 'REPORT_PENDING')) then 'REPORT_PENDING'
            when bool_or(i.state = 'REPORT_FAILED') then 'REPORT_FAILED'
            when bool_or(i.state = 'INVALID') then 'INVALID'
            else 'REPORTED' end as status,
          (array_agg(r.report_id) filter (where r.report_id is not null))[1] as report_id
        from usage_record_item i
        left join usage_report_row r on r.org_id = ${db.orgId} and r.id = i.report_row_id
        where i.org_id = ${db.orgId} and i.creation_month = t.month and i.group_id = t.id
      ) d
    ), changed as (
      update usage_record_group g
      set status = d.status, report_id = d.report_id, version = g.version + 1, last_update_time = ${now}::timestamptz,
        reported_time = case when d.status = 'REPORTED' then ${now}::timestamptz end,
        meta_info = case when d.moved then g.meta_info || ${originalHour(sql.ref('g.usage_time'))} else g.meta_info end
      from derived d
      where g.org_id = ${db.orgId} and g.creation_month = d.month and g.id = d.id
        and (g.status <> d.status or g.report_id is distinct from d.report_id
          or (d.moved and not g.meta_info ? 'originalHour'))
      returning g.id
    )
    select count(*)::int as count from changed
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** Refreshes the groups that have an item in these report rows; `oldestMonth` prunes the partitions. */
export const refreshGroupsOfRows = async (
  db: OrgDb,
  rowIds: readonly string[],
  oldestMonth: string,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ months: string[]; ids: string[] }>`
    select coalesce(array_agg(creation_month::text), '{}') as months, coalesce(array_agg(group_id), '{}') as ids
    from (
      select distinct creation_month, group_id from usage_record_item
      where org_id = ${db.orgId} and report_row_id = any(${rowIds as string[]}::uuid[]) and creation_month >= ${oldestMonth}::date
    ) as touched
  `.execute(db.raw);
  return refreshGroups(db, rows[0] ?? { months: [], ids: [] }, now);
};

export const setItemStates = async (
  db: OrgDb,
  rowIds: readonly string[],
  oldestMonth: string,
  act: 'acknowledge' | 'refuse',
): Promise<void> => {
  if (rowIds.length === 0) return;
  await sql`
    update usage_record_item set state = ${usageTransitions[act].to}
    where org_id = ${db.orgId} and report_row_id = any(${rowIds as string[]}::uuid[]) and creation_month >= ${oldestMonth}::date
      and state = 'REPORT_PENDING'
  `.execute(db.raw);
};

export type GroupItem = Pick<
  ItemRow,
  | 'dimension'
  | 'term_id'
  | 'hour'
  | 'quantity'
  | 'carried_back'
  | 'state'
  | 'cause'
  | 'report_row_id'
  | 'entitlement_id'
  | 'test'
>;

export const findItems = async (db: OrgDb, month: string, groupId: string): Promise<GroupItem[]> =>
  (await db
    .selectFrom('usage_record_item')
    .select([
      'dimension',
      'term_id',
      'hour',
      'quantity',
      'carried_back',
      'state',
      'cause',
      'report_row_id',
      'entitlement_id',
      'test',
    ])
    .where('creation_month', '=', month)
    .where('group_id', '=', groupId)
    .orderBy('dimension')
    .execute()) as GroupItem[];

/** Puts the failed items of a group back to wait for their hour, each with the carry that it brings along. */
export const requeueItems = async (
  db: OrgDb,
  month: string,
  groupId: string,
  carriedBack: ReadonlyMap<string, string>,
): Promise<void> => {
  await sql`
    update usage_record_item i
    set state = 'CREATED', report_row_id = null, cause = null, carried_back = i.carried_back + u.carried_back
    from unnest(${[...carriedBack.keys()]}::text[], ${[...carriedBack.values()]}::numeric[]) as u (dimension, carried_back)
    where i.org_id = ${db.orgId} and i.creation_month = ${month}::date and i.group_id = ${groupId}
      and i.state = 'REPORT_FAILED' and i.dimension = u.dimension
  `.execute(db.raw);
};

/** Marks a group without items as deleted: usage for direct billing. */
export const markDeleted = async (db: OrgDb, month: string, groupId: string, now: Date): Promise<void> => {
  await sql`
    update usage_record_group set status = ${usageTransitions.delete.to}, last_update_time = ${now}::timestamptz, version = version + 1
    where org_id = ${db.orgId} and creation_month = ${month}::date and id = ${groupId}
  `.execute(db.raw);
};

/** Deletes the waiting and the invalid items of a group. */
export const deleteItems = async (db: OrgDb, month: string, groupId: string): Promise<void> => {
  await sql`
    update usage_record_item set state = ${usageTransitions.delete.to}, cause = null
    where org_id = ${db.orgId} and creation_month = ${month}::date and group_id = ${groupId} and state in ('CREATED', 'INVALID')
  `.execute(db.raw);
};

export type GroupFilter = {
  /** Of the creation time, as is `before`, which is exclusive. */
  from: Date;
  before: Date;
  partner?: string;
  entitlementId?: string;
  buyerId?: string;
  productId?: string;
  status?: string;
  source?: string;
  metaInfo?: Record<string, unknown>;
  /** The source and the timestamp of the metaInfo that is asked for. */
  shownSource?: string;
  usageTime?: Date;
};

const firstOfMonth = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`;

export const selectGroups = (
  db: OrgDb,
  page: PageRequest,
  filter: GroupFilter,
): Promise<SelectedPage<UsageRecordGroup>> => {
  let from = db
    .selectFrom('usage_record_group')
    .where('creation_month', '>=', firstOfMonth(filter.from))
    .where('creation_month', '<=', firstOfMonth(filter.before))
    .where('creation_time', '>=', filter.from)
    .where('creation_time', '<', filter.before);
  if (filter.partner) from = from.where('partner', '=', filter.partner);
  if (filter.entitlementId) from = from.where('entitlement_id', '=', filter.entitlementId);
  // Those that are deleted are found by another index.
  const ownedBy = (column: 'buyer_id' | 'product_id', id: string) => {
    const owner = sql.ref(`e.${column}`);
    return sql<string>`any(array(
      select e.id from entitlement e where e.org_id = ${db.orgId} and ${owner} = ${id} and e.status <> 'DELETED'
      union all
      select e.id from entitlement e where e.org_id = ${db.orgId} and ${owner} = ${id} and e.status = 'DELETED'))`;
  };
  if (filter.buyerId) from = from.where('entitlement_id', '=', ownedBy('buyer_id', filter.buyerId));
  if (filter.productId) from = from.where('entitlement_id', '=', ownedBy('product_id', filter.productId));
  if (filter.status) from = from.where('status', '=', filter.status as UsageStatus);
  if (filter.source) from = from.where('source', '=', filter.source);
  if (filter.shownSource !== undefined) from = from.where('source', '=', filter.shownSource);
  if (filter.usageTime) from = from.where('usage_time', '=', filter.usageTime);
  if (filter.metaInfo) from = from.where('meta_info', '@>', sql<never>`${JSON.stringify(filter.metaInfo)}::jsonb`);
  return selectPage(db, from.select(columns), page, groupFields, maxPageBytes / 2);
};
