import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileQuery } from '../../../contract/query/compile.ts';
import type { QueryNode } from '../../../contract/query-language.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { decodeId } from '../../../kit/ids.ts';
import { revenueFields } from '../record/fields.ts';
import { type StoredFigures, storedFigures } from '../record/record.ts';

export type SumFilter = {
  channel?: string | undefined;
  currency?: string | undefined;
  /** Both inclusive, `YYYY-MM-DD`; absent: of all time. */
  from?: string | undefined;
  through?: string | undefined;
  /** About records. */
  query?: QueryNode | null | undefined;
  productId?: string | undefined;
  entitlementId?: string | undefined;
  buyerId?: string | undefined;
};

/** What sums are of, each within one currency. */
export type SumBy = 'CURRENCY' | 'CHANNEL' | 'DAY' | 'MONTH';

/** `channel` and `day` are null unless the sum is of one; of a month, `day` is its first. `count`: records that begin. */
export type RevenueSum = StoredFigures & {
  currency: string;
  channel: string | null;
  day: string | null;
  collectable: Decimal;
  outstanding: Decimal;
  count: number;
};

const groupings: Readonly<Record<SumBy, RawBuilder<unknown>>> = {
  CURRENCY: sql`(currency)`,
  CHANNEL: sql`(currency, channel)`,
  DAY: sql`(currency, day)`,
  MONTH: sql`(currency, month)`,
};

const figuresOf = (alias: 't' | 'd') => sql.join(storedFigures.map((name) => sql.ref(`${alias}.${name}`)));

const always = sql<SqlBool>`true`;

const within = (alias: 't' | 'd', { channel, currency, from, through }: SumFilter): RawBuilder<SqlBool> =>
  sql<SqlBool>`${channel === undefined ? always : sql`${sql.ref(`${alias}.channel`)} = ${channel}`}
    and ${currency === undefined ? always : sql`${sql.ref(`${alias}.currency`)} = ${currency}`}
    and ${from === undefined ? always : sql`${sql.ref(`${alias}.day`)} >= ${from}::date`}
    and ${through === undefined ? always : sql`${sql.ref(`${alias}.day`)} <= ${through}::date`}`;

/** The rollup: a row for each channel, currency and day. */
const rowsOfTotals = (db: OrgDb, filter: SumFilter) => sql`
  select t.currency, t.channel, t.day, ${figuresOf('t')}, t.records
  from revenue_total t where t.org_id = ${db.orgId} and ${within('t', filter)}`;

/** The same of some records. The sum over the days of all records is the rollup. */
const rowsOfDays = (db: OrgDb, filter: SumFilter) => {
  const { query, productId, entitlementId, buyerId } = filter;
  const is = (column: string, id: string | undefined) =>
    id === undefined ? always : sql`${sql.ref(column)} = ${id}::uuid`;
  return sql`
    select d.currency, d.channel, d.day, ${figuresOf('d')},
      case when d.day = revenue_record.first_day then 1 else 0 end as records
    from revenue_day d join revenue_record on revenue_record.org_id = ${db.orgId} and revenue_record.id = d.revenue_id
    where d.org_id = ${db.orgId} and ${within('d', filter)}
      and ${query ? compileQuery(query, revenueFields, decodeId) : always}
      and ${is('revenue_record.product_id', productId)} and ${is('revenue_record.entitlement_id', entitlementId)}
      and ${is('revenue_record.buyer_id', buyerId)}`;
};

/** Exact sums, all of one snapshot, by currency, channel and day; at most `limit`. */
export const sumRevenue = async (
  db: OrgDb,
  filter: SumFilter,
  by: readonly SumBy[],
  limit: number,
): Promise<RevenueSum[]> => {
  const { query, productId, entitlementId, buyerId } = filter;
  const isOfSome = query || productId !== undefined || entitlementId !== undefined || buyerId !== undefined;
  const found = isOfSome ? rowsOfDays(db, filter) : rowsOfTotals(db, filter);
  const sums = sql.join(storedFigures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const channel = by.includes('CHANNEL') ? sql`channel` : sql`null`;
  const days = [
    ...(by.includes('DAY') ? [sql`day`] : []),
    ...(by.includes('MONTH') ? [sql`month`] : []),
    sql`null::date`,
  ];
  const { rows } = await sql<RevenueSum>`
    select currency, ${channel} as channel, coalesce(${sql.join(days)}) as day, ${sums},
      sum(billed + tax - fee - cost + adjusted) as collectable,
      sum(billed + tax - fee - cost + adjusted - forgiven - collected) as outstanding, sum(records)::bigint as count
    from (select found.*, date_trunc('month', found.day)::date as month from (${found}) as found) as dated
    group by grouping sets (${sql.join(by.map((each) => groupings[each]))})
    order by 3 nulls first, 2 nulls first, 1 limit ${limit}
  `.execute(db.raw);
  return rows;
};
