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
 * One page of the rows that state amounts or note something of a sale, in their newest version, by the day of the first.
 * What narrows them is what their record was matched to or, of a row that is of no record, the entitlement of its
 * agreement.
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
  const noted = sql<string>`(
    select l.record_id from revenue_line l
    join entitlement_external_id x on x.org_id = ${db.orgId} and x.external_id = l.agreement and x.partner = l.channel
    join entitlement e on e.org_id = ${db.orgId} and e.id = x.entitlement_id
    where l.org_id = ${db.orgId} and l.channel = ${channel} and l.stage = 'NOTED'
      and ${productId === undefined ? sql`true` : sql`e.product_id = ${productId}::uuid`}
      and ${entitlementId === undefined ? sql`true` : sql`e.id = ${entitlementId}::uuid`}
      and ${buyerId === undefined ? sql`true` : sql`e.buyer_id = ${buyerId}::uuid`})`;
  const isOfSome = productId !== undefined || entitlementId !== undefined || buyerId !== undefined;
  const selected = db
    .selectFrom('revenue_row')
    .where('revenue_row.channel', '=', channel)
    .where('revenue_row.record_id', 'is not', null)
    .where(sql<boolean>`not revenue_row.superseded`)
    .where(sql<boolean>`not revenue_row.is_deleted`)
    .where('revenue_row.day', '>=', from)
    .where('revenue_row.day', '<=', through)
    .$if(isOfSome, (query) =>
      query.where((where) =>
        where.or([where('revenue_row.record_id', 'in', records), sql<boolean>`revenue_row.record_id in ${noted}`]),
      ),
    )
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

/**
 * What records were matched to, by the partner's reference; of a sale in several currencies, the first of them. What is noted
 * and of no record is of the entitlement of its agreement.
 */
export const findMatches = async (
  db: OrgDb,
  channel: string,
  recordIds: readonly string[],
): Promise<Map<string, Matches>> => {
  const ids = [...new Set(recordIds)];
  const { rows } = await sql<Matches>`
    select distinct on (m.record_id) m.record_id, m.product_id, m.offer_id, m.entitlement_id, m.buyer_id from (
      select r.record_id, r.currency, r.product_id, r.offer_id, r.entitlement_id, r.buyer_id from revenue_record r
      where r.org_id = ${db.orgId} and r.channel = ${channel} and r.record_id = any(${ids}::text[])
      union all
      select l.record_id, null, e.product_id, e.offer_id, e.id, e.buyer_id from revenue_line l
      join entitlement_external_id x on x.org_id = ${db.orgId} and x.external_id = l.agreement and x.partner = l.channel
      join entitlement e on e.org_id = ${db.orgId} and e.id = x.entitlement_id
      where l.org_id = ${db.orgId} and l.channel = ${channel} and l.stage = 'NOTED' and l.record_id = any(${ids}::text[])
    ) as m order by m.record_id, m.currency nulls last
  `.execute(db.raw);
  return new Map(rows.map((row) => [row.record_id, row]));
};
