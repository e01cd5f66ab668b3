import { z } from 'zod';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { choiceIn, day, decimalOut, document, listParams, textParam, timeOut } from '../../../contract/shapes.ts';
import { paymentCodes } from '../../buyer/payment/payment.ts';
import { maxBillableRecords } from '../billable-usage/read-billable-records.ts';
import { usageStatuses } from './states.ts';

const usageSources = ['API', 'INTERNAL', 'LAGO', 'METRONOME', 'ORB', 'STRIPE'] as const;
export const maxBatch = 1000;

/** Marketplaces, and the providers of direct billing. */
export const meteredPartners = [...marketplaceCodes, ...paymentCodes] as const;

const MeteringUsageRecord = z
  .strictObject({ key: z.string(), properties: document, quantity: decimalOut })
  .partial()
  .meta({ id: 'MeteringUsageRecord' });

const quantities = z.record(z.string(), decimalOut);

/** Open, because what clients store there is kept. */
const MeteringUsageRecordGroupMetaInfo = z
  .looseObject({
    SkipValidation: z.boolean(),
    billableRecords: z.array(MeteringUsageRecord),
    lagoAmount: decimalOut,
    lagoSubscriptionID: z.string(),
    lagoUsageStartTime: timeOut,
    metronomeDailyCostAmount: decimalOut,
    metronomeInvoiceID: z.string(),
    metronomeMonthlyInvoiceAmount: decimalOut,
    metronomeMonthlyInvoiceAmountAdjusted: decimalOut,
    originRecords: quantities.meta({ description: 'The records as sent, if they were mapped to other dimensions' }),
    source: untypedChoice(['', ...usageSources]),
    stripeInvoiceID: z.string(),
    stripePeriodEndTime: timeOut,
    stripePeriodStartTime: timeOut,
    stripeSubscriptionItemID: z.string(),
    stripeUsageRecordSummaryID: z.string(),
    stripeUsageRecordSummaryTotalUsage: z.int(),
    timestamp: timeOut.meta({ description: 'The time of the usage' }),
    originalHour: timeOut.meta({ description: 'The hour of late usage that was submitted for a later one' }),
  })
  .partial()
  .meta({ id: 'MeteringUsageRecordGroupMetaInfo' });

/** Kept as sent, after `read-allocations.ts` has checked it; only described here. */
const UsageAllocations = document.meta({
  additionalProperties: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        quantity: { type: 'number' },
        tags: {
          type: 'array',
          items: { type: 'object', properties: { key: { type: 'string' }, value: { type: 'string' } } },
        },
      },
    },
  },
});

/** Not in the reference: a group has several dimensions, and each may end differently. */
const UsageDimensionState = z
  .strictObject({
    status: z.enum(usageStatuses),
    quantity: decimalOut,
    reportedQuantity: decimalOut.optional(),
    cause: z.string().optional(),
    message: z.string().optional(),
    hour: timeOut,
    usageRecordReportID: z.string().optional(),
  })
  .meta({ id: 'UsageDimensionState' });

export const MeteringUsageRecordGroup = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    entitlementID: z.string(),
    buyerID: z.string().optional(),
    // The reference has no words for direct billing here, and a strict client of it reads no list that has others.
    partner: z.enum(marketplaceCodes).optional(),
    status: z.string().meta({ description: usageStatuses.join(', ') }),
    records: quantities,
    metaInfo: MeteringUsageRecordGroupMetaInfo,
    usageAllocations: UsageAllocations.optional(),
    dimensionStates: z.record(z.string(), UsageDimensionState),
    usageRecordReportID: z.string().optional(),
    reportedTime: timeOut.optional(),
    serialID: z.int().optional(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'MeteringUsageRecordGroup' });

/**
 * Bodies are described here and read by `parse-usage.ts`, which checks the id before everything else, lists every fault
 * of a batch, and is several times as fast as a general validator.
 */
const readByHand = (schema: Record<string, unknown>) => z.custom<unknown>().meta(schema);

const text = { type: 'string' };
const usageProperties = {
  id: { type: 'string', maxLength: 36, description: 'Unique in the organization, forever; may also be written ID' },
  entitlementID: text,
  records: {
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 2147483647 },
    description:
      "For marketplaces: quantities by a dimension's key or exact name; at least one above zero, each at most 2147483647",
  },
  timestamp: { type: 'string', format: 'date-time', description: 'The time of the usage; now when absent' },
  billableRecords: {
    type: 'array',
    maxItems: maxBillableRecords,
    description:
      'Usage for direct billing (STRIPE, ADYEN), instead of records: at most 200. key is the id of a billable metric; properties are texts, numbers and flags; the quantity may be absent for COUNT and UNIQUE_COUNT',
    items: {
      type: 'object',
      properties: {
        key: text,
        properties: { type: 'object', additionalProperties: true },
        quantity: { type: 'number' },
      },
    },
  },
  usageAllocations: {
    type: 'object',
    description:
      'Parts of the quantities by tags, submitted to AWS: by dimension, at most 2500 sets of at most 5 tags; the rest is untagged',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          quantity: { type: 'number' },
          tags: { type: 'array', items: { type: 'object', properties: { key: text, value: text } } },
        },
      },
    },
  },
  metaInfo: { type: 'object', additionalProperties: true, description: 'SkipValidation skips the check of dimensions' },
};

export const NewUsageRecordGroups = readByHand({
  type: 'array',
  maxItems: maxBatch,
  items: { type: 'object', required: ['entitlementID'], properties: usageProperties },
});

export const CreateUsageRecordGroupParams = readByHand({
  type: 'object',
  properties: { ...usageProperties, organizationID: text },
});

export const UsageRecordGroupListParams = z.object({
  ...listParams(),
  partner: choiceIn(meteredPartners).optional(),
  productId: textParam(),
  buyerId: textParam(),
  entitlementId: textParam(),
  status: choiceIn(usageStatuses).optional(),
  source: choiceIn(usageSources).optional(),
  metaInfo: textParam(4000).meta({ description: 'A JSON object that the metaInfo of a group contains' }),
  startDate: day.optional().meta({ description: 'UTC, by creation; 30 days before endDate when absent' }),
  endDate: day.optional().meta({ description: 'UTC, included; today when absent' }),
});

export const ListUsageRecordGroupsResponse = z
  .strictObject({ usageRecordGroups: z.array(MeteringUsageRecordGroup), nextOffset: z.int().optional() })
  .meta({ id: 'ListUsageRecordGroupsResponse' });

export const RetryParams = z.object({ creationDate: day.optional().meta({ description: 'UTC; narrows the search' }) });
