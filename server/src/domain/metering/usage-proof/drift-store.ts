import { type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type Drift, type DriftCause, type DriftKey, driftGroupsMax } from './usage-proof.ts';

/** The last hour of a partner whose deadline is near or has passed. */
export type ClosingHour = { partner: string; hour: Date };

export type DriftFilter = {
  from?: Date;
  before?: Date;
  entitlementId?: string;
  partner?: string;
  causes: readonly DriftCause[];
  /** Items wait too long from these hours on. */
  closingHours: readonly ClosingHour[];
  /** Reports whose deadline is not after this time are shown while they are unconfirmed. */
  closingTime: Date;
  after: DriftKey | null;
};

type Source = { cause: RawBuilder<unknown>; detail: RawBuilder<unknown>; select: RawBuilder<unknown> };

/** A page of drifts in order of hour, entitlement, dimension, cause and detail. */
export const selectDrifts = async (db: OrgDb, filter: DriftFilter, limit: number): Promise<Drift[]> => {
  const { from, before, entitlementId, partner, after, closingHours } = filter;
  const lastHour = new Date(Math.max(0, ...closingHours.map(({ hour }) => hour.getTime())));
  const whereOf = (drifting: RawBuilder<unknown>) => sql`
    ${from === undefined ? sql`true` : sql`x.hour >= ${from}`}
    and ${before === undefined ? sql`true` : sql`x.hour < ${before}`}
    and ${after ? sql`x.hour >= ${after[0]}::timestamptz` : sql`true`}
    and ${entitlementId === undefined ? sql`true` : sql`x.entitlement_id = ${entitlementId}::uuid`}
    and ${partner === undefined ? sql`true` : sql`${drifting}.partner = ${partner}`}`;
  const where = whereOf(sql`e`);
  const isWanted = ({ cause, detail }: Omit<Source, 'select'>) => sql`
    ${cause} = any(${filter.causes as DriftCause[]}::text[])
    and ${
      after
        ? sql`(x.hour, x.entitlement_id, x.dimension, ${cause} collate "C", ${detail} collate "C")
            > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text, ${after[3]}::text, ${after[4]}::text)`
        : sql`true`
    }`;
  const ordered = sql`order by hour, entitlement_id, dimension, cause, detail limit ${limit}`;
  const items = (
    { cause, detail }: Omit<Source, 'select'>,
    from: RawBuilder<unknown>,
    more: RawBuilder<unknown>,
  ) => sql`
    (select x.hour, x.entitlement_id, x.dimension, ${cause} collate "C" as cause, ${detail} collate "C" as detail,
      sum(x.quantity + x.carried_back) as quantity, e.partner, e.product_id, e.buyer_id, null::uuid as report_id,
      null::text as message, null::timestamptz as deadline, (array_remove(array_agg(x.group_id), null))[1:${sql.lit(driftGroupsMax)}] as group_ids,
      null::jsonb as comparison
    from (${from}) as x join entitlement e on e.org_id = ${db.orgId} and e.id = x.entitlement_id
    where ${where} and not x.test and ${isWanted({ cause, detail })} and ${more}
    group by 1, 2, 3, 4, 5, 7, 8, 9 ${ordered})`;
  const itemColumns = sql`x.hour, x.entitlement_id, x.dimension, x.quantity, x.carried_back, x.test, x.cause`;
  const openItems = sql`
    select ${itemColumns}, x.group_id from usage_record_item x where x.org_id = ${db.orgId} and x.state = 'CREATED'`;
  // Usage that was not submitted stays a drift when its groups have been dropped.
  const lateItems = sql`
    select ${itemColumns}, x.group_id from usage_record_item x where x.org_id = ${db.orgId} and x.state = 'INVALID'
    union all
    select x.hour, x.entitlement_id, x.dimension, x.quantity, x.carried_back, x.test, null, null
    from usage_dropped_item x where x.org_id = ${db.orgId} and x.state = 'INVALID'`;
  const late = { cause: sql`'LATE'::text`, detail: sql`''::text` };
  const waiting = {
    cause: sql`case when x.cause is null then 'WAITING' else 'HELD' end`,
    detail: sql`coalesce(x.cause, '')`,
  };
  const reported = {
    cause: sql`case when x.state = 'FAILED' then
        case x.message when 'DUPLICATE_FOREIGN' then 'DUPLICATE_FOREIGN' when 'LATE' then 'LATE' else 'REFUSED' end
      when x.state = 'REPORT_PENDING' and x.message = 'OUTCOME_UNKNOWN' then 'OUTCOME_UNKNOWN' else 'UNCONFIRMED' end`,
    detail: sql`x.id::text`,
  };
  const compared = { cause: sql`x.cause`, detail: sql`x.resource || ' ' || x.plan_id` };
  const isClosing = sql`x.hour <= (${closingHours.map((one) => one.hour)}::timestamptz[])[
    array_position(${closingHours.map((one) => one.partner)}::text[], e.partner)]`;
  const { rows } = await sql<Drift>`
    select * from (
      ${items(late, lateItems, sql`true`)}
      union all
      ${items(waiting, openItems, sql`x.hour <= ${lastHour} and ${isClosing}`)}
      union all
      (select x.hour, x.entitlement_id, x.dimension, ${reported.cause} collate "C" as cause, ${reported.detail} collate "C" as detail,
        x.standing, e.partner, e.product_id, e.buyer_id, x.report_id, x.message, x.deadline, (
          select p.group_ids[1:${sql.lit(driftGroupsMax)}] from usage_report p where p.org_id = ${db.orgId} and p.id = x.report_id),
        null::jsonb
      from usage_report_row x join entitlement e on e.org_id = ${db.orgId} and e.id = x.entitlement_id
      where x.org_id = ${db.orgId} and ${where} and x.state in ('CREATED', 'REPORT_PENDING', 'FAILED') and x.standing <> 0 and ${isWanted(reported)}
        and (x.state = 'FAILED' or x.message = 'OUTCOME_UNKNOWN' or x.deadline <= ${filter.closingTime})
      ${ordered})
      union all
      (select x.hour, x.entitlement_id, x.dimension, ${compared.cause} collate "C" as cause, ${compared.detail} collate "C" as detail,
        x.quantity, x.partner, e.product_id, e.buyer_id, null::uuid, null::text, null::timestamptz, array[]::text[],
        jsonb_build_object('resource', x.resource, 'planId', x.plan_id, 'ours', x.our_quantity::text, 'theirs', x.their_quantity::text,
          'billed', x.billed_quantity::text, 'status', x.partner_status, 'firstSeen', x.first_seen_time, 'lastSeen', x.last_seen_time)
      from (
        select d.*, d.day::timestamp at time zone 'UTC' as hour from usage_difference d
        where d.org_id = ${db.orgId} and d.resolved_time is null) as x
      left join entitlement e on e.org_id = ${db.orgId} and e.id = x.entitlement_id
      where ${whereOf(sql`x`)} and ${isWanted(compared)}
      ${ordered})
    ) as drifts
    ${ordered}
  `.execute(db.raw);
  return rows;
};
