import { z } from 'zod';
import { document } from '../shapes.ts';
import { referenceObject, timeText, untypedChoice } from './reference.ts';

const MetaContact = referenceObject('Contact', () => ({ company: z.string(), email: z.string(), name: z.string() }));

const ApprovalInfo = referenceObject('ApprovalInfo', () => ({
  approvalStatus: z.enum(['Submitted', 'Approved', 'Declined', 'Action Required']),
  requestDate: timeText,
  decisionDate: timeText,
  message: z.string(),
}));

/** What surrounds a product, an offer or an entitlement: CRM ids, notes, flags, and what the last partner call said. */
export const WorkloadMetaInfo = referenceObject('WorkloadMetaInfo', (way) => ({
  aceApnCrmUniqueIdentifier: z.string(),
  approvalInfo: ApprovalInfo[way],
  awsSaasProductDimensions: z.array(document),
  azureOriginalOfferIDForUpgrade: z.string(),
  baseAgreementId: z.string(),
  buyerIds: z.array(z.string()),
  chargebeeSubscriptionID: z.string(),
  contacts: z.array(MetaContact[way]),
  cppoInOfferId: z.string(),
  cppoOfferId: z.string(),
  cppoOutOfferId: z.string(),
  customMetaInfo: z.record(z.string(), z.string()),
  enableTestUsageMetering: z.boolean(),
  entitlementCancellationSchedule: document,
  errorMessages: z.array(z.string()),
  hubspotDealId: z.string().max(255),
  internalNote: z.string().max(1000),
  isAgreementBasedOffer: z.boolean(),
  isAzureUpgradeOffer: z.boolean(),
  isGrossRevenueFullSync: z.boolean(),
  isRenewalOffer: z.boolean(),
  isReplacementOffer: z.boolean(),
  lastModifiedBy: document,
  notifications: z.array(document),
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
}));
export type WorkloadMetaInfo = z.output<typeof WorkloadMetaInfo.reply>;

/** Members that the service or the marketplace sets; what a client sends for them is ignored. */
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
