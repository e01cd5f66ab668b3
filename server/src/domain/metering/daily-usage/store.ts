import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { dailyUsageFields } from './fields.ts';

/** `amount`: null if the price of a part of it is not known. */
export type DailyUsage = {
  entitlement_id: string;
  dimension: string;
  day: string;
  quantity: Decimal;
  amount: Decimal | null;
};

export type DailyUsageFilter = {
  partner: string;
  from: Date;
  before: Date;
  entitlementId?: string;
  buyerId?: string;
};

/** What the marketplace has acknowledged for the hours of each day. The rows of the days are found by their hours. */
export const selectDailyUsage = (
  db: OrgDb,
  page: PageRequest,
  { partner, from, before, entitlementId, buyerId }: DailyUsageFilter,
): Promise<SelectedPage<DailyUsage>> => {
  const ofEntitlement = entitlementId === undefined ? sql`true` : sql`r.entitlement_id = ${entitlementId}::uuid`;
  const ofBuyer =
    buyerId === undefined
      ? sql`true`
      : sql`exists (select from usage_report p
          where p.org_id = ${db.orgId} and p.id = r.report_id and p.buyer_id = ${buyerId}::uuid)`;
  const usage = sql<DailyUsage>`(
    select r.entitlement_id, r.dimension, (r.hour at time zone 'UTC')::date as day, sum(r.quantity) as quantity,
      case when bool_and(r.unit_price is not null) then sum(r.quantity * r.unit_price) end as amount
    from usage_report_row r
    where r.org_id = ${db.orgId} and r.partner = ${partner} and r.kind = 'LIVE' and r.state = 'SUCCESS' and r.quantity > 0
      and r.hour >= ${from} and r.hour < ${before} and ${ofEntitlement} and ${ofBuyer}
    group by 1, 2, 3)`;
  const selected = db.raw
    .selectFrom(usage.as('usage'))
    .select(['usage.entitlement_id', 'usage.dimension', 'usage.day', 'usage.quantity', 'usage.amount']);
  return selectPage(db, selected, page, dailyUsageFields);
};
