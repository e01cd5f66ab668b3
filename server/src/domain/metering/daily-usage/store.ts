import { sql } from 'kysely';
import { marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { dailyUsageFields } from './fields.ts';

/** `amount`: null if the price of a part of it is not known. `currency`: null unless the marketplace names it. */
export type DailyUsage = {
  entitlement_id: string;
  dimension: string;
  day: string;
  quantity: Decimal;
  amount: Decimal | null;
  currency: string | null;
  source: 'MARKETPLACE' | 'REPORTED';
};

export type DailyUsageFilter = {
  partner: keyof typeof marketplaceFacts;
  /** Days as the marketplace counts them, both included. */
  from: string;
  through: string;
  entitlementId?: string;
  buyerId?: string;
};

/**
 * The usage of each day as the marketplace shows it, and where it shows none, what it has acknowledged for the hours of
 * that day: never both. The rows of the days are found by their hours.
 */
export const selectDailyUsage = (
  db: OrgDb,
  page: PageRequest,
  { partner, from, through, entitlementId, buyerId }: DailyUsageFilter,
): Promise<SelectedPage<DailyUsage>> => {
  const { zone, replaces } = marketplaceFacts[partner].usage.shown;
  const dayStart = (day: string, more = 0) => sql`(${day}::date + ${more}::int)::timestamp at time zone ${zone}`;
  const one = (column: string) =>
    entitlementId === undefined ? sql`true` : sql`${sql.ref(column)} = ${entitlementId}::uuid`;
  const shownToBuyer =
    buyerId === undefined
      ? sql`true`
      : sql`exists (select from entitlement e
          where e.org_id = ${db.orgId} and e.id = x.entitlement_id and e.buyer_id = ${buyerId}::uuid)`;
  const ofBuyer =
    buyerId === undefined
      ? sql`true`
      : sql`exists (select from usage_report p
          where p.org_id = ${db.orgId} and p.id = r.report_id and p.buyer_id = ${buyerId}::uuid)`;
  const isSame = replaces === 'DAY' ? sql`true` : sql`s.dimension = a.dimension`;
  const usage = sql<DailyUsage>`(
    with told as materialized (
      select x.entitlement_id, u.dimension, u.day, u.telling, sum(u.quantity) as quantity,
        case when count(*) = count(u.amount) and min(u.currency) = max(u.currency) then sum(u.amount) end as amount,
        case when count(*) = count(u.amount) and min(u.currency) = max(u.currency) then min(u.currency) end as currency
      from marketplace_usage u
      join entitlement_external_id x on x.org_id = ${db.orgId} and x.partner = ${partner} and x.external_id = u.agreement
      where u.org_id = ${db.orgId} and u.channel = ${partner} and u.day >= ${from}::date and u.day <= ${through}::date
        and ${one('x.entitlement_id')} and ${shownToBuyer}
      group by 1, 2, 3, 4
    ), shown as materialized (
      select distinct on (entitlement_id, dimension, day) entitlement_id, dimension, day, quantity, amount, currency
      from told order by entitlement_id, dimension, day, telling desc
    ), acknowledged as (
      select r.entitlement_id, r.dimension, (r.hour at time zone ${zone})::date as day, sum(r.quantity) as quantity,
        case when bool_and(r.unit_price is not null) then sum(r.quantity * r.unit_price) end as amount
      from usage_report_row r
      where r.org_id = ${db.orgId} and r.partner = ${partner} and r.kind = 'LIVE' and r.state = 'SUCCESS' and r.quantity > 0
        and r.hour >= ${dayStart(from)} and r.hour < ${dayStart(through, 1)} and ${one('r.entitlement_id')} and ${ofBuyer}
      group by 1, 2, 3
    )
    select entitlement_id, dimension, day, quantity, amount, currency, 'MARKETPLACE' as source from shown
    union all
    select a.entitlement_id, a.dimension, a.day, a.quantity, a.amount, null, 'REPORTED' from acknowledged a
    where not exists (select from shown s where s.entitlement_id = a.entitlement_id and s.day = a.day and ${isSame})
  )`;
  const selected = db.raw
    .selectFrom(usage.as('usage'))
    .select([
      'usage.entitlement_id',
      'usage.dimension',
      'usage.day',
      'usage.quantity',
      'usage.amount',
      'usage.currency',
      'usage.source',
    ]);
  return selectPage(db, selected, page, dailyUsageFields);
};
