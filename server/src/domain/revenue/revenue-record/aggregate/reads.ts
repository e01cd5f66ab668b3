import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { decimalToJson } from '../../../../kit/decimal.ts';
import { readBoundedDays } from '../../read-days.ts';
import { readRecordQuery, readSums } from '../../summary/reads.ts';
import type { RevenueSum } from '../../summary/store.ts';
import type { AggregateRevenueRecords } from './schema.ts';

const amounts = ['billed', 'collectable', 'disbursed', 'tax'] as const;

const view = ({ currency, billed, collectable, disbursed, tax, count }: RevenueSum<(typeof amounts)[number]>) => ({
  currency,
  invoice: decimalToJson(billed),
  collectable: decimalToJson(collectable),
  disburse: decimalToJson(disbursed),
  tax: decimalToJson(tax),
  count,
});

export const aggregateRevenueRecords = async (
  call: ReadCall,
  { body: { q, startDate, endDate, partner } }: { body: z.output<typeof AggregateRevenueRecords> },
) => {
  const { from, through } = readBoundedDays({ startDate, endDate }, call.now);
  const filter = { from, through, channel: partner ?? undefined, query: readRecordQuery(q) };
  const sums = await readSums(call, filter, { by: ['CURRENCY', 'DAY'], of: amounts });
  return {
    totals: sums.filter(({ day }) => day === null).map(view),
    series: sums.flatMap((sum) => (sum.day === null ? [] : [{ date: sum.day, ...view(sum) }])),
  };
};
