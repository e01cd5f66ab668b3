import { type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { UsageBalance } from './balance.ts';

/**
 * The parts of balances, from the tables alone: items show what was accepted and what waits, report rows what was
 * submitted. A retried item takes the carry of its refused row along, possibly to a later hour: `carried_back` is
 * carried out of the row's hour and into the item's current hour. `items` selects from the table as `i`, `reported` from the
 * rows as `r`.
 */
export const balanceParts = (db: OrgDb, items: RawBuilder<unknown>, reported: RawBuilder<unknown>) => sql`
  select i.entitlement_id, i.dimension, i.hour, i.quantity as accepted, 0::numeric as adjusted, 0::numeric as acknowledged, 0::numeric as unknown,
    0::numeric as refused, 0::numeric as included, 0::numeric as credited, 0::numeric as committed, 0::numeric as carried_out,
    i.carried_back as carried_in,
    case when i.state = 'CREATED' and i.cause is null then i.quantity + i.carried_back else 0 end as pending,
    case when i.state = 'CREATED' and i.cause is not null then i.quantity + i.carried_back else 0 end as held,
    0::numeric as failed,
    case when i.state = 'INVALID' then i.quantity + i.carried_back else 0 end as invalid,
    case when i.state = 'DELETED' then i.quantity + i.carried_back else 0 end as deleted,
    0::numeric as computed_only
  ${items}
  union all
  select r.entitlement_id, r.dimension, r.hour, 0, r.adjusted,
    case when r.state = 'SUCCESS' then r.standing else 0 end,
    case when r.state = 'REPORT_PENDING' and log.sent then r.standing else 0 end,
    case when r.state = 'FAILED' and log.answered then r.standing else 0 end,
    r.included, r.credited, r.committed, r.carried_out + r.carried_back, r.carried_in,
    case when r.state = 'CREATED' or (r.state = 'REPORT_PENDING' and not log.sent) then r.standing else 0 end,
    0,
    case when r.state = 'FAILED' and not log.answered then r.standing else 0 end,
    0, 0,
    case when r.state = 'UNTOLD' then r.standing else 0 end
  from (${reported}) as r
  left join lateral (
    select coalesce(bool_or(s.outcome is null or s.outcome = 'UNKNOWN'), false) as sent,
      coalesce(bool_or(s.outcome in ('REFUSED', 'DUPLICATE')), false) as answered
    from usage_report_send s where s.org_id = ${db.orgId} and s.row_id = r.id
  ) as log on true`;

/** What of an item counts in a balance, from `x`: the items, or what the dropped items of an hour added up to. */
export const itemColumns = sql`x.entitlement_id, x.dimension, x.hour, x.quantity, x.carried_back, x.state`;

/** Adds parts up, in a group of entitlement, dimension and hour. */
export const balanceSums = sql`
  entitlement_id as "entitlementId", dimension, hour, sum(accepted) as accepted, sum(adjusted) as adjusted, sum(acknowledged) as acknowledged,
  sum(unknown) as unknown, sum(refused) as refused, sum(included) as included, sum(credited) as credited, sum(committed) as committed,
  sum(carried_out) as "carriedOut", sum(carried_in) as "carriedIn", sum(pending) as pending, sum(held) as held, sum(failed) as failed,
  sum(invalid) as invalid, sum(deleted) as deleted, sum(computed_only) as "computedOnly"`;

/** Where the usage of entitlements is. `imbalanceOf` every line is 0. */
export const balanceOf = async (db: OrgDb, entitlementId?: string): Promise<UsageBalance[]> => {
  const only = entitlementId === undefined ? sql`true` : sql`entitlement_id = ${entitlementId}`;
  const parts = balanceParts(
    db,
    sql`from (
      select ${itemColumns}, x.cause from usage_record_item x where x.org_id = ${db.orgId} and ${only}
      union all
      select ${itemColumns}, null from usage_dropped_item x where x.org_id = ${db.orgId} and ${only}) as i`,
    sql`select * from usage_report_row where org_id = ${db.orgId} and ${only}`,
  );
  const { rows } = await sql<UsageBalance>`
    select ${balanceSums} from (${parts}) as parts
    group by entitlement_id, dimension, hour order by entitlement_id, dimension, hour
  `.execute(db.raw);
  return rows;
};

export type CarryCheck = {
  entitlementId: string;
  dimension: string;
  kind: string;
  moving: string;
  /** Including whole units that an earlier release left in it. */
  fraction: string;
  dropped: string;
};

/** Fractions in transit: what was carried out and not carried in again must be in the cursor, or have been dropped. */
export const carriesOf = async (db: OrgDb): Promise<CarryCheck[]> => {
  const { rows } = await sql<CarryCheck>`
    select c.entitlement_id as "entitlementId", c.dimension, c.kind, c.fraction + c.owed as fraction, c.dropped, coalesce((
      select sum(r.carried_out - r.carried_in) from usage_report_row r
      where r.org_id = ${db.orgId} and r.entitlement_id = c.entitlement_id and r.dimension = c.dimension and r.kind = c.kind
    ), 0) as moving
    from usage_cursor c where c.org_id = ${db.orgId}
  `.execute(db.raw);
  return rows;
};
