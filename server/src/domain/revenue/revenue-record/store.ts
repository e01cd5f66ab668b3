import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { RevenueRecord } from '../record/record.ts';
import { descriptiveColumns } from '../record/store.ts';
import { dailyFields } from './fields.ts';

/** What a record amounts to on a day. `daily_id` is derived from record and day. */
export type DailyRecord = Omit<
  RevenueRecord,
  'outstanding' | 'partner_tax' | 'fee' | 'cost' | 'adjusted' | 'forgiven' | 'collected'
> & { daily_id: string; day: string; collectable: Decimal };

export type DailyFilter = {
  channel?: RevenueRecord['channel'];
  productId?: string;
  entitlementId?: string;
  buyerId?: string;
  /** Both inclusive, `YYYY-MM-DD`. */
  from: string;
  through: string;
};

/** One page of the daily records of some days; at most `maxBytes` of them. */
export const selectDailyRecords = (
  db: OrgDb,
  page: PageRequest,
  { channel, productId, entitlementId, buyerId, from, through }: DailyFilter,
  maxBytes: number,
): Promise<SelectedPage<DailyRecord>> => {
  const selected = db
    .selectFrom('revenue_day')
    // Each day has its record: an outer join need not be made to count days.
    .leftJoin('revenue_record', (join) =>
      join.onRef('revenue_record.id', '=', 'revenue_day.revenue_id').on('revenue_record.org_id', '=', db.orgId),
    )
    .where('revenue_day.day', '>=', from)
    .where('revenue_day.day', '<=', through)
    .$if(channel !== undefined, (query) => query.where('revenue_day.channel', '=', channel as RevenueRecord['channel']))
    .$if(productId !== undefined, (query) => query.where('revenue_record.product_id', '=', productId ?? null))
    .$if(entitlementId !== undefined, (query) =>
      query.where('revenue_record.entitlement_id', '=', entitlementId ?? null),
    )
    .$if(buyerId !== undefined, (query) => query.where('revenue_record.buyer_id', '=', buyerId ?? null))
    .select(descriptiveColumns)
    .select([
      'revenue_day.day',
      'revenue_day.billed',
      'revenue_day.refunded',
      'revenue_day.tax',
      'revenue_day.disbursed',
      'revenue_day.refund_disbursed',
      sql<Decimal>`revenue_day.billed + revenue_day.tax - revenue_day.fee - revenue_day.cost + revenue_day.adjusted`.as(
        'collectable',
      ),
      sql<string>`md5(revenue_day.revenue_id::text || '/' || revenue_day.day::text)::uuid::text`.as('daily_id'),
    ]);
  return selectPage(db, selected, page, dailyFields, maxBytes);
};
