import { z } from 'zod';
import { referenceObject, untypedChoice } from '../../../contract/reference/reference.ts';
import { choiceIn, day, decimalOut, listParams, textParam, timeOut } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { BillingAwsBillingEvent, BillingAzureCmaRevenue, BillingGcpChargeUsage } from './detail/schema.ts';

const RevenueRecordInfo = referenceObject('RevenueRecordInfo', () => ({
  awsRevenueRecords: z.array(BillingAwsBillingEvent),
  azureRevenueRecords: z.array(BillingAzureCmaRevenue),
  bankTraceId: z.string(),
  billingModel: untypedChoice(['', 'SubscriptionBased', 'UsageBased']),
  channel: untypedChoice(['DIRECT', 'RESOLD']),
  creditAmount: decimalOut,
  disbursementBillingEventId: z.string(),
  disbursementNotificationSent: z.boolean(),
  earningId: z.string(),
  gcpRevenueRecords: z.array(BillingGcpChargeUsage),
  idSource: z.string(),
  invoiceId: z.string(),
  paymentId: z.string(),
  resellerId: z.string(),
  resellerName: z.string(),
  resource: z.string(),
})).reply;

export const RevenueRecord = referenceObject('RevenueRecord', () => ({
  amount: decimalOut,
  buyerID: z.string(),
  collectableAmount: decimalOut,
  currency: z.string(),
  date: timeOut,
  disburseAmount: decimalOut,
  disburseDate: timeOut,
  entitlementID: z.string(),
  id: z.string(),
  info: RevenueRecordInfo,
  invoiceAmount: decimalOut,
  invoiceDate: timeOut,
  organizationID: z.string(),
  partner: z.string(),
  paymentDueDate: timeOut,
  productID: z.string(),
  refundDisburseAmount: decimalOut,
  refundDisburseDate: timeOut,
  refundInvoiceAmount: decimalOut,
  refundInvoiceDate: timeOut,
  taxAmount: decimalOut,
})).reply;

/** Of the daily list, which has no limit in the reference. */
export const dailyLimit = 10_000;

const dayParams = {
  startDate: day.optional().meta({ description: 'The first day, UTC; 30 days before endDate when absent' }),
  endDate: day.optional().meta({ description: 'The last day, UTC, included; today when absent' }),
};

const ownerParams = { productId: textParam(), entitlementId: textParam(), buyerId: textParam() };

export const RevenueRecordListParams = z.object({ ...listParams(), ...ownerParams, ...dayParams });

export const DailyRevenueRecordListParams = z.object({
  ...listParams(dailyLimit, dailyLimit),
  partner: choiceIn(revenueChannels).optional(),
  ...ownerParams,
  ...dayParams,
});

export const ListRevenueRecordsResponse = z
  .strictObject({ revenueRecords: z.array(RevenueRecord), nextOffset: z.int().optional() })
  .meta({ id: 'ListRevenueRecordsResponse' });
