import { z } from 'zod';
import { documentBytesMax } from '../../contract/limits.ts';
import { partners } from '../../contract/partner-codes.ts';
import { PaymentInstallment, TrialConfig } from '../../contract/reference/billing.ts';
import { BillableDimension, CommitDimension, MeteringDimension } from '../../contract/reference/dimensions.ts';
import { billingCycles, eulaTypes, paymentSchedules, services } from '../../contract/reference/enums.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { referenceObject, timeText, untypedChoice } from '../../contract/reference/reference.ts';
import {
  choiceIn,
  componentOf,
  day,
  exactNumber,
  idIn,
  ownedText,
  ownedTime,
  partnerDocument,
  text,
  timeIn,
  timeOut,
} from '../../contract/shapes.ts';
import { offerTypes } from './offer-types.ts';
import { offerStatuses } from './states.ts';

/** The purchase state of an accepted offer that has no entitlement yet. */
export const offerSubStatuses = ['PURCHASE_FAILED', 'PENDING_PURCHASE'] as const;

const dealTypes = ['OFFER_DEAL_TYPE_UNSPECIFIED', 'CHANNEL_SHIFT', 'MIGRATION', 'NATIVE_RENEWAL'] as const;

const usagePriceModels = ['CUD_LIST_PRICE', 'CUD_ALL_USAGE_DISCOUNTED', 'USAGE_DISCOUNT_ONLY'] as const;

/** The terms of an offer. Amounts and rates are in `currency`; `commitAmount` is the total price of all commits. */
export const OfferInfo = referenceObject(
  'OfferInfo',
  (way) => ({
    additionalEulaUrls: z.array(z.string()),
    additionalResellerEulaUrls: z.array(z.string()),
    attachEulaType: untypedChoice(eulaTypes),
    autoRenew: z.boolean(),
    awsAgreementDuration: z.string().max(20),
    awsChannelPartner: partnerDocument('AwsChannelPartner'),
    awsCppoEventDetail: partnerDocument('AwsMarketplaceEventBridgeEventDetail'),
    awsCppoOpportunity: partnerDocument('AwsMarketplaceCppoOpportunity'),
    awsMachineLearningContractDuration: z.int32(),
    awsMarkupPercentage: exactNumber,
    awsOfferSetId: z.string(),
    awsResaleAuthorizationId: z.string(),
    azureOriginalPlan: partnerDocument('AzureMarketplacePriceAndAvailabilityPrivateOfferPlan'),
    azurePrivateOffer: partnerDocument('AzureMarketplacePrivateOffer'),
    azureProductVariant: partnerDocument('AzureProductVariant'),
    billableDimensions: z.array(BillableDimension[way]),
    billingCycle: untypedChoice(billingCycles),
    billingIntervalInMonths: z.int32(),
    buyerAwsAccountIds: z.array(z.string()),
    buyerAzureTenants: z.array(partnerDocument('AzureAudience')),
    commitAmount: exactNumber,
    commitBillingIntervalInMonths: z.int32(),
    commits: z.array(CommitDimension[way]),
    currency: z.string().max(8),
    dimensions: z.array(MeteringDimension[way]),
    discountPercentage: exactNumber,
    docusignEnvelopeIds: z.record(z.string(), z.string()),
    eulaMergeOrder: z.array(z.int32()),
    eulaType: z.enum(eulaTypes),
    eulaUrl: z.string().max(2048),
    gcpCustomerInfo: partnerDocument('GcpMarketplacePrivateOfferCustomerInfo'),
    gcpDuration: z.int32(),
    gcpMetrics: z.array(partnerDocument('GcpMarketplaceProductMeteringMetric')),
    gcpOfferDealType: untypedChoice(dealTypes),
    gcpPaymentSchedule: untypedChoice(paymentSchedules),
    gcpPlans: z.array(partnerDocument('GcpMarketplaceProductPurchaseOptionSpec')),
    gcpPrivateOffer: partnerDocument('GcpMarketplacePrivateOffer'),
    gcpProviderInfo: partnerDocument('GcpMarketplacePrivateOfferProviderInfo'),
    gcpProviderInternalNote: z.string(),
    gcpProviderPublicNote: z.string(),
    gcpResellerPrivateOfferPlan: partnerDocument('GcpMarketplaceResellerPrivateOfferPlan'),
    gcpSowAgreementDocument: partnerDocument('GcpAgreementDocument'),
    gcpUsagePlanPriceModel: untypedChoice(usagePriceModels),
    gracePeriodInDays: z.int32(),
    isMeteringOverageCommit: z.boolean(),
    netTermsInDays: z.int32(),
    paymentInstallments: z.array(PaymentInstallment[way]),
    paymentSchedule: untypedChoice(paymentSchedules),
    pdfURL: z.string(),
    privateOfferUrl: z.string(),
    proratedBilling: z.boolean(),
    refundCancellationPolicy: z.string().max(5000),
    resellerAttachEulaType: untypedChoice(eulaTypes),
    resellerEulaType: untypedChoice(eulaTypes),
    resellerEulaUrl: z.string(),
    sellerNotes: z.string().max(5000),
    snowflakeOffer: partnerDocument('SnowflakeMarketplaceOffer'),
    startTime: timeText,
    taxIds: z.array(z.string()),
    trialConfig: TrialConfig[way],
    usageBillingIntervalInMonths: z.int32(),
    visibility: z.enum(['PRIVATE', 'PUBLIC']),
  }),
  {
    maxBytes: documentBytesMax,
    neverZero: [
      'awsMachineLearningContractDuration',
      'billingIntervalInMonths',
      'commitBillingIntervalInMonths',
      'gcpDuration',
      'usageBillingIntervalInMonths',
    ],
  },
);

/** Members set by the service or the marketplace. Client values for them are ignored. */
export const ownedOfferInfo = [
  'awsCppoEventDetail',
  'awsOfferSetId',
  'gcpPrivateOffer',
  'pdfURL',
  'privateOfferUrl',
] as const satisfies (keyof z.output<typeof OfferInfo.reply>)[];

/** Maximum number of contacts of an offer. */
export const contactsMax = 100;

/** Contacts to notify; null or absent means all contacts of the offer. */
export const NotifiedContacts = z.array(idIn('contact')).max(contactsMax).nullable();

/** What a seller writes above an offer when contacts are notified of it. */
export const PersonalLine = text(300).refine(
  (value) => /^\P{Cc}*$/u.test(value),
  'must be one line: replace line breaks by spaces',
);

export const NotifyParams = z.object({
  personalLine: PersonalLine.optional().meta({ description: 'A line of your own, above the offer in each mail.' }),
});

/** A whole offer as clients send it. A new draft needs `name` and `partner`; everything else can follow later. */
export const OfferIn = z
  .object({
    id: z.string().max(64).nullish(),
    name: text(150).nullish(),
    partner: choiceIn(partners).nullish(),
    service: choiceIn(services).nullish(),
    offerType: choiceIn(offerTypes).nullish(),
    productID: z.string().max(64).nullish(),
    buyerID: z.string().max(64).nullish(),
    contactIds: z.array(idIn('contact')).max(contactsMax).nullish(),
    expireTime: timeIn.nullish(),
    endTime: timeIn.nullish(),
    info: OfferInfo.request.nullish(),
    metaInfo: WorkloadMetaInfo.request.nullish(),
    organizationID: ownedText,
    externalID: ownedText,
    partnerID: ownedText,
    status: ownedText,
    subStatus: ownedText,
    createdBy: ownedText,
    creationTime: ownedTime,
    lastUpdatedBy: ownedText,
    lastUpdateTime: ownedTime,
  })
  .meta(componentOf('WorkloadOfferInput'));
export type OfferIn = z.output<typeof OfferIn>;

export const WorkloadOffer = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    name: z.string(),
    partner: z.enum(partners),
    service: z.enum(services),
    offerType: z.enum(offerTypes),
    status: z.enum(offerStatuses),
    subStatus: z.enum(offerSubStatuses).optional(),
    externalID: z.string().optional(),
    partnerID: z.string().optional(),
    productID: z.string().optional(),
    buyerID: z.string().optional(),
    contactIds: z.array(z.string()),
    expireTime: timeOut.optional(),
    endTime: timeOut.optional(),
    info: OfferInfo.reply,
    metaInfo: WorkloadMetaInfo.reply,
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdatedBy: z.string(),
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'WorkloadOffer' });

export const ExtendExpiryParams = z.object({
  newExpiryDate: day.meta({ description: 'The new last day, YYYY-MM-DD (GCP: in Los Angeles time; otherwise UTC)' }),
});

/** Usage prices to add to a released private offer, or to change. */
export const UpdateOfferPrice = z
  .strictObject({
    id: ownedText,
    organizationID: ownedText,
    dimensions: z.array(MeteringDimension.request).min(1).max(800),
  })
  .meta({ id: 'UpdateOfferPrice' });
