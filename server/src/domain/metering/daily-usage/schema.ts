import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { day, decimalOut, listParams, textParam, timeOut } from '../../../contract/shapes.ts';

/**
 * Not in the reference: `source`, the origin of the quantity, and `currency`, that of the amount if the marketplace reports the cost of the
 * usage.
 */
const UsageMeteringDailyRecord = z
  .strictObject({
    amount: decimalOut.optional(),
    currency: z.string().optional(),
    date: timeOut,
    entitlementID: z.string(),
    groupBysExpression: z.string().optional(),
    key: z.string(),
    partner: untypedChoice(partners),
    quantity: decimalOut,
    source: z.enum(['MARKETPLACE', 'REPORTED']),
  })
  .meta({ id: 'UsageMeteringDailyRecord' });

export const ListUsageMeteringDailyRecordsResponse = z
  .strictObject({ usageMeteringDailyRecords: z.array(UsageMeteringDailyRecord), nextOffset: z.int().optional() })
  .meta({ id: 'ListUsageMeteringDailyRecordsResponse' });

export const UsageMeteringDailyRecordListParams = z.object({
  ...listParams(),
  entitlementId: textParam(),
  buyerId: textParam(),
  startDate: day.optional().meta({ description: 'The first day; 30 days before endDate when absent' }),
  endDate: day.optional().meta({ description: 'The last day, included; today (UTC) when absent' }),
});
