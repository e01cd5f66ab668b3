import { sql } from 'kysely';
import type { PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { RevenueRecord } from '../../record/record.ts';
import { detailFields } from './fields.ts';

export type DetailRow = {
  detail_id: string;
  dataset: string;
  key: string;
  version: string;
  columns: Record<string, string | null>;
  part: string;
  record_id: string;
  day: string;
};

export type DetailFilter = {
  channel: RevenueRecord['channel'];
  productId?: string;
  entitlementId?: string;
  buyerId?: string;
  from: string;
  through: string;
};

/**
 * One page of the rows that state amounts, in their newest version, by the day of the first amount. What narrows them is
 * what their record was matched to.
 */
export const selectDetails = (
  db: OrgDb,
  page: PageRequest,
  { channel, productId, entitlementId, buyerId, from, through }: DetailFilter,
  maxBytes: number,
): Promise<SelectedPage<DetailRow>> => {
  const records = db
    .selectFrom('revenue_record')
    .select('revenue_record.record_id')
    .where('revenue_record.channel', '=', channel)
    .$if(productId !== undefined, (query) => query.where('revenue_record.product_id', '=', productId ?? null))
    .$if(entitlementId !== undefined, (query) =>
      query.where('revenue_record.entitlement_id', '=', entitlementId ?? null),
    )
    .$if(buyerId !== undefined, (query) => query.where('revenue_record.buyer_id', '=', buyerId ?? null));
  const isOfSome = productId !== undefined || entitlementId !== undefined || buyerId !== undefined;
  const selected = db
    .selectFrom('revenue_row')
    .where('revenue_row.channel', '=', channel)
    .where('revenue_row.record_id', 'is not', null)
    .where(sql<boolean>`not revenue_row.superseded`)
    .where(sql<boolean>`not revenue_row.is_deleted`)
    .where('revenue_row.day', '>=', from)
    .where('revenue_row.day', '<=', through)
    .$if(isOfSome, (query) => query.where('revenue_row.record_id', 'in', records))
    .select([
      'revenue_row.dataset',
      'revenue_row.key',
      'revenue_row.version',
      'revenue_row.columns',
      'revenue_row.part',
      'revenue_row.record_id',
      'revenue_row.day',
      sql<string>`md5(revenue_row.channel || '/' || revenue_row.dataset || '/' || revenue_row.key)::uuid::text`.as(
        'detail_id',
      ),
    ]);
  return selectPage(db, selected, page, detailFields, maxBytes);
};

export type Matches = Pick<RevenueRecord, 'record_id' | 'product_id' | 'offer_id' | 'entitlement_id' | 'buyer_id'>;

/** What records were matched to, by the partner's reference; of a sale in several currencies, the first of them. */
export const findMatches = async (
  db: OrgDb,
  channel: string,
  recordIds: readonly string[],
): Promise<Map<string, Matches>> => {
  const { rows } = await sql<Matches>`
    select distinct on (r.record_id) r.record_id, r.product_id, r.offer_id, r.entitlement_id, r.buyer_id
    from revenue_record r
    where r.org_id = ${db.orgId} and r.channel = ${channel} and r.record_id = any(${[...new Set(recordIds)]}::text[])
    order by r.record_id, r.currency
  `.execute(db.raw);
  return new Map(rows.map((row) => [row.record_id, row]));
};
