import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { idOf, readDays, refuseSeveralOwners } from '../usage-record-group/reads.ts';
import { reportFields } from './fields.ts';
import type { UsageRecordReportListParams } from './schema.ts';
import { findRowsOfReports, selectReports } from './store.ts';
import { viewReports } from './view.ts';

export const listUsageRecordReports = async (
  call: ReadCall,
  { query }: { query: z.output<typeof UsageRecordReportListParams> },
) => {
  refuseSeveralOwners(query, ['partner', 'productId', 'entitlementId', 'buyerId']);
  const page = readListPage(call, query, reportFields);
  const { rows, nextToken, total } = await selectReports(call.db, page, {
    ...readDays(query, call.now),
    ...(query.partner ? { partner: query.partner } : {}),
    ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
    ...(query.productId ? { productId: idOf('prod', query.productId) } : {}),
    ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
  });
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    usageRecordReports: viewReports(
      call.orgId,
      rows,
      await findRowsOfReports(
        call.db,
        rows.map((row) => row.id),
      ),
    ),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
