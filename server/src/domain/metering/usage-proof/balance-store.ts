import { type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { UsageBalance } from '../usage-record-report/balance/balance.ts';
import { balanceParts, balanceSums } from '../usage-record-report/balance/store.ts';
import { type BalanceKey, hourAtOrAfter, type ProofWindow } from './usage-proof.ts';

export type BalanceFilter = ProofWindow & {
  entitlementId?: string;
  partner?: string;
  dimension?: string;
  after: BalanceKey | null;
};

/** `held_causes`: why usage is held, and how much. */
export type BalanceRow = UsageBalance & { partner: string; held_causes: [cause: string, quantity: Decimal][] | null };

type Keys = RawBuilder<unknown>;

const dimensionIs = (filter: BalanceFilter) =>
  filter.dimension === undefined ? sql`true` : sql`dimension = ${filter.dimension}`;

/** Hours, entitlements and dimensions of an organization; an index has them in this order. */
const keysOfAll = (db: OrgDb, filter: BalanceFilter): Keys => {
  const { from, before, after, partner } = filter;
  const isNext = after
    ? sql`(hour, entitlement_id, dimension) > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)
        and hour >= ${after[0]}::timestamptz`
    : sql`true`;
  const where = sql`org_id = ${db.orgId} and hour >= ${from} and hour < ${before} and ${isNext} and ${dimensionIs(filter)}`;
  const ofPartner =
    partner === undefined
      ? sql`true`
      : sql`exists (
          select from entitlement e where e.org_id = ${db.orgId} and e.id = found.entitlement_id and e.partner = ${partner})`;
  return sql`
    select hour, entitlement_id, dimension from (
      select hour, entitlement_id, dimension from usage_record_item where ${where}
      union all
      select hour, entitlement_id, dimension from usage_report_row where ${where}
    ) as found
    where ${ofPartner}
    group by hour, entitlement_id, dimension`;
};

/** The same of one entitlement: the index is probed once for each hour. */
const keysOfOne = (db: OrgDb, filter: BalanceFilter, entitlementId: string): Keys => {
  const { after, partner } = filter;
  const first = hourAtOrAfter(after && after[0] > filter.from ? after[0] : filter.from);
  const isNext = after
    ? sql`(h.hour, entitlement_id, dimension) > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)`
    : sql`true`;
  const where = sql`org_id = ${db.orgId} and hour = h.hour and entitlement_id = ${entitlementId}::uuid and ${isNext}
    and ${dimensionIs(filter)}`;
  const ofPartner =
    partner === undefined
      ? sql`true`
      : sql`exists (
          select from entitlement e where e.org_id = ${db.orgId} and e.id = ${entitlementId}::uuid and e.partner = ${partner})`;
  return sql`
    select h.hour, ${entitlementId}::uuid as entitlement_id, found.dimension
    from generate_series(${first}::timestamptz, ${filter.before}::timestamptz, interval '1 hour') as h (hour)
    cross join lateral (
      select dimension from usage_record_item where ${where}
      union
      select dimension from usage_report_row where ${where}
    ) as found
    where h.hour < ${filter.before}::timestamptz and ${ofPartner}`;
};

/** A page of balances in order of hour, entitlement and dimension. Reads only the items and rows of the page. */
export const selectBalances = async (db: OrgDb, filter: BalanceFilter, limit: number): Promise<BalanceRow[]> => {
  const keys = filter.entitlementId === undefined ? keysOfAll(db, filter) : keysOfOne(db, filter, filter.entitlementId);
  const parts = balanceParts(
    db,
    sql`from keys k join usage_record_item i on i.org_id = ${db.orgId} and i.hour = k.hour
      and i.entitlement_id = k.entitlement_id and i.dimension = k.dimension`,
    sql`select x.* from keys k join usage_report_row x on x.org_id = ${db.orgId} and x.hour = k.hour
      and x.entitlement_id = k.entitlement_id and x.dimension = k.dimension`,
  );
  const { rows } = await sql<BalanceRow>`
    with keys as materialized (${keys} order by hour, entitlement_id, dimension limit ${limit}), sums as (
      select ${balanceSums} from (${parts}) as parts group by entitlement_id, dimension, hour
    )
    select s.*, e.partner, h.held_causes
    from sums s
    join entitlement e on e.org_id = ${db.orgId} and e.id = s."entitlementId"
    left join lateral (
      select jsonb_agg(jsonb_build_array(cause, quantity::text) order by cause) as held_causes from (
        select i.cause, sum(i.quantity + i.carried_back) as quantity from usage_record_item i
        where i.org_id = ${db.orgId} and i.entitlement_id = s."entitlementId" and i.hour = s.hour and i.dimension = s.dimension
          and i.state = 'CREATED' and i.cause is not null
        group by i.cause
      ) as causes
    ) as h on true
    order by s.hour, s."entitlementId", s.dimension
  `.execute(db.raw);
  return rows;
};
