import { z } from 'zod';
import {
  choiceIn,
  day,
  decimalOut,
  document,
  listParams,
  partnerDocument,
  text,
  textParam,
  timeOut,
} from '../../../contract/shapes.ts';
import { meteredPartners } from '../usage-record-group/schema.ts';
import { settlementOutcomes } from './settlement/settlement.ts';

export const usageReportStatuses = ['', 'SUCCESS', 'FAILED', 'CREATED', 'INVOICED', 'DELETED', 'CANCELED'] as const;

const quantities = z.record(z.string(), decimalOut);

const AggregatedMeteringUsageRecord = z
  .strictObject({
    amount: decimalOut,
    billableMetricAggregationType: z.enum(['COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST']),
    billableMetricInfo: document,
    groupBysExpression: z.string(),
    key: z.string(),
    name: z.string(),
    quantity: decimalOut,
    uniqueCountAggregationResult: partnerDocument('UniqueCountAggregationResult'),
  })
  .partial()
  .meta({ id: 'AggregatedMeteringUsageRecord' });

/** Not in the reference: the status of a report is that of its worst dimension. */
const UsageReportDimensionState = z
  .strictObject({
    status: z.enum(['CREATED', 'REPORT_PENDING', 'SUCCESS', 'FAILED', 'CANCELED']),
    message: z.string().optional(),
  })
  .meta({ id: 'UsageReportDimensionState' });

export const MeteringUsageRecordReportInfo = z
  .strictObject({
    startTime: timeOut,
    endTime: timeOut,
    partner: z.string(),
    status: z.enum(usageReportStatuses),
    message: z.string().meta({
      description:
        'CORRECTION (direct billing: late usage changed rows of an hour), SHADOW, TEST, OUTCOME_UNKNOWN, DUPLICATE_FOREIGN, LATE, who SETTLED it, or what the marketplace said',
    }),
    reportedRecords: quantities.meta({ description: 'Submitted (or to be submitted), by dimension' }),
    dimensionStates: z.record(z.string(), UsageReportDimensionState),
    includedRecords: quantities.meta({ description: 'Included in the price of the plan (AZURE), so never submitted' }),
    creditRecords: quantities,
    decimalParts: quantities.meta({ description: 'Carried in from the previous hour' }),
    newDecimalParts: quantities.meta({ description: 'Carried to the next hour' }),
    usageRecordGroupIds: z.array(z.string()).meta({ description: 'At most 100 of its groups' }),
    awsMeteringRequest: partnerDocument('AwsMarketplaceMeteringBatchMeterUsageInput'),
    awsMeteringResponse: partnerDocument('AwsMeteringBatchMeterUsageOutput'),
    azureMeteringRequest: partnerDocument('AzureMarketplaceMeteringBatchUsageEvent'),
    azureMeteringResponse: partnerDocument('AzureMeteringBatchUsageEventOkResponse'),
    gcpMeteringRequest: partnerDocument('GcpMarketplaceMeteringOperation'),
    gcpMeteringResponse: partnerDocument('GcpServiceControlReportResponse'),
    alibabaMeteringRequest: document,
    alibabaMeteringResponse: document,
    aggregatedBillableRecords: z.array(AggregatedMeteringUsageRecord).meta({
      description: 'Direct billing: what the hour adds up to, by metric and group, at most 200 rows',
    }),
    commitAmount: decimalOut,
    creditAmount: decimalOut,
    dimensionCategories: z.record(z.string(), z.string()),
    dimensionUnitListPrice: quantities,
    dimensionUnitPrice: quantities,
    recordsToReportBeforeAdjustmentAtListPrice: quantities,
    usedCommitAmount: decimalOut,
    usedCommitAmountIncrement: decimalOut,
    usedCreditAmount: decimalOut,
    usedCreditAmountIncrement: decimalOut,
  })
  .partial()
  .meta({ id: 'MeteringUsageRecordReportInfo' });

export const MeteringUsageRecordReport = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    entitlementID: z.string(),
    entitlementTermID: z.string(),
    partner: z.string(),
    productID: z.string().optional(),
    buyerID: z.string().optional(),
    creationTime: timeOut,
    info: MeteringUsageRecordReportInfo,
  })
  .meta({ id: 'MeteringUsageRecordReport' });

export const UsageRecordReportListParams = z.object({
  ...listParams(),
  partner: choiceIn(meteredPartners).optional(),
  productId: textParam(),
  buyerId: textParam(),
  entitlementId: textParam(),
  startDate: day.optional().meta({ description: 'UTC, by creation; 30 days before endDate when absent' }),
  endDate: day.optional().meta({ description: 'UTC, included; today when absent' }),
});

export const ListUsageRecordReportsResponse = z
  .strictObject({ usageRecordReports: z.array(MeteringUsageRecordReport), nextOffset: z.int().optional() })
  .meta({ id: 'ListUsageRecordReportsResponse' });

export const SettleUsageRecordReport = z.strictObject({
  outcome: z.enum(settlementOutcomes).meta({ description: 'Whether the marketplace has counted the quantities' }),
  dimensions: z
    .array(z.string())
    .min(1)
    .max(1000)
    .nullish()
    .meta({ description: 'Keys as in reportedRecords; when absent, all whose outcome is unknown' }),
  note: text(1000)
    .regex(/\S/, 'must not be empty')
    .meta({ description: 'How the outcome is known; kept forever and shown in info.message' }),
});
