import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { maxPageBytes, nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { shortenPage } from '../../../contract/query/select-page.ts';
import { directPartners } from '../../entitlement/direct-purchase/direct-purchase.ts';
import { selectHoursOfReports } from '../billable-usage/report-store.ts';
import { viewBillableReport } from '../billable-usage/view.ts';
import { idOf, readDays, refuseSeveralOwners } from '../usage-record-group/reads.ts';
import { reportFields } from './fields.ts';
import type { UsageRecordReportListParams } from './schema.ts';
import { selectReports, selectRowsOfReports } from './store.ts';
import { viewReports } from './view.ts';

export const listUsageRecordReports = async (
  call: ReadCall,
  { query }: { query: z.output<typeof UsageRecordReportListParams> },
) => {
  refuseSeveralOwners(query, ['partner', 'productId', 'entitlementId', 'buyerId']);
  const page = readListPage(call, query, reportFields);
  const selected = await selectReports(call.db, page, {
    ...readDays(query, call.now),
    ...(query.partner ? { partner: query.partner } : {}),
    ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
    ...(query.productId ? { productId: idOf('prod', query.productId) } : {}),
    ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
  });
  const ids = selected.rows.map((row) => row.id);
  // The view of a row is up to three times as large as its database row.
  const parts = await selectRowsOfReports(call.db, ids, maxPageBytes / 4);
  const byReport = Map.groupBy(parts.rows, (row) => row.report_id);
  const direct = await selectHoursOfReports(call.db, ids, maxPageBytes / 8);
  const { rows, nextToken, total } = shortenPage(page, selected, Math.min(parts.reports, direct.reports));
  setPageHeaders(call, page, { rows, nextToken, total });
  const hours = Map.groupBy(direct.rows, (row) => row.report_id);
  return {
    usageRecordReports: rows.flatMap((report) =>
      directPartners.some((partner) => partner === report.partner)
        ? viewBillableReport(call.orgId, report, hours.get(report.id) ?? [])
        : viewReports(call.orgId, [report], byReport.get(report.id) ?? []),
    ),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
