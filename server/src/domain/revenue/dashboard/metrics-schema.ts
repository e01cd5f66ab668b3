import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import { day, decimalOut, textParam, timeOut } from '../../../contract/shapes.ts';
import { currencyCode, rateTableName } from '../exchange-rate/schema.ts';
import { movementRows } from '../metrics/transitions.ts';

const choice = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z
    .enum(values, { error: `must be one of ${values.join(', ')}` })
    .optional()
    .meta({ description });

const wholeNumber = (min: number, max: number, standard: number, description: string) =>
  z
    .string()
    .refine(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: min, maximum: max, default: standard, description });

const graceDaysMax = 366;

const reportParams = {
  startDate: day.optional().meta({
    description:
      'From this day onward, YYYY-MM-DD in timeZone; when absent, the first of the month 11 months before endDate',
  }),
  endDate: day.optional().meta({
    description:
      'Up to and including this day, YYYY-MM-DD in timeZone; when absent, today. A report never goes beyond now',
  }),
  currency: currencyCode.optional().meta({
    description:
      'The currency of the report, ISO 4217. When absent: that of rateTable, or else the only one that there is, or USD, or the first by code',
  }),
  granularity: choice(['month', 'quarter', 'year'], 'How long each period is; month when absent'),
  measure: choice(
    ['mrr', 'arr'],
    'Whether the waterfall shows MRR or ARR, which is 12 times the exact MRR; mrr when absent',
  ),
  by: choice(['product', 'partner', 'buyer'], 'Also shows a waterfall for each of these'),
  mode: choice(
    ['gross', 'net'],
    'gross: every movement counts. net: the period of a buyer is one movement, from its start to its end. gross when absent',
  ),
  rateTable: rateTableName.optional().meta({
    description:
      'Converts all currencies to that of this table of rates and adds them up. When absent, nothing is converted',
  }),
  timeZone: textParam(64).meta({
    description: 'The time zone of days, months, quarters and years (IANA), such as America/New_York; UTC when absent',
  }),
  renewalGraceDays: wholeNumber(
    0,
    graceDaysMax,
    30,
    'What is renewed within this many days after its end counts on until then, and is no churn',
  ),
  churnRecognition: choice(
    ['period_end', 'immediate'],
    'Whether a cancellation counts from its effect on, or from when it was asked for; period_end when absent',
  ),
};

export const RevenueMetricsParams = z.object(reportParams);
export type RevenueMetricsParams = z.output<typeof RevenueMetricsParams>;

/** Parts of a cell on a page. */
export const partsStandard = 100;
const partsMax = 1000;

export const ExplainRevenueMetricsParams = z.object({
  ...reportParams,
  page_size: wholeNumber(1, partsMax, partsStandard, 'The number of parts on a page'),
  page_number: wholeNumber(1, 999_999_999, 1, 'The page number, starting from 1'),
  cell: z.string().min(1).max(200).meta({
    description:
      'Which figure of the report with the same parameters: a column of the report (mrr), or the cell of a row, a colon and a column (2026-04:churn)',
  }),
});
export type ExplainRevenueMetricsParams = z.output<typeof ExplainRevenueMetricsParams>;

const retentions = { netRevenueRetention: decimalOut.nullable(), grossRevenueRetention: decimalOut.nullable() };

const RevenueWaterfallPeriod = z
  .strictObject({
    cell: z.string(),
    period: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    isWhole: z.boolean(),
    opening: decimalOut,
    new: decimalOut,
    expansion: decimalOut,
    contraction: decimalOut,
    churn: decimalOut,
    reactivation: decimalOut,
    moved: decimalOut,
    fx: decimalOut,
    closing: decimalOut,
    netNew: decimalOut,
    ...retentions,
  })
  .meta({ id: 'RevenueWaterfallPeriod' });

const RevenueWaterfallGroup = z
  .strictObject({ group: z.string(), waterfall: z.array(RevenueWaterfallPeriod) })
  .meta({ id: 'RevenueWaterfallGroup' });

const RevenueMetricsSettings = z
  .strictObject({
    movements: z.enum(['gross', 'net']),
    renewalGraceDays: z.int(),
    churnRecognition: z.enum(['period_end', 'immediate']),
    discounts: z.enum(['recurring', 'all', 'none']),
    sameMovementMinutes: z.int(),
  })
  .meta({ id: 'RevenueMetricsSettings' });

const partner = z.union([z.enum(partners), z.literal('')]);

const NonRecurringRevenue = z
  .strictObject({
    itemID: z.string(),
    entitlementID: z.string(),
    buyerID: z.string(),
    productID: z.string(),
    partner,
    currency: z.string(),
    amount: decimalOut,
  })
  .meta({ id: 'NonRecurringRevenue' });

const basis = {
  metricsVersion: z.string(),
  settings: RevenueMetricsSettings,
  timeZone: z.string(),
  currency: z.string(),
  rateTable: z.string().optional(),
  measure: z.enum(['mrr', 'arr']),
};

export const RevenueMetrics = z
  .strictObject({
    ...basis,
    startTime: timeOut,
    endTime: timeOut,
    mrr: decimalOut,
    arr: decimalOut,
    committedMrr: decimalOut,
    usageRunRate: decimalOut,
    usageExcessRunRate: decimalOut,
    ...retentions,
    waterfall: z.array(RevenueWaterfallPeriod),
    groups: z.array(RevenueWaterfallGroup).optional(),
    nonRecurring: z.array(NonRecurringRevenue),
    nonRecurringCount: z.int(),
    currencies: z.array(z.string()),
  })
  .meta({ id: 'RevenueMetrics' });

const source = {
  itemID: z.string(),
  entitlementID: z.string(),
  termID: z.string(),
  buyerID: z.string(),
  productID: z.string(),
  partner,
  recordIDs: z.array(z.string()),
};

const RevenueMetricsCause = z
  .strictObject({
    ...source,
    time: timeOut,
    reason: z.enum(['START', 'END', 'CANCELLATION', 'WITHDRAWAL', 'DISCOUNT', 'BRIDGE_END']),
    currency: z.string(),
    exact: z.string(),
  })
  .meta({ id: 'RevenueMetricsCause' });

const value = { currency: z.string(), amount: decimalOut, exact: z.string() };

const RevenueMetricsItemPart = z
  .strictObject({ kind: z.literal('ITEM'), ...source, ...value, rate: z.string(), isBridged: z.boolean() })
  .meta({ id: 'RevenueMetricsItemPart' });

const RevenueMetricsMovementPart = z
  .strictObject({
    kind: z.literal('MOVEMENT'),
    type: z.enum(movementRows).nullable(),
    buyerID: z.string(),
    time: timeOut,
    ...value,
    rate: z.string(),
    causes: z.array(RevenueMetricsCause),
  })
  .meta({ id: 'RevenueMetricsMovementPart' });

const RevenueMetricsRatePart = z
  .strictObject({
    kind: z.literal('FX'),
    ...value,
    opening: z.string(),
    openingRate: z.string(),
    closingRate: z.string(),
  })
  .meta({ id: 'RevenueMetricsRatePart' });

const RevenueMetricsBuyerPart = z
  .strictObject({
    kind: z.literal('BUYER'),
    buyerID: z.string(),
    currency: z.string(),
    opening: z.string(),
    kept: z.string(),
    closing: z.string(),
    rate: z.string(),
  })
  .meta({ id: 'RevenueMetricsBuyerPart' });

const RevenueMetricsUsagePart = z
  .strictObject({
    kind: z.literal('USAGE'),
    entitlementID: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    ...value,
    revenue: z.string(),
    minimum: z.string(),
    rate: z.string(),
    recordIDs: z.array(z.string()),
  })
  .meta({ id: 'RevenueMetricsUsagePart' });

export const RevenueMetricsExplanation = z
  .strictObject({
    ...basis,
    cell: z.string(),
    metric: z.string(),
    definition: z.string(),
    amount: decimalOut.nullable(),
    exact: z.string().nullable(),
    parts: z.array(
      z.discriminatedUnion('kind', [
        RevenueMetricsItemPart,
        RevenueMetricsMovementPart,
        RevenueMetricsRatePart,
        RevenueMetricsBuyerPart,
        RevenueMetricsUsagePart,
      ]),
    ),
    page_number: z.int(),
    page_size: z.int(),
    total_count: z.int(),
  })
  .meta({ id: 'RevenueMetricsExplanation' });
