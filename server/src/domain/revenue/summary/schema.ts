import { z } from 'zod';
import { describeFilter } from '../../../contract/field-names.ts';
import { choiceIn, day, decimalOut, textParam } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { revenueFields } from '../record/fields.ts';

const figures = {
  currency: z.string(),
  billed: decimalOut,
  collected: decimalOut,
  disbursed: decimalOut,
  outstanding: decimalOut,
  fee: decimalOut,
  tax: decimalOut,
  refunded: decimalOut,
  count: z.int(),
};

const RevenueSummaryTotal = z.strictObject(figures).meta({ id: 'RevenueSummaryTotal' });

const RevenueSummaryPartner = z
  .strictObject({ partner: z.enum(revenueChannels), ...figures })
  .meta({ id: 'RevenueSummaryPartner' });

const RevenueSummaryDay = z
  .strictObject({ date: z.string().meta({ format: 'date' }), ...figures })
  .meta({ id: 'RevenueSummaryDay' });

const isoDay = z.string().meta({ format: 'date' });

export const RevenueSummary = z
  .strictObject({
    startDate: isoDay.optional(),
    endDate: isoDay.optional(),
    totals: z.array(RevenueSummaryTotal),
    byPartner: z.array(RevenueSummaryPartner),
    series: z.array(RevenueSummaryDay).optional(),
  })
  .meta({ id: 'RevenueSummary' });

export const RevenueSummaryParams = z.object({
  q: z
    .string()
    .optional()
    .meta(describeFilter(() => revenueFields)),
  startDate: day.optional().meta({ description: 'The first day, UTC; the first of all when absent' }),
  endDate: day.optional().meta({ description: 'The last day, UTC, included; the last of all when absent' }),
  partner: choiceIn(revenueChannels).optional(),
});

export const RevenueDashboardParams = z.object({
  startDate: day.optional().meta({ description: 'The first day, UTC; 30 days before endDate when absent' }),
  endDate: day.optional().meta({ description: 'The last day, UTC, included; today when absent' }),
  partner: choiceIn(revenueChannels).optional(),
  currency: textParam(8).meta({ description: 'ISO 4217: only amounts in this currency; nothing is converted' }),
});
