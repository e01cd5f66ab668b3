import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileQuery } from '../../../contract/query/compile.ts';
import type { QueryNode } from '../../../contract/query-language.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { decodeId } from '../../../kit/ids.ts';
import { revenueFields } from '../record/fields.ts';

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

const stored = (name: string) => (alias: string) => sql.ref(`${alias}.${name}`);
const together =
  (plus: readonly string[], minus: readonly string[]) =>
  (alias: string): RawBuilder<unknown> =>
    sql`${sql.join(
      plus.map((name) => sql.ref(`${alias}.${name}`)),
      sql` + `,
    )} - ${sql.join(
      minus.map((name) => sql.ref(`${alias}.${name}`)),
      sql` - `,
    )}`;

/** What can be summed. Tax that the marketplace remits is part of nothing. */
const amountOf = {
  billed: stored('billed'),
  refunded: stored('refunded'),
  tax: stored('tax'),
  fee: stored('fee'),
  collected: stored('collected'),
  disbursed: stored('disbursed'),
  refund_disbursed: stored('refund_disbursed'),
  collectable: together(['billed', 'tax', 'adjusted'], ['fee', 'cost']),
  outstanding: together(['billed', 'tax', 'adjusted'], ['fee', 'cost', 'forgiven', 'collected']),
};

export type AmountName = keyof typeof amountOf;

/** `channel` and `day` are null unless the sum is of one; of a month, `day` is its first. `count`: records that begin. */
export type RevenueSum<Name extends AmountName> = Record<Name, Decimal> & {
  currency: string;
  channel: string | null;
  day: string | null;
  count: number;
};

const groupings: Readonly<Record<SumBy, RawBuilder<unknown>>> = {
  CURRENCY: sql`(currency)`,
  CHANNEL: sql`(currency, channel)`,
  DAY: sql`(currency, day)`,
  MONTH: sql`(currency, month)`,
};

const always = sql<SqlBool>`true`;

const within = (alias: 't' | 'd', { channel, currency, from, through }: SumFilter): RawBuilder<SqlBool> =>
  sql<SqlBool>`${channel === undefined ? always : sql`${sql.ref(`${alias}.channel`)} = ${channel}`}
    and ${currency === undefined ? always : sql`${sql.ref(`${alias}.currency`)} = ${currency}`}
    and ${from === undefined ? always : sql`${sql.ref(`${alias}.day`)} >= ${from}::date`}
    and ${through === undefined ? always : sql`${sql.ref(`${alias}.day`)} <= ${through}::date`}`;

const sumsOf = (alias: string, names: readonly AmountName[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`sum(${amountOf[name](alias)}) as ${sql.ref(name)}`));

/** The rollup: a row for each channel, currency and day. */
const rowsOfTotals = (db: OrgDb, filter: SumFilter, names: readonly AmountName[]) => sql`
  select t.currency, t.channel, t.day, ${sql.join(names.map((name) => sql`${amountOf[name]('t')} as ${sql.ref(name)}`))}, t.records
  from revenue_total t where t.org_id = ${db.orgId} and ${within('t', filter)}`;

const matches = ({ query, productId, entitlementId, buyerId }: SumFilter): RawBuilder<SqlBool> => {
  const is = (column: string, id: string | undefined) =>
    id === undefined ? always : sql`${sql.ref(column)} = ${id}::uuid`;
  return sql`${query ? compileQuery(query, revenueFields, decodeId) : always}
    and ${is('revenue_record.product_id', productId)} and ${is('revenue_record.entitlement_id', entitlementId)}
    and ${is('revenue_record.buyer_id', buyerId)}`;
};

/** The same of some records. The sum over the days of all records is the rollup. */
const rowsOfDays = (db: OrgDb, filter: SumFilter, names: readonly AmountName[]) => sql`
  select d.currency, d.channel, d.day, ${sumsOf('d', names)}, count(*) filter (where d.day = revenue_record.first_day) as records
  from revenue_day d join revenue_record on revenue_record.org_id = ${db.orgId} and revenue_record.id = d.revenue_id
  where d.org_id = ${db.orgId} and ${within('d', filter)} and ${matches(filter)}
  group by d.currency, d.channel, d.day`;

/** The same of all time: a record is the sum over its days. */
const rowsOfRecords = (db: OrgDb, filter: SumFilter, names: readonly AmountName[]) => sql`
  select revenue_record.currency, revenue_record.channel, revenue_record.first_day as day, 
    ${sumsOf('revenue_record', names)},
    count(*) as records
  from revenue_record
  where revenue_record.org_id = ${db.orgId} and ${matches(filter)}
    and ${filter.channel === undefined ? always : sql`revenue_record.channel = ${filter.channel}`}
    and ${filter.currency === undefined ? always : sql`revenue_record.currency = ${filter.currency}`}
  group by 1, 2, 3`;

/** Where the rows of what is asked for are found soonest, each of one channel, currency and day. */
const sourceOf = (filter: SumFilter, by: readonly SumBy[]) => {
  const { query, productId, entitlementId, buyerId, from, through } = filter;
  const isOfAll = !query && productId === undefined && entitlementId === undefined && buyerId === undefined;
  if (isOfAll) return rowsOfTotals;
  const isByDay = by.includes('DAY') || by.includes('MONTH') || from !== undefined || through !== undefined;
  return isByDay ? rowsOfDays : rowsOfRecords;
};

/** Exact sums, all of one snapshot, by currency, channel and day; at most `limit`. */
export const sumRevenue = async <Name extends AmountName>(
  db: OrgDb,
  filter: SumFilter,
  { by, of, limit }: { by: readonly SumBy[]; of: readonly Name[]; limit: number },
): Promise<RevenueSum<Name>[]> => {
  const channel = by.includes('CHANNEL') ? sql`channel` : sql`null`;
  const month = by.includes('MONTH') ? sql`date_trunc('month', found.day)::date` : sql`null::date`;
  const days = [
    ...(by.includes('DAY') ? [sql`day`] : []),
    ...(by.includes('MONTH') ? [sql`month`] : []),
    sql`null::date`,
  ];
  const rows = sourceOf(filter, by)(db, filter, of);
  const found = await sql<RevenueSum<Name>>`
    select currency, ${channel} as channel, coalesce(${sql.join(days)}) as day,
      ${sql.join(of.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}, sum(records)::bigint as count
    from (select found.*, ${month} as month from (${rows}) as found) as dated
    group by grouping sets (${sql.join(by.map((one) => groupings[one]))})
    order by 3 nulls first, 2 nulls first, 1 limit ${limit}
  `.execute(db.raw);
  return found.rows;
};
