import { type Kysely, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Tables } from '../../../db/tables.ts';
import { type Column, namesOf, unnestedValues } from '../../../db/unnested.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { nilId } from '../../../kit/ids.ts';

/** `GROUP`: what was accepted; `REPORT`: what is submitted. `docs/decisions/0097-totals-of-usage.md` defines both. */
export type Counted = 'GROUP' | 'REPORT';

export type TotalFilter = {
  counts: Counted;
  partner: string;
  granularity: 'day' | 'month';
  /** Both inclusive, `YYYY-MM-DD`. */
  from: string;
  through: string;
  productId?: string;
  entitlementId?: string;
  buyerId?: string;
};

export type TotalRow = { date: string; dimension: string; quantity: Decimal };

/**
 * The stored totals of one owner plus the changes that were not folded into them yet, in one statement and therefore in
 * one snapshot. Returns at most `limit` rows.
 */
export const selectTotals = async (db: OrgDb, filter: TotalFilter, limit: number): Promise<TotalRow[]> => {
  const { counts, partner, from, through, productId, entitlementId, buyerId } = filter;
  const only = (column: string, id: string | undefined) =>
    id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}::uuid`;
  // The rows of an entitlement name its product and buyer; elsewhere the nil UUID stands for "any".
  const owner = entitlementId
    ? sql`t.entitlement_id = ${entitlementId}::uuid and t.entitlement_id <> ${sql.lit(nilId)}
        and ${only('t.product_id', productId)} and ${only('t.buyer_id', buyerId)}`
    : sql`t.entitlement_id = ${sql.lit(nilId)} and t.product_id = ${productId ?? nilId}::uuid
        and t.buyer_id = ${buyerId ?? nilId}::uuid`;
  const date = filter.granularity === 'day' ? sql`day` : sql`date_trunc('month', day)::date`;
  const { rows } = await sql<TotalRow>`
    select ${date} as date, dimension, sum(quantity) as quantity from (
      select t.day, t.dimension, t.quantity from usage_total t
      where t.org_id = ${db.orgId} and t.counts = ${counts} and t.partner = ${partner} and ${owner}
        and t.day between ${from}::date and ${through}::date
      union all
      select c.day, c.dimension, c.quantity from usage_total_change c
      where c.org_id = ${db.orgId} and c.counts = ${counts} and c.partner = ${partner}
        and ${only('c.entitlement_id', entitlementId)} and ${only('c.product_id', productId)}
        and ${only('c.buyer_id', buyerId)} and c.day between ${from}::date and ${through}::date
    ) as found
    group by 1, 2 having sum(quantity) <> 0 order by 1, 2 limit ${limit}
  `.execute(db.raw);
  return rows;
};

/** Organizations with changes to fold, in order of id, after the given one. Goes from each to the next by the index: there may be many changes. */
export const findOrganizationsToFold = async (
  statements: Kysely<Tables>,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const found: string[] = [];
  while (found.length < limit) {
    const { rows } = await sql<{ org_id: string }>`
      select org_id from usage_total_change where org_id > ${found.at(-1) ?? after ?? nilId}::uuid order by org_id limit 1
    `.execute(statements);
    if (!rows[0]) break;
    found.push(rows[0].org_id);
  }
  return found;
};

/** One process folds an organization at a time. Returns whether it is this one. */
export const lockFolding = async (db: OrgDb): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`usage totals\n${db.orgId}`}, 0)) as locked
  `.execute(db.raw);
  return rows[0]?.locked === true;
};

type FoldedTotal = {
  counts: Counted;
  partner: string;
  entitlement_id: string;
  product_id: string;
  buyer_id: string;
  day: string;
  dimension: string;
  quantity: Decimal;
};

const totalColumns: readonly Column<FoldedTotal>[] = [
  ['counts', 'text', ({ counts }) => counts],
  ['partner', 'text', ({ partner }) => partner],
  ['entitlement_id', 'uuid', ({ entitlement_id: id }) => id],
  ['product_id', 'uuid', ({ product_id: id }) => id],
  ['buyer_id', 'uuid', ({ buyer_id: id }) => id],
  ['day', 'date', ({ day }) => new Date(`${day}T00:00:00Z`)],
  ['dimension', 'text', ({ dimension }) => dimension],
  ['quantity', 'numeric', ({ quantity }) => quantity],
];

/**
 * Adds the oldest changes to the totals of every owner that may be asked for, and removes them. Usage accepted at the same time does not
 * wait: it only appends changes. Returns how many changes were folded.
 */
export const foldChanges = async (db: OrgDb, limit: number): Promise<number> => {
  const { rows } = await sql<FoldedTotal & { taken: number }>`
    with taken as (
      delete from usage_total_change where org_id = ${db.orgId} and id = any(array(
        select id from usage_total_change where org_id = ${db.orgId} order by id limit ${limit}))
      returning counts, partner, entitlement_id, coalesce(product_id, ${sql.lit(nilId)}::uuid) as product_id,
        coalesce(buyer_id, ${sql.lit(nilId)}::uuid) as buyer_id, day, dimension, quantity
    ), summed as (
      select counts, partner, entitlement_id, product_id, buyer_id, day, dimension, sum(quantity) as quantity
      from taken group by 1, 2, 3, 4, 5, 6, 7
    )
      select s.counts, s.partner, o.entitlement_id, o.product_id, o.buyer_id, s.day, s.dimension, sum(s.quantity) as quantity,
        (select count(*)::int from taken) as taken
      from summed s cross join lateral (
        select s.entitlement_id, s.product_id, s.buyer_id
        union select ${sql.lit(nilId)}::uuid, ${sql.lit(nilId)}::uuid, ${sql.lit(nilId)}::uuid
        union select ${sql.lit(nilId)}::uuid, s.product_id, ${sql.lit(nilId)}::uuid
        union select ${sql.lit(nilId)}::uuid, ${sql.lit(nilId)}::uuid, s.buyer_id
        union select ${sql.lit(nilId)}::uuid, s.product_id, s.buyer_id
      ) as o
      group by 1, 2, 3, 4, 5, 6, 7
  `.execute(db.raw);
  const [first] = rows;
  if (!first) return 0;
  await sql`
    insert into usage_total as t (org_id, ${namesOf(totalColumns)}) values (${db.orgId}, ${unnestedValues(totalColumns, rows)})
    on conflict (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension)
    do update set quantity = t.quantity + excluded.quantity
  `.execute(db.raw);
  return first.taken;
};
