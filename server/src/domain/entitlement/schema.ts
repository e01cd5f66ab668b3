import { z } from 'zod';
import { AmountsOfCurrency } from '../../contract/owner-amounts.ts';
import { partners } from '../../contract/partner-codes.ts';
import { BillingAddonRecord, PaymentInstallment, TrialConfig } from '../../contract/reference/billing.ts';
import { BillableDimension, CommitDimension, MeteringDimension } from '../../contract/reference/dimensions.ts';
import { billingCycles, eulaTypes, paymentSchedules, services } from '../../contract/reference/enums.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { referenceObject, timeText, untypedChoice } from '../../contract/reference/reference.ts';
import { decimalOut, document, exactNumber, partnerDocument, timeOut } from '../../contract/shapes.ts';
import { entitlementStatuses } from './states.ts';

/** Prices that apply later. A list that is absent is kept. */
export const PendingPriceModel = referenceObject('PendingPriceModel', (way) => ({
  applyTime: timeText,
  billableDimensions: z.array(BillableDimension[way]),
  commits: z.array(CommitDimension[way]),
}));

/**
 * The purchase, as of the current term. At most 50 metering dimensions are kept (`dimensionsOversized` if there are
 * more). The four financial amounts are totals for the entitlement in `currency`; a term has none.
 */
export const EntitlementInfo = referenceObject('EntitlementInfo', (way) => ({
  addons: z.array(BillingAddonRecord[way]),
  alertDaysBeforeEnd: z.int(),
  alibabaEntitlements: z.array(document),
  alibabaOrders: z.array(document),
  amountsByCurrency: z.array(AmountsOfCurrency),
  autoRenew: z.boolean(),
  awsAgreement: partnerDocument('AwsMarketplaceAgreementV2'),
  awsChannelPartner: partnerDocument('AwsChannelPartner'),
  awsEntitlements: z.array(partnerDocument('AwsEntitlement')),
  awsLicenseArn: z.string(),
  awsOfferSetId: z.string(),
  azureSubscriptions: z.array(partnerDocument('AzureMarketplaceSubscription')),
  billableDimensions: z.array(BillableDimension[way]),
  billingCycle: untypedChoice(billingCycles),
  billingIntervalInMonths: z.int(),
  buyerManagementURL: z.string(),
  collectableAmount: exactNumber,
  commitAmount: exactNumber,
  commitBillingIntervalInMonths: z.int(),
  commits: z.array(CommitDimension[way]),
  currency: z.string(),
  dimensions: z.array(MeteringDimension[way]),
  dimensionsOversized: z.boolean(),
  disbursedAmount: exactNumber,
  eulaType: z.enum(eulaTypes),
  eulaUrl: z.string(),
  gcpEntitlements: z.array(partnerDocument('GcpMarketplaceEntitlement')),
  gcpPlans: z.array(partnerDocument('GcpMarketplaceProductPurchaseOptionSpec')),
  gracePeriodInDays: z.int(),
  grossAmount: exactNumber,
  invoicedAmount: exactNumber,
  isMeteringOverageCommit: z.boolean(),
  netTermsInDays: z.int(),
  paymentInstallments: z.array(PaymentInstallment[way]),
  paymentSchedule: untypedChoice(paymentSchedules),
  pendingPriceModel: PendingPriceModel[way],
  proratedBilling: z.boolean(),
  refundCancellationPolicy: z.string(),
  sellerNotes: z.string(),
  snowflakeOffer: partnerDocument('SnowflakeMarketplaceOffer'),
  spaUrl: z.string(),
  trialConfig: TrialConfig[way],
  usageBillingIntervalInMonths: z.int(),
}));

export const WorkloadEntitlement = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    name: z.string(),
    partner: z.enum(partners),
    service: z.enum(services),
    status: z.enum(entitlementStatuses),
    type: z.string(),
    partnerID: z.string().optional(),
    externalID: z.string().optional(),
    externalBuyerID: z.string().optional(),
    externalProductID: z.string().optional(),
    productID: z.string().optional(),
    offerID: z.string().optional(),
    buyerID: z.string().optional(),
    entitlementTermID: z.string().optional(),
    startTime: timeOut.optional(),
    endTime: timeOut.optional(),
    info: EntitlementInfo.reply,
    metaInfo: WorkloadMetaInfo.reply,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'WorkloadEntitlement' });

export const termTypes = [
  'AutoRenew',
  'ManualRenew',
  'PlanChange',
  'QuantityChange',
  'Signup',
  'DivideCommit',
] as const;

const EntitlementTermInfo = referenceObject('EntitlementTermInfo', () => ({
  dimensionQuantityDecimalParts: z.record(z.string(), exactNumber),
  isCommitDivided: z.boolean(),
  parentEntitlementTermId: z.string(),
  subEntitlementTermIds: z.array(z.string()),
  type: z.enum(termTypes),
}));
export type EntitlementTermInfo = z.output<typeof EntitlementTermInfo.reply>;

export const WorkloadEntitlementTerm = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    entitlementID: z.string(),
    partner: z.enum(partners),
    service: z.enum(services),
    productID: z.string().optional(),
    offerID: z.string().optional(),
    buyerID: z.string().optional(),
    externalEntitlementID: z.string().optional(),
    startTime: timeOut,
    endTime: timeOut.optional(),
    commitAmount: decimalOut,
    usedCommitAmount: decimalOut,
    creditAmount: decimalOut,
    usedCreditAmount: decimalOut,
    reportedAmount: decimalOut,
    info: EntitlementTermInfo.reply,
    entitlementInfo: EntitlementInfo.reply,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'WorkloadEntitlementTerm' });
