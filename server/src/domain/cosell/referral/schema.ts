import { z } from 'zod';
import { coSellPartners, referralStages } from '../../../adapters/cosell/port.ts';
import { crmSystems } from '../../../adapters/crm/port.ts';
import { documentBytesMax } from '../../../contract/limits.ts';
import {
  choiceIn,
  componentOf,
  day,
  decimalOut,
  document,
  exactNumber,
  idIn,
  ownedDocument,
  ownedDocuments,
  ownedText,
  ownedTime,
  text,
  timeOut,
  withoutNulls,
} from '../../../contract/shapes.ts';
import { isLargerJson } from '../../../kit/json-size.ts';
import { isWebAddress } from '../../../kit/web-address.ts';
import { ReferralCommission, RevenueShare, RevenueShareIn } from '../commission/schema.ts';
import { BuyerCompany, BuyerCompanyIn } from './buyer-company-schema.ts';
import { referralPartners } from './referral.ts';
import { referralStatuses } from './states.ts';

export { BuyerCompanyIn };

/** A deal in the partner's own members: as much as a partner takes, with room to spare. */
const documentMax = 64 * 1024;

const bounded = (max: number) =>
  document
    .refine((value) => !isLargerJson(value, max), `is larger than ${max} bytes as JSON: keep less in it`)
    .meta({ 'x-max-bytes': max });

const Crm = z
  .strictObject({ system: z.enum(crmSystems), recordId: z.string(), url: z.string().optional() })
  .meta({ id: 'ReferralCrm' });

const info = {
  aceOpportunityV2: document,
  createMicrosoftReferralRequest: document,
  gcpOpportunityV2: document,
  direct: document,
};

const ReferralInfo = z.strictObject(info).partial().meta({ id: 'ReferralInfo' });

const PartnerShare = z
  .strictObject({
    partnerId: z.string(),
    organizationID: z.string().optional(),
    revenueShare: RevenueShare.optional(),
    dealValue: decimalOut.optional(),
    note: z.string().optional(),
    commission: ReferralCommission.optional(),
  })
  .meta({ id: 'ReferralPartnerShare' });

const SyncError = z
  .strictObject({ path: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'ReferralFault' });

const ReferralSync = z
  .strictObject({
    status: z.enum(['IN_SYNC', 'PENDING', 'FAILED']),
    lastSuccessTime: timeOut.optional(),
    lastAttemptTime: timeOut.optional(),
    errors: z.array(SyncError),
  })
  .meta({ id: 'ReferralSync' });

/** What the partner says about the referral, in its own words. */
const PartnerView = z
  .strictObject({
    status: z.string(),
    reason: z.string().optional(),
    comments: z.string().optional(),
    document,
  })
  .meta({ id: 'ReferralPartnerView' });

export const Referral = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    partner: z.enum(referralPartners),
    direction: z.enum(['OUTBOUND', 'INBOUND']),
    name: z.string(),
    status: z.enum(referralStatuses),
    stage: z.enum(referralStages),
    externalID: z.string().optional(),
    buyerCompany: BuyerCompany,
    buyerID: z.string().optional(),
    dealValue: decimalOut.optional(),
    currency: z.string().optional(),
    targetCloseDate: z.string().meta({ format: 'date' }).optional(),
    crm: Crm.optional(),
    info: ReferralInfo,
    partnerView: PartnerView.optional(),
    acceptBy: timeOut.optional(),
    closeReason: z.string().optional(),
    closedTime: timeOut.optional(),
    partners: z.array(PartnerShare),
    commission: ReferralCommission.optional(),
    sync: ReferralSync,
    metaInfo: document,
    approvalInfo: document.optional(),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdatedBy: z.string(),
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'Referral' });

const partnerDocument = bounded(documentMax);

/** Exactly one member: that of the partner. */
const ReferralDraftInfo = withoutNulls(
  z
    .strictObject({
      aceOpportunityV2: partnerDocument,
      createMicrosoftReferralRequest: partnerDocument,
      gcpOpportunityV2: partnerDocument,
    })
    .partial()
    .meta(componentOf('ReferralDraftInfo')),
);

const crmId = text(64).optional();
const freeDocument = bounded(documentBytesMax);

const draftPartner = z.enum(coSellPartners);

export const ReferralDraft = withoutNulls(
  z
    .strictObject({
      partner: draftPartner,
      salesforceOpportunityId: crmId,
      salesforceAccountId: crmId,
      hubspotDealId: crmId,
      hubspotCompanyId: crmId,
      info: ReferralDraftInfo,
      metaInfo: freeDocument.optional(),
      approvalInfo: freeDocument.optional(),
    })
    .meta(componentOf('ReferralDraft')),
);
export type ReferralDraft = z.output<typeof ReferralDraft>;

/** A batch has at most this many referrals, and no more are previewed for creation at once. */
const batchMax = 100;

/** How an object with any members is written in the document of the API. */
const anyObject = { type: 'object' as const, properties: {}, additionalProperties: {} };

/** Items are read one by one: a faulty one spoils none, also where it is no object at all. */
export const ReferralBatch = z
  .array(z.unknown().meta({ ...componentOf('ReferralBatchItem'), ...anyObject }))
  .min(1)
  .max(batchMax)
  .meta({ description: 'Drafts, each in the form that createReferral accepts.' });

/** The operation that creates a referral. */
export const OperationExecutionDetails = z
  .strictObject({ workflowID: z.string(), runID: z.string(), entityId: z.string() })
  .meta({ id: 'OperationExecutionDetails' });

const BatchError = z
  .strictObject({ code: z.string(), message: z.string(), info: z.array(SyncError).optional() })
  .meta({ id: 'ReferralBatchError' });

export const BatchCreateReferrals = z
  .strictObject({
    results: z.array(
      z
        .strictObject({
          index: z.int(),
          referralId: z.string().optional(),
          operation: OperationExecutionDetails.optional(),
          error: BatchError.optional(),
        })
        .meta({ id: 'ReferralBatchResult' }),
    ),
  })
  .meta({ id: 'BatchCreateReferralsResponse' });

export const ReferralValidation = z
  .strictObject({ valid: z.boolean(), errors: z.array(SyncError) })
  .meta({ id: 'ReferralValidation' });

export const PredictQualityScore = z.strictObject({ referral: ReferralDraft }).meta(componentOf('PredictQualityScore'));

export const QualityScore = z
  .strictObject({
    score: z.int(),
    factors: z.array(
      z
        .strictObject({ name: z.string(), points: z.int(), maxPoints: z.int(), advice: z.string() })
        .meta({ id: 'QualityFactor' }),
    ),
  })
  .meta({ id: 'QualityScore' });

export const CreateReferralParams = z.object({
  forceCreate: z
    .string()
    .transform((value) => /^(true|1)$/i.test(value))
    .optional()
    .meta({
      type: 'boolean',
      description: 'Also if the CRM record already has a referral at that partner',
    }),
});

const CrmIn = z
  .strictObject({
    system: z.enum(crmSystems),
    recordId: text(64, 1),
    url: text(2048).refine(isWebAddress, 'must be the address of a web page').nullish(),
  })
  .meta(componentOf('ReferralCrmInput'));

const ReferralInfoIn = withoutNulls(
  z
    .strictObject({
      aceOpportunityV2: partnerDocument,
      createMicrosoftReferralRequest: partnerDocument,
      gcpOpportunityV2: partnerDocument,
      direct: partnerDocument,
    })
    .partial()
    .meta(componentOf('ReferralInfoInput')),
);

const owned = {
  id: ownedText,
  organizationID: ownedText,
  partner: ownedText,
  direction: ownedText,
  externalID: ownedText,
  partnerView: ownedDocument,
  acceptBy: ownedTime,
  closedTime: ownedTime,
  partners: ownedDocuments,
  commission: ownedDocument,
  sync: ownedDocument,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdatedBy: ownedText,
  lastUpdateTime: ownedTime,
};

/** ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of ISO 4217, three capital letters');

export const UpdateReferral = z
  .strictObject({
    ...owned,
    name: text(255, 1).optional(),
    status: choiceIn(referralStatuses).optional(),
    stage: choiceIn(referralStages).optional(),
    closeReason: text(255).nullish(),
    buyerCompany: BuyerCompanyIn.optional(),
    buyerID: idIn('buyer').nullish(),
    dealValue: exactNumber.nullish(),
    currency: currency.nullish(),
    targetCloseDate: day.nullish(),
    crm: CrmIn.nullish(),
    info: ReferralInfoIn.optional(),
    metaInfo: freeDocument.nullish(),
    approvalInfo: freeDocument.nullish(),
  })
  .meta(componentOf('UpdateReferral'));
export type UpdateReferral = z.output<typeof UpdateReferral>;

export const UpdateReferralPartner = z
  .strictObject({
    partnerId: idIn('relation'),
    revenueShare: RevenueShareIn.optional(),
    dealValue: exactNumber.optional(),
    note: text(4000).nullish(),
  })
  .meta({ id: 'UpdateReferralPartner' });

export const SyncReferral = withoutNulls(
  z.strictObject({ direction: choiceIn(['INBOUND', 'OUTBOUND']).optional() }).meta(componentOf('SyncReferral')),
);
