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
export type RevenueSum = Omit<StoredFigures, 'partner_tax'> & {
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

/** Tax that the marketplace remits is part of no sum. */
const figures = storedFigures.filter((name) => name !== 'partner_tax');
const each = (format: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> => sql.join(figures.map(format));
const figuresOf = (alias: 't') => each((name) => sql.ref(`${alias}.${name}`));
const sumsOf = (alias: 'd' | 'revenue_record') =>
  each((name) => sql`sum(${sql.ref(`${alias}.${name}`)}) as ${sql.ref(name)}`);

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

const matches = ({ query, productId, entitlementId, buyerId }: SumFilter): RawBuilder<SqlBool> => {
  const is = (column: string, id: string | undefined) =>
    id === undefined ? always : sql`${sql.ref(column)} = ${id}::uuid`;
  return sql`${query ? compileQuery(query, revenueFields, decodeId) : always}
    and ${is('revenue_record.product_id', productId)} and ${is('revenue_record.entitlement_id', entitlementId)}
    and ${is('revenue_record.buyer_id', buyerId)}`;
};

/** The same of some records. The sum over the days of all records is the rollup. */
const rowsOfDays = (db: OrgDb, filter: SumFilter) => sql`
  select d.currency, d.channel, d.day, ${sumsOf('d')}, count(*) filter (where d.day = revenue_record.first_day) as records
  from revenue_day d join revenue_record on revenue_record.org_id = ${db.orgId} and revenue_record.id = d.revenue_id
  where d.org_id = ${db.orgId} and ${within('d', filter)} and ${matches(filter)}
  group by d.currency, d.channel, d.day`;

/** The same of all time: a record is the sum over its days. */
const rowsOfRecords = (db: OrgDb, filter: SumFilter) => sql`
  select revenue_record.currency, revenue_record.channel, revenue_record.first_day as day, ${sumsOf('revenue_record')},
    count(*) as records
  from revenue_record
  where revenue_record.org_id = ${db.orgId} and ${matches(filter)}
    and ${filter.channel === undefined ? always : sql`revenue_record.channel = ${filter.channel}`}
    and ${filter.currency === undefined ? always : sql`revenue_record.currency = ${filter.currency}`}
  group by 1, 2, 3`;

/** Rows of what is asked for, each of one channel, currency and day, from where they are found soonest. */
const rowsOf = (db: OrgDb, filter: SumFilter, by: readonly SumBy[]): RawBuilder<unknown> => {
  const { query, productId, entitlementId, buyerId, from, through } = filter;
  const isOfAll = !query && productId === undefined && entitlementId === undefined && buyerId === undefined;
  if (isOfAll) return rowsOfTotals(db, filter);
  const isByDay = by.includes('DAY') || by.includes('MONTH') || from !== undefined || through !== undefined;
  return isByDay ? rowsOfDays(db, filter) : rowsOfRecords(db, filter);
};

/** Exact sums, all of one snapshot, by currency, channel and day; at most `limit`. */
export const sumRevenue = async (
  db: OrgDb,
  filter: SumFilter,
  by: readonly SumBy[],
  limit: number,
): Promise<RevenueSum[]> => {
  const channel = by.includes('CHANNEL') ? sql`channel` : sql`null`;
  const month = by.includes('MONTH') ? sql`date_trunc('month', found.day)::date` : sql`null::date`;
  const days = [
    ...(by.includes('DAY') ? [sql`day`] : []),
    ...(by.includes('MONTH') ? [sql`month`] : []),
    sql`null::date`,
  ];
  const { rows } = await sql<RevenueSum>`
    select *, billed + tax - fee - cost + adjusted as collectable,
      billed + tax - fee - cost + adjusted - forgiven - collected as outstanding
    from (
      select currency, ${channel} as channel, coalesce(${sql.join(days)}) as day,
        ${each((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)}, sum(records)::bigint as count
      from (select found.*, ${month} as month from (${rowsOf(db, filter, by)}) as found) as dated
      group by grouping sets (${sql.join(by.map((one) => groupings[one]))})
    ) as summed
    order by day nulls first, channel nulls first, currency limit ${limit}
  `.execute(db.raw);
  return rows;
};
