import type { z } from 'zod';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { channelFacts } from '../channels.ts';
import type { RevenueRecord as Stored } from '../record/record.ts';
import { idOrNull, present, startOf, timeOrNull } from '../record/view.ts';
import type { RevenueRecord } from './schema.ts';
import type { DailyRecord } from './store.ts';

export type RevenueRecordView = z.input<typeof RevenueRecord>;

type Named = { id: string; day: string };

const payoutOf = ({ channel, payout }: Pick<Stored, 'channel' | 'payout'>) => ({
  [channelFacts[channel].payoutAs]: payout,
});

const viewInfo = (record: Omit<DailyRecord, 'daily_id' | 'day'>): NonNullable<RevenueRecordView['info']> =>
  present({
    bankTraceId: record.trace,
    billingModel: record.billing_model,
    ...payoutOf(record),
    idSource: record.record_id,
    invoiceId: record.invoice,
  });

const view = (orgId: string, { id, day }: Named, record: Omit<DailyRecord, 'daily_id' | 'day'>): RevenueRecordView => ({
  id: encodeId('revenue', id),
  organizationID: encodeId('org', orgId),
  partner: record.channel,
  currency: record.currency,
  date: startOf(day),
  amount: decimalToJson(record.billed),
  invoiceAmount: decimalToJson(record.billed),
  collectableAmount: decimalToJson(record.collectable),
  disburseAmount: decimalToJson(record.disbursed),
  taxAmount: decimalToJson(record.tax),
  refundInvoiceAmount: decimalToJson(record.refunded),
  refundDisburseAmount: decimalToJson(record.refund_disbursed),
  ...present({
    buyerID: idOrNull('buyer', record.buyer_id),
    productID: idOrNull('prod', record.product_id),
    entitlementID: idOrNull('ent', record.entitlement_id),
    invoiceDate: timeOrNull(record.invoice_time),
    paymentDueDate: timeOrNull(record.due_time),
    disburseDate: timeOrNull(record.disbursed_time),
    refundInvoiceDate: timeOrNull(record.refund_time),
    refundDisburseDate: timeOrNull(record.refund_disbursed_time),
  }),
  info: viewInfo(record),
});

/** A whole record in the shape of the reference. */
export const viewWhole = (orgId: string, record: Stored): RevenueRecordView =>
  view(orgId, { id: record.id, day: record.first_day }, record);

/** The part of a record on one day. Dates are those of the whole record. */
export const viewDay = (orgId: string, { daily_id: id, day, ...record }: DailyRecord): RevenueRecordView =>
  view(orgId, { id, day }, record);
