import { z } from 'zod';
import { choiceIn, decimalOut, textParam, timeOut } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { differenceCauses, differenceKinds } from './reconciliation.ts';

export const differenceStatuses = ['OPEN', 'RESOLVED'] as const;

export const RevenueDifferenceView = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    partner: z.enum(revenueChannels),
    entitlementID: z.string(),
    place: z.string(),
    status: z.enum(differenceStatuses),
    kind: z.enum(differenceKinds),
    cause: z.enum(differenceCauses).optional(),
    period: z.string(),
    currency: z.string(),
    expectedAmount: decimalOut.optional(),
    billedAmount: decimalOut,
    billedCurrency: z.string(),
    revenueRecordIDs: z.array(z.string()),
    revenueRecordCount: z.int(),
    firstSeenTime: timeOut,
    lastSeenTime: timeOut,
    resolvedTime: timeOut.optional(),
  })
  .meta({ id: 'RevenueDifference' });

const standardRows = 100;
const maxRows = 200;

const limitParam = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of at least 1')
  .transform((text) => Math.min(Number(text), maxRows))
  .default(standardRows)
  .meta({ type: 'integer', default: standardRows, minimum: 1, maximum: maxRows });

/** The longest accepted cursor; the partner's keys are the longest part of it. */
const cursorMax = 4096;

const cursorParam = textParam(cursorMax).meta({
  description: 'nextCursor of the page before; absent: the first page.',
});

export const PayoutListParams = z.object({
  partner: choiceIn(revenueChannels).optional(),
  payout: textParam().meta({ description: "Only this payout, by the partner's ID." }),
  traceId: textParam().meta({ description: 'Only payouts with this reference of the bank.' }),
  limit: limitParam,
  cursor: cursorParam,
});

export const PayoutRecordListParams = z.object({
  limit: limitParam,
  cursor: cursorParam,
});

const RevenuePayout = z
  .strictObject({
    partner: z.enum(revenueChannels),
    payout: z.string(),
    traceId: z.string().optional(),
    time: timeOut,
    currency: z.string(),
    amount: decimalOut,
    failed: z.boolean(),
    recordsAmount: decimalOut,
    withheldAmount: decimalOut.optional(),
    lines: z.int(),
    difference: decimalOut.optional(),
    convertedFrom: z
      .array(
        z
          .strictObject({ currency: z.string(), recordsAmount: decimalOut, lines: z.int() })
          .meta({ id: 'RevenuePayoutConversion' }),
      )
      .optional(),
  })
  .meta({ id: 'RevenuePayout' });

export const RevenuePayoutPage = z
  .strictObject({ payouts: z.array(RevenuePayout), nextCursor: z.string().optional() })
  .meta({ id: 'RevenuePayoutPage' });

const RevenuePayoutRecord = z
  .strictObject({
    revenueRecordID: z.string(),
    partnerRecordID: z.string(),
    currency: z.string(),
    amount: decimalOut,
    paidAmount: decimalOut.optional(),
    paidCurrency: z.string().optional(),
    lines: z.int(),
    entitlementID: z.string().optional(),
    buyerID: z.string().optional(),
  })
  .meta({ id: 'RevenuePayoutRecord' });

export const RevenuePayoutRecordPage = z
  .strictObject({ records: z.array(RevenuePayoutRecord), nextCursor: z.string().optional() })
  .meta({ id: 'RevenuePayoutRecordPage' });
