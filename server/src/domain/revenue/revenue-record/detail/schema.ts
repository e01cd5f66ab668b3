import { z } from 'zod';
import { referenceObject } from '../../../../contract/reference/reference.ts';
import { decimalOut, timeOut } from '../../../../contract/shapes.ts';

/** A time that may be absent, as clients of the reference read it; `valid` is false then. */
const NullTime = z.strictObject({ time: timeOut, valid: z.boolean() }).meta({ id: 'NullTime' });

const matched = () => ({
  organizationID: z.string(),
  productID: z.string(),
  offerID: z.string(),
  entitlementID: z.string(),
  buyerID: z.string(),
});

export const BillingAwsBillingEvent = referenceObject('BillingAwsBillingEvent', () => ({
  ...matched(),
  action: z.string(),
  agreementID: z.string(),
  amount: decimalOut,
  balanceImpacting: z.int(),
  bankTraceID: z.string(),
  billingAddressID: z.string(),
  brokerID: z.string(),
  buyerTransactionReferenceID: z.string(),
  currency: z.string(),
  dataFeedProductID: z.string(),
  disbursementBillingEventID: z.string(),
  endUserAccountID: z.string(),
  fromAccountID: z.string(),
  id: z.string(),
  insertDate: NullTime,
  invoiceDate: NullTime,
  invoiceID: z.string(),
  parentBillingEventID: z.string(),
  paymentDueDate: NullTime,
  refundedBuyerTransactionReferenceID: z.string(),
  toAccountID: z.string(),
  transactionReferenceID: z.string(),
  transactionType: z.string(),
  usagePeriodEndDate: NullTime,
  usagePeriodStartDate: NullTime,
})).reply;

export const BillingAzureCmaRevenue = referenceObject('BillingAzureCmaRevenue', () => ({
  ...matched(),
  azureAssetID: z.string(),
  azureBillingAccountID: z.string(),
  azureCustomerID: z.string(),
  azureOfferID: z.string(),
  azurePlanID: z.string(),
  billingModel: z.string(),
  earningID: z.string(),
  earningUsd: decimalOut,
  estimatedPayoutMonth: NullTime,
  invoiceDate: NullTime,
  invoiceDueDate: NullTime,
  invoiceID: z.string(),
  paymentID: z.string(),
  paymentSentDate: NullTime,
  paymentStatus: z.string(),
  payoutStatus: z.string(),
  programName: z.string(),
  purchaseRecordID: z.string(),
  resellerCity: z.string(),
  resellerCompany: z.string(),
  resellerCountry: z.string(),
  resellerEmail: z.string(),
  resellerID: z.string(),
  resellerState: z.string(),
  revenueUsd: decimalOut,
  termEndDate: z.string(),
  termStartDate: z.string(),
  transactionDate: NullTime,
})).reply;

export const BillingGcpChargeUsage = referenceObject('BillingGcpChargeUsage', () => ({
  ...matched(),
  abandoned: decimalOut,
  accountID: z.string(),
  charges: decimalOut,
  currency: z.string(),
  dueVendor: decimalOut,
  googleEntity: z.string(),
  insightAccountID: z.string(),
  ordinal: z.int(),
  paymentSchedule: z.string(),
  paymentType: z.string(),
  prepayCredits: decimalOut,
  refundBalanceDeductedThisMonth: decimalOut,
  refundBalanceOutstanding: decimalOut,
  refundReason: z.string(),
  released: decimalOut,
  reportDate: z.string(),
  resource: z.string(),
  sku: z.string(),
  trialUse: decimalOut,
  unit: z.string(),
  usage: decimalOut,
  usedBy: z.string(),
  withheld: decimalOut,
})).reply;

/** What the partner wrote, with the members of the reference, and every column as it came. */
export const RevenueRecordDetail = z
  .strictObject({
    awsRevenueRecordDetail: BillingAwsBillingEvent.optional(),
    azureRevenueRecordDetail: BillingAzureCmaRevenue.optional(),
    gcpRevenueRecordDetail: BillingGcpChargeUsage.optional(),
    id: z.string(),
    dataset: z.string(),
    key: z.string(),
    version: z.string(),
    date: timeOut,
    part: z.string(),
    columns: z.record(z.string(), z.string().nullable()),
  })
  .meta({ id: 'RevenueRecordDetail' });

export const ListRevenueRecordDetailsResponse = z
  .strictObject({ revenueRecordDetails: z.array(RevenueRecordDetail), nextOffset: z.int().optional() })
  .meta({ id: 'ListRevenueRecordDetailsResponse' });
