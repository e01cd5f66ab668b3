import { z } from 'zod';
import { documentBytesMax } from '../limits.ts';
import { createShownDocument } from '../partner-documents/shown-documents.ts';
import { namedTexts, partnerDocument } from '../shapes.ts';
import { referenceObject, timeText, untypedChoice } from './reference.ts';

const MetaContact = referenceObject('Contact', () => ({ company: z.string(), email: z.string(), name: z.string() }));

const ApprovalInfo = referenceObject('ApprovalInfo', () => ({
  approvalStatus: z.enum(['Submitted', 'Approved', 'Declined', 'Action Required']),
  requestDate: timeText,
  decisionDate: timeText,
  message: z.string(),
}));

/**
 * Metadata of a product, an offer or an entitlement: CRM IDs, notes, flags, and the result of the last partner call.
 */
export const WorkloadMetaInfo = referenceObject(
  'WorkloadMetaInfo',
  (way) => ({
    aceApnCrmUniqueIdentifier: z.string(),
    approvalInfo: ApprovalInfo[way],
    awsSaasProductDimensions: z.array(partnerDocument('AwsProductDimension')),
    azureOriginalOfferIDForUpgrade: z.string(),
    baseAgreementId: z.string(),
    buyerIds: z.array(z.string()),
    chargebeeSubscriptionID: z.string(),
    contacts: z.array(MetaContact[way]),
    cppoInOfferId: z.string(),
    cppoOfferId: z.string(),
    cppoOutOfferId: z.string(),
    customMetaInfo: namedTexts,
    enableTestUsageMetering: z.boolean(),
    entitlementCancellationSchedule: partnerDocument('CancellationSchedule'),
    errorMessages: z.array(z.string()),
    hubspotDealId: z.string().max(255),
    internalNote: z.string().max(1000),
    isAgreementBasedOffer: z.boolean(),
    isAzureUpgradeOffer: z.boolean(),
    isGrossRevenueFullSync: z.boolean(),
    isRenewalOffer: z.boolean(),
    isReplacementOffer: z.boolean(),
    lastModifiedBy: partnerDocument('LastModifiedBy'),
    notifications: z.array(partnerDocument('NotificationEvent')),
    offerAcceptDate: timeText,
    offerCreationSuccessDate: timeText,
    prettifiedErrorMessages: z.array(z.string()),
    renewalOfferType: untypedChoice(['External', 'AwsMarketplace']),
    replacedOfferEndTime: timeText,
    replacedOfferResourceName: z.string(),
    resellerIds: z.array(z.string()),
    salesforceEntitlementURL: z.string(),
    salesforceOpportunityId: z.string().max(255),
    salesforceQuoteId: z.string().max(255),
    testUsageMeteringEndTime: timeText,
    updateMessage: z.string(),
  }),
  { maxBytes: documentBytesMax },
);
export type WorkloadMetaInfo = z.output<typeof WorkloadMetaInfo.reply>;

/** How stored metadata is shown. */
export const shownMetaInfo = createShownDocument(WorkloadMetaInfo.reply);

/** Members set by the service or the marketplace; values sent by clients are ignored. */
export const ownedMetaInfo = [
  'errorMessages',
  'prettifiedErrorMessages',
  'updateMessage',
  'offerAcceptDate',
  'offerCreationSuccessDate',
  'notifications',
  'lastModifiedBy',
  'entitlementCancellationSchedule',
] as const satisfies (keyof WorkloadMetaInfo)[];

/** A partial update: absent members are kept, null clears. */
export type MetaInfoChange = z.output<typeof WorkloadMetaInfo.change>;

/** Applies a partial update; members set by the service or the marketplace are left unchanged. */
export const changedMetaInfo = (old: WorkloadMetaInfo, change: MetaInfoChange): WorkloadMetaInfo => {
  const owned: readonly string[] = ownedMetaInfo;
  const given = Object.entries(change).filter(([name, value]) => value !== undefined && !owned.includes(name));
  return Object.fromEntries(
    Object.entries({ ...old, ...Object.fromEntries(given) }).filter(([, value]) => value !== null),
  );
};
