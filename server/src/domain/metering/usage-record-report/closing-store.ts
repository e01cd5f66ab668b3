import { sql } from 'kysely';
import { jsonbArray } from '../../../db/array-bytes.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { type Carry, carryKey } from '../metered-entitlement/metered-entitlement.ts';
import type { Allocation } from '../usage-allocation/usage-allocation.ts';
import type { UsageStatus } from '../usage-record-group/states.ts';
import type { ReportKind } from './usage-record-report.ts';

/** Entitlements with waiting usage, ordered by id. */
export const findOpenEntitlements = async (
  db: OrgDb,
  partner: string,
  { after, now, limit }: { after: string; now: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from entitlement e
    where e.org_id = ${db.orgId} and e.partner = ${partner} and e.id > ${after}::uuid and exists (
      select from usage_record_item i
      where i.org_id = ${db.orgId} and i.entitlement_id = e.id and i.state = 'CREATED' and i.hour <= ${now})
    order by e.id limit ${limit}
  `.execute(db.raw);
  return rows.map((row) => row.id);
};

export type OpenHourRow = { entitlement_id: string; dimension: string; term_id: string; hour: Date; test: boolean };

export const findOpenHours = async (
  db: OrgDb,
  entitlementIds: readonly string[],
  now: Date,
): Promise<OpenHourRow[]> => {
  const { rows } = await sql<OpenHourRow>`
    select entitlement_id, dimension, term_id, hour, test from usage_record_item
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[]) and state = 'CREATED' and hour <= ${now}
    group by entitlement_id, dimension, term_id, hour, test
    order by entitlement_id, hour, dimension, term_id, test
  `.execute(db.raw);
  return rows;
};

export type SubmittedHour = { kind: ReportKind; scope: string; dimension: string; hour: Date };

/** Hours from `since` on with a report row that has a quantity and was not refused. */
export const findSubmittedHours = async (
  db: OrgDb,
  { scopes, entitlementIds, since }: { scopes: readonly string[]; entitlementIds: readonly string[]; since: Date },
): Promise<SubmittedHour[]> => {
  const { rows } = await sql<SubmittedHour>`
    select kind, scope, dimension, hour from usage_report_row
    where org_id = ${db.orgId} and scope = any(${scopes as string[]}::text[]) and hour >= ${since} and kind = 'LIVE'
      and state <> 'FAILED' and quantity > 0
    union all
    select kind, scope, dimension, hour from usage_report_row
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[]) and hour >= ${since}
      and kind <> 'LIVE' and quantity > 0
  `.execute(db.raw);
  return rows;
};

/** Those of some ids that rows have. */
export const findRowIds = async (db: OrgDb, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from usage_report_row where org_id = ${db.orgId} and id = any(${ids as string[]}::uuid[])
  `.execute(db.raw);
  return rows.map(({ id }) => id);
};

export const findCarries = async (db: OrgDb, entitlementIds: readonly string[]): Promise<Carry[]> => {
  const { rows } = await sql<Carry>`
    select entitlement_id as "entitlementId", dimension, kind, fraction + owed as fraction, allocations from usage_cursor
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[])
    for update
  `.execute(db.raw);
  return rows;
};

/** The greatest whole number that is not greater. */
const floorOf = (value: Decimal): string => {
  const whole = new Big(value).round(0, Big.roundDown);
  return (whole.gt(value) ? whole.minus(1) : whole).toFixed();
};

/**
 * A carry is a fraction of one unit (CHECK). Whole units beyond that, left by an earlier release, are kept apart
 * (`owed`) until enough usage has come to submit them. The two are split before the insert, because a CHECK tests the
 * proposed row even if it then becomes an update.
 */
export const saveCarries = async (db: OrgDb, carries: readonly Carry[]): Promise<void> => {
  if (carries.length === 0) return;
  const { rows: owing } = await sql<Pick<Carry, 'entitlementId' | 'dimension' | 'kind'>>`
    select entitlement_id as "entitlementId", dimension, kind from usage_cursor
    where org_id = ${db.orgId} and entitlement_id = any(${[...new Set(carries.map((c) => c.entitlementId))]}::uuid[]) and owed <> 0
  `.execute(db.raw);
  const owes = new Set(owing.map(carryKey));
  const owed = carries.map((c) => (owes.has(carryKey(c)) ? floorOf(c.fraction) : '0'));
  const fractions = carries.map((c, at) => new Big(c.fraction).minus(owed[at] ?? 0).toFixed());
  await sql`
    insert into usage_cursor as c (org_id, entitlement_id, dimension, kind, fraction, owed, allocations)
    values (${db.orgId}, unnest(${carries.map((c) => c.entitlementId)}::uuid[]), unnest(${carries.map((c) => c.dimension)}::text[]),
      unnest(${carries.map((c) => c.kind)}::text[]), unnest(${fractions}::numeric[]), unnest(${owed}::numeric[]),
      unnest(${jsonbArray(carries.map((c) => JSON.stringify(c.allocations)))}::jsonb[]))
    on conflict (org_id, entitlement_id, dimension, kind) do update
    set fraction = excluded.fraction, owed = excluded.owed, allocations = excluded.allocations, version = c.version + 1
  `.execute(db.raw);
};

/** What happens to all items of one open hour. */
export type ItemMove = OpenHourRow & {
  state: UsageStatus;
  toHour: Date;
  rowId: string | null;
  cause: string | null;
};

export type MovedItems = {
  entitlement_id: string;
  row_id: string | null;
  state: ItemMove['state'];
  /** The quantity of the items to submit, without the carries that they bring along. */
  quantity: string;
  /** Carries of refused rows that retried items bring along: usage of earlier hours. */
  brought: string;
  /** What refused rows carried out of retried items, as units to submit; `quantity` is already without it. */
  owed: string;
  count: number;
  oldest_month: string;
  months: string[];
  group_ids: string[];
  /** Tagged parts of the quantity by tag set; null: none. */
  allocations: Allocation[] | null;
  /** Parts of the quantity that were used in an earlier hour than they are submitted for, by that hour; null: none. */
  late: [hour: string, quantity: string][] | null;
};

/** More tag sets than one record can name; the smallest beyond that are untagged. */
const summedTagSets = 5000;

/**
 * Moves items and sums exactly those it moved: items that arrive in the meantime wait for the next closing. Returns all
 * group ids of invalid items, and the first 100 of others.
 */
export const moveItems = async (db: OrgDb, moves: readonly ItemMove[]): Promise<MovedItems[]> => {
  if (moves.length === 0) return [];
  const { rows } = await sql<MovedItems>`
    with decided as (
      select * from unnest(${moves.map((m) => m.entitlement_id)}::uuid[], ${moves.map((m) => m.dimension)}::text[],
        ${moves.map((m) => m.term_id)}::uuid[], ${moves.map((m) => m.hour)}::timestamptz[], ${moves.map((m) => m.test)}::boolean[],
        ${moves.map((m) => m.state)}::text[], ${moves.map((m) => m.toHour)}::timestamptz[], ${moves.map((m) => m.rowId)}::uuid[],
        ${moves.map((m) => m.cause)}::text[]) as d (entitlement_id, dimension, term_id, hour, test, state, to_hour, row_id, cause)
    ), moved as (
      update usage_record_item i
      set state = d.state, hour = d.to_hour, cause = d.cause, report_row_id = d.row_id,
        original_hour = case when d.to_hour = i.hour then i.original_hour else coalesce(i.original_hour, i.hour) end
      from decided d
      where i.org_id = ${db.orgId} and i.entitlement_id = d.entitlement_id and i.state = 'CREATED' and i.hour = d.hour
        and i.dimension = d.dimension and i.term_id = d.term_id and i.test = d.test
        and (d.state <> 'CREATED' or d.to_hour <> i.hour or d.cause is distinct from i.cause)
      returning i.entitlement_id, d.row_id, d.state, i.quantity + least(i.carried_back, 0) as quantity,
        greatest(i.carried_back, 0) as brought, greatest(-i.carried_back, 0) as owed, i.creation_month, i.group_id, i.allocations, i.original_hour
    ), tagged as (
      select m.row_id, part.value -> 0 as tags, sum((part.value ->> 1)::numeric) as quantity
      from moved m cross join lateral jsonb_array_elements(m.allocations) as part (value)
      where m.allocations is not null and m.row_id is not null
      group by m.row_id, part.value -> 0
    ), ranked as (
      select row_id, tags, quantity, row_number() over (partition by row_id order by quantity desc, tags) as place from tagged
    ), allocated as (
      select row_id, jsonb_agg(jsonb_build_array(tags, quantity::text)) as allocations
      from ranked where place <= ${summedTagSets} group by row_id
    ), by_hour as (
      select row_id, original_hour, sum(quantity) as quantity from moved
      where original_hour is not null and row_id is not null
      group by row_id, original_hour
    ), late as (
      select row_id, jsonb_agg(jsonb_build_array(original_hour, quantity::text)) as late from by_hour group by row_id
    ), summed as (
      select entitlement_id, row_id, state, sum(quantity) as quantity, sum(brought) as brought, sum(owed) as owed, count(*)::int as count,
        min(creation_month)::text as oldest_month,
        coalesce(array_agg(creation_month::text) filter (where state = 'INVALID'), '{}') as months,
        case when state = 'INVALID' then array_agg(group_id) else (array_agg(group_id))[1:100] end as group_ids
      from moved group by entitlement_id, row_id, state
    )
    select s.*, a.allocations, l.late from summed s
    left join allocated a on a.row_id = s.row_id left join late l on l.row_id = s.row_id
  `.execute(db.raw);
  return rows;
};

/** Takes items back out of rows that were not written. */
export const holdItemsOfRows = async (db: OrgDb, rowIds: readonly string[], cause: string): Promise<void> => {
  if (rowIds.length === 0) return;
  await sql`
    update usage_record_item set state = 'CREATED', report_row_id = null, cause = ${cause}
    where org_id = ${db.orgId} and report_row_id = any(${rowIds as string[]}::uuid[])
  `.execute(db.raw);
};
