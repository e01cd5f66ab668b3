import type { z } from 'zod';
import type { MarketplaceCode } from '../../../../adapters/marketplace/port.ts';
import type { ReadCall } from '../../../../contract/call.ts';
import { maxPageBytes, nextOffsetOf, readListPage, setPageHeaders } from '../../../../contract/page.ts';
import { readDays } from '../../read-days.ts';
import { readOwners } from '../read-owners.ts';
import type { RevenueRecordListParams } from '../schema.ts';
import { detailFields, detailOrder } from './fields.ts';
import { findMatches, selectDetails } from './store.ts';
import { viewDetail } from './view.ts';

/** A row is shown twice: its columns, and the members made of them. */
const detailBytes = maxPageBytes / 3;

export const listRevenueRecordDetails = async (
  call: ReadCall,
  { params, query }: { params: { partner: string }; query: z.output<typeof RevenueRecordListParams> },
) => {
  const channel = params.partner as MarketplaceCode;
  const page = readListPage(call, query, detailFields, { standard: 1000, max: 1000, order: detailOrder });
  const filter = { ...readDays(query, call.now), ...readOwners(query), channel };
  const { rows, nextToken, total } = await selectDetails(call.db, page, filter, detailBytes);
  const matches = await findMatches(
    call.db,
    channel,
    rows.map((row) => row.record_id),
  );
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    revenueRecordDetails: rows.map((row) => viewDetail(call.orgId, channel, row, matches.get(row.record_id))),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
