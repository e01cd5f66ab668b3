import { z } from 'zod';
import { choiceIn, day, decimalOut } from '../../../../contract/shapes.ts';
import { revenueChannels } from '../../channels.ts';

export const AggregateRevenueRecords = z.strictObject({
  q: z.string().nullish(),
  startDate: z.union([day, z.literal('')]).nullish(),
  endDate: z.union([day, z.literal('')]).nullish(),
  partner: choiceIn(revenueChannels).nullish(),
});

const aggregated = {
  currency: z.string(),
  invoice: decimalOut,
  collectable: decimalOut,
  disburse: decimalOut,
  tax: decimalOut,
  count: z.int(),
};

const RevenueAggregateTotal = z.strictObject(aggregated).meta({ id: 'RevenueAggregateTotal' });

const RevenueAggregateDay = z
  .strictObject({ date: z.string().meta({ format: 'date' }), ...aggregated })
  .meta({ id: 'RevenueAggregateDay' });

export const RevenueAggregate = z
  .strictObject({ totals: z.array(RevenueAggregateTotal), series: z.array(RevenueAggregateDay) })
  .meta({ id: 'RevenueAggregate' });
