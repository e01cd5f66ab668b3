import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { Day, PlacedDifference, UsageComparison, UsagePlace } from './usage-comparison.ts';

/** Comparisons of a partner from a day on. */
export const findComparisons = async (db: OrgDb, partner: string, from: Day): Promise<UsageComparison[]> => {
  const { rows } = await sql<UsageComparison>`
    select day, account_id, compared_time, lines, open_differences, final, version from usage_comparison
    where org_id = ${db.orgId} and partner = ${partner} and day >= ${from}::date
    order by day
  `.execute(db.raw);
  return rows;
};

export type ComparedEntitlement = { id: string; external_id: string | null };

/** Entitlements of a partner in order of id. */
export const findComparedEntitlements = async (
  db: OrgDb,
  { partner, after, limit }: { partner: string; after: string; limit: number },
): Promise<ComparedEntitlement[]> => {
  const { rows } = await sql<ComparedEntitlement>`
    select id, lower(external_id) as external_id from entitlement
    where org_id = ${db.orgId} and partner = ${partner} and id > ${after}::uuid
    order by id limit ${limit}
  `.execute(db.raw);
  return rows;
};

export type OurUsageRow = {
  entitlement_id: string;
  resource: string;
  plan_id: string;
  dimension: string;
  counted: Decimal;
  computed: Decimal | null;
  open: Decimal[] | null;
  unknown_ids: string[] | null;
};

export type OurUsageFilter = {
  partner: string;
  day: Day;
  /** The external ID of a product. */
  offer?: string;
  /** Entitlements after the first and up to the second. */
  after: string;
  through: string;
};

/**
 * What was submitted or computed for the times of a day, by resource, plan and dimension. Each of its hours is looked up
 * by the index; a row's own time can be up to an hour before or after its hour.
 */
export const selectOurUsage = async (
  db: OrgDb,
  { partner, day, offer, after, through }: OurUsageFilter,
): Promise<OurUsageRow[]> => {
  const { rows } = await sql<OurUsageRow>`
    select r.entitlement_id, lower(r.address ->> 'licenseArn') as resource, coalesce(r.address ->> 'planId', '') as plan_id, r.dimension,
      coalesce(sum(r.quantity) filter (where r.state = 'SUCCESS'), 0) as counted,
      sum(r.quantity) filter (where r.kind = 'SHADOW') as computed,
      array_agg(r.quantity::text) filter (where r.state in ('CREATED', 'REPORT_PENDING')) as open,
      array_agg(r.id::text order by r.id) filter (where r.state = 'REPORT_PENDING' and r.message = 'OUTCOME_UNKNOWN') as unknown_ids
    from generate_series(${day}::timestamp at time zone 'UTC' - interval '1 hour', ${day}::timestamp at time zone 'UTC' + interval '24 hours',
      interval '1 hour') as h (hour)
    cross join lateral (
      select x.* from usage_report_row x
      where x.org_id = ${db.orgId} and x.hour = h.hour and x.entitlement_id > ${after}::uuid and x.entitlement_id <= ${through}::uuid
      offset 0) as r
    where r.partner = ${partner} and r.kind in ('LIVE', 'SHADOW') and r.quantity > 0 and r.address ->> 'licenseArn' is not null
      and r.told_time >= ${day}::timestamp at time zone 'UTC' and r.told_time < ${day}::timestamp at time zone 'UTC' + interval '1 day'
      and ${offer === undefined ? sql`true` : sql`r.address -> 'product' ->> 'externalId' = ${offer}`}
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  `.execute(db.raw);
  return rows;
};

/** External IDs of the partner's products. */
export const findOffers = async (db: OrgDb, partner: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ offer: string }>`
    select distinct external_product_id as offer from entitlement
    where org_id = ${db.orgId} and partner = ${partner} and external_product_id is not null
    order by 1 limit ${limit}
  `.execute(db.raw);
  return rows.map(({ offer }) => offer);
};

/** Locks a day's comparison; undefined: it was not compared yet. */
export const lockComparison = async (db: OrgDb, partner: string, day: Day): Promise<UsageComparison | undefined> => {
  const { rows } = await sql<UsageComparison>`
    select day, account_id, compared_time, lines, open_differences, final, version from usage_comparison
    where org_id = ${db.orgId} and partner = ${partner} and day = ${day}::date
    for update
  `.execute(db.raw);
  return rows[0];
};

export const saveComparison = async (
  db: OrgDb,
  partner: string,
  { day, account_id, compared_time, lines, open_differences, final, version }: UsageComparison,
): Promise<void> => {
  await sql`
    insert into usage_comparison (org_id, partner, day, account_id, compared_time, lines, open_differences, final, version)
    values (${db.orgId}, ${partner}, ${day}::date, ${account_id}, ${compared_time}, ${lines}, ${open_differences}, ${final}, ${version})
    on conflict (org_id, partner, day) do update set account_id = excluded.account_id, compared_time = excluded.compared_time,
      lines = excluded.lines, open_differences = excluded.open_differences, final = excluded.final, version = excluded.version
  `.execute(db.raw);
};

const columnsOf = (places: readonly UsagePlace[]) => sql`
  ${places.map(({ resource }) => resource)}::text[], ${places.map(({ planId }) => planId)}::text[],
  ${places.map(({ dimension }) => dimension)}::text[]`;

/** Stores the differences found on a day. Returns those that were not open before. */
export const saveDifferences = async (
  db: OrgDb,
  { partner, day, now }: { partner: string; day: Day; now: Date },
  differences: readonly PlacedDifference[],
): Promise<PlacedDifference[]> => {
  const { rows } = await sql<{ place: number }>`
    select g.place::int as place
    from unnest(${columnsOf(differences)}) with ordinality as g (resource, plan_id, dimension, place)
    where not exists (
      select from usage_difference d
      where d.org_id = ${db.orgId} and d.partner = ${partner} and d.day = ${day}::date and d.resource = g.resource
        and d.plan_id = g.plan_id and d.dimension = g.dimension and d.resolved_time is null)
    order by g.place
  `.execute(db.raw);
  await sql`
    insert into usage_difference as d (org_id, partner, day, resource, plan_id, dimension, entitlement_id, cause, quantity, our_quantity,
      their_quantity, billed_quantity, partner_status, first_seen_time, last_seen_time)
    values (${db.orgId}, ${partner}, ${day}, unnest(${differences.map((one) => one.resource)}::text[]),
      unnest(${differences.map((one) => one.planId)}::text[]), unnest(${differences.map((one) => one.dimension)}::text[]),
      unnest(${differences.map((one) => one.entitlementId)}::uuid[]), unnest(${differences.map((one) => one.cause)}::text[]),
      unnest(${differences.map((one) => one.quantity)}::numeric[]), unnest(${differences.map((one) => one.ours)}::numeric[]),
      unnest(${differences.map((one) => one.theirs)}::numeric[]), unnest(${differences.map((one) => one.billed)}::numeric[]),
      unnest(${differences.map((one) => one.status)}::text[]), ${now}, ${now})
    on conflict (org_id, partner, day, resource, plan_id, dimension) do update set entitlement_id = excluded.entitlement_id,
      cause = excluded.cause, quantity = excluded.quantity, our_quantity = excluded.our_quantity,
      their_quantity = excluded.their_quantity, billed_quantity = excluded.billed_quantity,
      partner_status = excluded.partner_status, last_seen_time = excluded.last_seen_time, resolved_time = null,
      first_seen_time = case when d.resolved_time is null then d.first_seen_time else excluded.first_seen_time end
  `.execute(db.raw);
  return rows.flatMap(({ place }) => differences[place - 1] ?? []);
};

/** Ends the open differences of a day except those at these places. Returns how many are open after that. */
export const resolveDifferences = async (
  db: OrgDb,
  { partner, day, now }: { partner: string; day: Day; now: Date },
  kept: readonly UsagePlace[] | 'ALL',
): Promise<number> => {
  if (kept !== 'ALL')
    await sql`
      update usage_difference d set resolved_time = ${now}
      where d.org_id = ${db.orgId} and d.partner = ${partner} and d.day = ${day}::date and d.resolved_time is null
        and not exists (
          select from unnest(${columnsOf(kept)}) as g (resource, plan_id, dimension)
          where d.resource = g.resource and d.plan_id = g.plan_id and d.dimension = g.dimension)
    `.execute(db.raw);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from usage_difference d
    where d.org_id = ${db.orgId} and d.partner = ${partner} and d.day = ${day}::date and d.resolved_time is null
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** The reports of rows, in the order of their hours. */
export const findReportsOfRows = async (db: OrgDb, rowIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ report_id: string }>`
    select r.report_id from usage_report_row r where r.org_id = ${db.orgId} and r.id = any(${rowIds as string[]}::uuid[])
    order by r.hour, r.id
  `.execute(db.raw);
  return [...new Set(rows.map((row) => row.report_id))];
};
