import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { parseQuery } from '../../../contract/query-language.ts';
import { badRequest } from '../../../kit/errors.ts';
import { readBoundedDays } from '../read-days.ts';
import { revenueFields } from '../record/fields.ts';
import type { RevenueDashboardParams, RevenueSummaryParams } from './schema.ts';
import { type AmountName, type RevenueSum, type SumBy, type SumFilter, sumRevenue } from './store.ts';
import { shownAmounts, viewSums } from './view.ts';

/** Rows of one response. */
const maxSums = 20_000;

/** All sums that are asked for; 400 if there are too many. */
export const readSums = async <Name extends AmountName>(
  call: ReadCall,
  filter: SumFilter,
  { by, of }: { by: readonly SumBy[]; of: readonly Name[] },
): Promise<RevenueSum<Name>[]> => {
  const sums = await sumRevenue(call.db, filter, { by, of, limit: maxSums + 1 });
  if (sums.length <= maxSums) return sums;
  const message = `has more than ${maxSums} dates and currencies; ask for a shorter time, or for one currency`;
  throw badRequest([{ path: 'endDate', code: 'too_many', message }]);
};

export const readRecordQuery = (text: string | null | undefined) => (text ? parseQuery(text, revenueFields) : null);

export const summarizeUnifiedRevenueRecords = async (
  call: ReadCall,
  { query }: { query: z.output<typeof RevenueSummaryParams> },
) => {
  const { startDate, endDate, partner, q } = query;
  if (startDate && endDate && startDate > endDate)
    throw badRequest([{ path: 'startDate', code: 'order', message: 'is after endDate' }]);
  const filter = { from: startDate, through: endDate, channel: partner, query: readRecordQuery(q) };
  const { totals, byPartner } = viewSums(
    await readSums(call, filter, { by: ['CURRENCY', 'CHANNEL'], of: shownAmounts }),
  );
  return { ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}), totals, byPartner };
};

export const getRevenueDashboardSummary = async (
  call: ReadCall,
  { query }: { query: z.output<typeof RevenueDashboardParams> },
) => {
  const { from, through } = readBoundedDays(query, call.now);
  const filter = { from, through, channel: query.partner, currency: query.currency || undefined };
  return {
    startDate: from,
    endDate: through,
    ...viewSums(await readSums(call, filter, { by: ['CURRENCY', 'CHANNEL', 'DAY'], of: shownAmounts })),
  };
};
