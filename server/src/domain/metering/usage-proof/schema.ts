import { z } from 'zod';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { choiceIn, decimalOut, textParam, timeIn, timeOut } from '../../../contract/shapes.ts';
import { cursorMax } from './cursor.ts';
import { driftCauses } from './usage-proof.ts';

/** Rows of one page. */
const standardRows = 200;
const maxRows = 1000;

export const limitParam = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of at least 1')
  .transform((text, context): number => {
    const count = Number(text);
    if (count < 1) context.addIssue({ code: 'custom', message: 'must be a whole number of at least 1' });
    return Math.min(count, maxRows);
  })
  .default(standardRows)
  .meta({ type: 'integer', default: standardRows, minimum: 1, maximum: maxRows });

export const cursorParam = textParam(cursorMax).meta({
  description: 'nextCursor of the page before; absent: the first page.',
});

const windowParams = {
  startTime: timeIn.optional().meta({
    description: 'Hours that begin at or after this time. If absent, 7 days before endTime.',
    type: 'string',
    format: 'date-time',
  }),
  endTime: timeIn.optional().meta({
    description:
      'Hours that begin before this time, at most 31 days after startTime. If absent, 7 days after startTime, or the end of the current hour.',
    type: 'string',
    format: 'date-time',
  }),
};
const dimension = textParam().meta({ description: "Only those of this dimension, by the marketplace's key." });
const partner = choiceIn(marketplaceCodes).optional();

export const UsageBalanceParams = z.object({
  ...windowParams,
  entitlementId: textParam(),
  partner,
  dimension,
  limit: limitParam,
  cursor: cursorParam,
});

const HeldUsage = z.strictObject({ cause: z.string(), quantity: decimalOut }).meta({ id: 'HeldUsage' });

const UsageBalance = z
  .strictObject({
    entitlementID: z.string(),
    partner: z.string(),
    dimension: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    accepted: decimalOut,
    adjusted: decimalOut,
    submitted: decimalOut,
    acknowledged: decimalOut,
    unknown: decimalOut,
    refused: decimalOut,
    included: decimalOut,
    credited: decimalOut,
    committed: decimalOut,
    carriedIn: decimalOut,
    carriedOut: decimalOut,
    pending: decimalOut,
    held: decimalOut,
    heldCauses: z.array(HeldUsage),
    deadline: timeOut.optional(),
    hoursLeft: z.int().optional(),
    failed: decimalOut,
    invalid: decimalOut,
    deleted: decimalOut,
    computedOnly: decimalOut,
    difference: decimalOut,
  })
  .meta({ id: 'UsageBalance' });

export const UsageBalancePage = z
  .strictObject({
    startTime: timeOut,
    endTime: timeOut,
    usageBalances: z.array(UsageBalance),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'UsageBalancePage' });

const standardHoursLeft = 3;
const maxHoursLeft = 744;

export const UsageDriftParams = z.object({
  startTime: windowParams.startTime.meta({
    description: 'Hours that begin at or after this time. If absent, all.',
    type: 'string',
    format: 'date-time',
  }),
  endTime: windowParams.endTime.meta({
    description: 'Hours that begin before this time. If absent, all.',
    type: 'string',
    format: 'date-time',
  }),
  entitlementId: textParam(),
  partner,
  cause: choiceIn(driftCauses).optional().meta({ description: 'Only those with this cause.' }),
  hoursLeft: z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from 0 to ${maxHoursLeft}`)
    .transform((text, context): number => {
      const hours = Number(text);
      if (hours > maxHoursLeft)
        context.addIssue({ code: 'custom', message: `must be a whole number from 0 to ${maxHoursLeft}` });
      return hours;
    })
    .default(standardHoursLeft)
    .meta({
      type: 'integer',
      default: standardHoursLeft,
      minimum: 0,
      maximum: maxHoursLeft,
      description: 'Usage that may still be submitted is shown when its deadline is at most this many hours away.',
    }),
  limit: limitParam,
  cursor: cursorParam,
});

const UsageDrift = z
  .strictObject({
    cause: z.enum(driftCauses),
    heldCause: z.string().optional(),
    entitlementID: z.string().optional(),
    partner: z.string(),
    productID: z.string().optional(),
    buyerID: z.string().optional(),
    dimension: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    quantity: decimalOut,
    deadline: timeOut.optional(),
    hoursLeft: z.int().optional(),
    usageRecordReportID: z.string().optional(),
    usageRecordGroupIDs: z.array(z.string()),
    message: z.string().optional(),
    usageResourceID: z.string().optional(),
    planID: z.string().optional(),
    submittedQuantity: decimalOut.optional(),
    shownQuantity: decimalOut.optional(),
    billedQuantity: decimalOut.optional(),
    partnerStatus: z.string().optional(),
    firstSeenTime: timeOut.optional(),
    lastSeenTime: timeOut.optional(),
    remedy: z.string(),
  })
  .meta({ id: 'UsageDrift' });

const UsageComparison = z
  .strictObject({
    partner: z.string(),
    integrationID: z.string(),
    lastComparedTime: timeOut.optional(),
    comparedThrough: z.iso.date().optional(),
    daysNotCompared: z.array(z.iso.date()),
  })
  .meta({ id: 'UsageComparison' });

export const UsageDriftPage = z
  .strictObject({
    usageDrifts: z.array(UsageDrift),
    usageComparisons: z.array(UsageComparison),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'UsageDriftPage' });

export const UsageReceiptParams = z.object({ ...windowParams, dimension, limit: limitParam, cursor: cursorParam });

export const receiptStatuses = ['PENDING', 'BILLED', 'UNKNOWN', 'REFUSED'] as const;

const UsageReceipt = z
  .strictObject({
    number: z.int(),
    dimension: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    submittedTime: timeOut,
    status: z.enum(receiptStatuses),
    message: z.string().optional(),
    accepted: decimalOut,
    adjusted: decimalOut,
    carriedIn: decimalOut,
    carriedOut: decimalOut,
    included: decimalOut,
    paidByCredit: decimalOut,
    paidByCommit: decimalOut,
    creditAmount: decimalOut,
    commitAmount: decimalOut,
    unitPrice: decimalOut.optional(),
    quantity: decimalOut,
    billed: decimalOut,
    partnerRecordID: z.string().optional(),
    usageRecordReportID: z.string(),
    closedTime: timeOut,
    confirmedTime: timeOut.optional(),
  })
  .meta({ id: 'UsageReceipt' });

export const UsageReceiptPage = z
  .strictObject({
    entitlementID: z.string(),
    partner: z.string(),
    startTime: timeOut,
    endTime: timeOut,
    usageReceipts: z.array(UsageReceipt),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'UsageReceiptPage' });
