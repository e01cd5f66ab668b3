import type { ActCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { touchReports } from './sending/store.ts';
import { findReports, findRowsOfReports } from './store.ts';
import { viewReports } from './view.ts';

/** Raises the reports' versions, tells their events, and says in the audit trail which reports an act has touched. */
export const tellReportChanges = async (
  call: ActCall,
  ids: readonly string[],
  touched: readonly string[] = ids,
): Promise<void> => {
  const [first] = touched;
  if (first === undefined) return;
  const states: Record<string, string> = {};
  if (ids.length > 0) {
    await touchReports(call.db, ids);
    const reports = await findReports(call.db, ids);
    const views = viewReports(call.orgId, reports, await findRowsOfReports(call.db, ids));
    for (const [index, view] of views.entries()) {
      states[view.id] = view.info.status ?? '';
      const payload = {
        id: view.id,
        entitlementID: view.entitlementID,
        status: view.info.status,
        message: view.info.message ?? '',
        reportedRecords: view.info.reportedRecords,
      };
      call.emit({
        name: 'usage_record_report.updated',
        entityType: 'report',
        entityId: view.id,
        version: reports[index]?.version ?? 0,
        payload,
      });
    }
  }
  call.changed({
    type: 'report',
    id: encodeId('report', first),
    before: null,
    after: { reports: new Set(touched).size, states },
  });
};
