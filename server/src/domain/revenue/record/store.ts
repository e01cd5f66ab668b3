import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { eventFields, revenueFields } from './fields.ts';
import type { RevenueRecord } from './record.ts';

/** Columns of a record, except its figures. */
export const descriptiveColumns = [
  'revenue_record.id',
  'revenue_record.channel',
  'revenue_record.record_id',
  'revenue_record.currency',
  'revenue_record.type',
  'revenue_record.first_day',
  'revenue_record.last_day',
  'revenue_record.invoice_time',
  'revenue_record.refund_time',
  'revenue_record.due_time',
  'revenue_record.period_start',
  'revenue_record.period_end',
  'revenue_record.collected_time',
  'revenue_record.disbursed_time',
  'revenue_record.refund_disbursed_time',
  'revenue_record.billing_model',
  'revenue_record.product',
  'revenue_record.offer',
  'revenue_record.agreement',
  'revenue_record.buyer',
  'revenue_record.plan',
  'revenue_record.invoice',
  'revenue_record.payout',
  'revenue_record.trace',
  'revenue_record.partner_type',
  'revenue_record.product_id',
  'revenue_record.offer_id',
  'revenue_record.entitlement_id',
  'revenue_record.buyer_id',
  'revenue_record.unmatched',
  'revenue_record.creation_time',
  'revenue_record.last_update_time',
  'revenue_record.version',
] as const;

const recordColumns = [
  ...descriptiveColumns,
  'revenue_record.billed',
  'revenue_record.refunded',
  'revenue_record.tax',
  'revenue_record.partner_tax',
  'revenue_record.fee',
  'revenue_record.cost',
  'revenue_record.adjusted',
  'revenue_record.forgiven',
  'revenue_record.collected',
  'revenue_record.disbursed',
  'revenue_record.refund_disbursed',
  'revenue_record.collectable',
  'revenue_record.outstanding',
] as const;

/** What narrows a list of records; days are those of the first line, both inclusive, `YYYY-MM-DD`. */
export type RecordFilter = {
  channel?: string;
  productId?: string;
  entitlementId?: string;
  buyerId?: string;
  from?: string;
  through?: string;
};

/** One page of records in any order that the fields allow. */
export const selectRecords = (
  db: OrgDb,
  page: PageRequest,
  { channel, productId, entitlementId, buyerId, from, through }: RecordFilter = {},
): Promise<SelectedPage<RevenueRecord>> => {
  const selected = db
    .selectFrom('revenue_record')
    .$if(channel !== undefined, (query) =>
      query.where('revenue_record.channel', '=', channel as RevenueRecord['channel']),
    )
    .$if(productId !== undefined, (query) => query.where('revenue_record.product_id', '=', productId ?? null))
    .$if(entitlementId !== undefined, (query) =>
      query.where('revenue_record.entitlement_id', '=', entitlementId ?? null),
    )
    .$if(buyerId !== undefined, (query) => query.where('revenue_record.buyer_id', '=', buyerId ?? null))
    .$if(from !== undefined, (query) => query.where('revenue_record.first_day', '>=', from ?? ''))
    .$if(through !== undefined, (query) => query.where('revenue_record.first_day', '<=', through ?? ''));
  return selectPage(db, selected.select(recordColumns), page, revenueFields);
};

/** The record with this id, of this channel. */
export const findRecord = async (db: OrgDb, channel: string, id: string): Promise<RevenueRecord | undefined> =>
  (await db
    .selectFrom('revenue_record')
    .select(recordColumns)
    .where('revenue_record.id', '=', id)
    .where('revenue_record.channel', '=', channel as RevenueRecord['channel'])
    .executeTakeFirst()) as RevenueRecord | undefined;

const eventColumns = [
  'revenue_event.sequence',
  'revenue_event.type',
  'revenue_event.time',
  'revenue_event.source',
  'revenue_event.changes',
  'revenue_event.previous_hash',
  'revenue_event.hash',
] as const;

export type EventRow = {
  sequence: number;
  type: 'INGESTED' | 'BILLED' | 'COLLECTED' | 'DISBURSED' | 'REFUNDED' | 'ADJUSTED' | 'MATCHED';
  time: Date;
  source: { system: string; reference: string; payloadHash: string };
  changes: Record<string, { from: string | null; to: string | null }>;
  previous_hash: string;
  hash: string;
};

export const selectEvents = (db: OrgDb, page: PageRequest, recordId: string): Promise<SelectedPage<EventRow>> =>
  selectPage(
    db,
    db.selectFrom('revenue_event').select(eventColumns).where('revenue_event.revenue_id', '=', recordId),
    page,
    eventFields,
  );
