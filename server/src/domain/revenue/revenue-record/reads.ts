import type { z } from 'zod';
import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { maxPageBytes, nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { readDays } from '../read-days.ts';
import type { RevenueQueryParams } from '../record/fields.ts';
import { pageOfRecords } from '../record/reads.ts';
import { selectRecords } from '../record/store.ts';
import { dailyFields, listFields } from './fields.ts';
import { readOwners } from './read-owners.ts';
import { type DailyRevenueRecordListParams, dailyLimit, type RevenueRecordListParams } from './schema.ts';
import { selectDailyRecords } from './store.ts';
import { viewDay, viewWhole } from './view.ts';

/** The view of a daily record is about as large as its row. */
const dailyBytes = maxPageBytes / 2;

export const listDailyRevenueRecords = async (
  call: ReadCall,
  { query }: { query: z.output<typeof DailyRevenueRecordListParams> },
) => {
  const size = { standard: dailyLimit, max: dailyLimit, order: 'date:desc' };
  const page = readListPage(call, query, dailyFields, size);
  const filter = {
    ...readDays(query, call.now),
    ...readOwners(query),
    ...(query.partner ? { channel: query.partner } : {}),
  };
  const { rows, nextToken, total } = await selectDailyRecords(call.db, page, filter, dailyBytes);
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map((row) => viewDay(call.orgId, row));
};

export const listRevenueRecords = async (
  call: ReadCall,
  { params, query }: { params: { partner: string }; query: z.output<typeof RevenueRecordListParams> },
) => {
  const page = readListPage(call, query, listFields, { standard: 1000, max: 1000, order: 'date:desc' });
  const filter = {
    ...readDays(query, call.now),
    ...readOwners(query),
    channel: params.partner as MarketplaceCode,
  };
  const { rows, nextToken, total } = await selectRecords(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    revenueRecords: rows.map((row) => viewWhole(call.orgId, row)),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};

export const queryRevenueRecords = (call: ReadCall, { query }: { query: z.output<typeof RevenueQueryParams> }) =>
  pageOfRecords(call, query, viewWhole);
