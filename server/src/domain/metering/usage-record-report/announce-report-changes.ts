import type { ActCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { touchReports } from './sending-store.ts';
import { isOutcomeUnknown } from './settlement/settlement.ts';
import { findReports, findRowsOfReports } from './store.ts';
import { viewReports } from './view.ts';

/**
 * Raises the reports' versions, emits their events, and records in the audit trail which reports an act touched. An
 * event has priority HIGH while it is unknown whether a quantity was counted, because `settle` is needed.
 */
export const announceReportChanges = async (
  call: ActCall,
  ids: readonly string[],
  touched: readonly string[] = ids,
  more: object = {},
): Promise<void> => {
  const [first] = touched;
  if (first === undefined) return;
  const states: Record<string, string> = {};
  if (ids.length > 0) {
    await touchReports(call.db, ids);
    const reports = await findReports(call.db, ids);
    const rows = await findRowsOfReports(call.db, ids);
    const unknown = new Set(rows.filter(isOutcomeUnknown).map((row) => row.report_id));
    const views = viewReports(call.orgId, reports, rows);
    for (const [index, view] of views.entries()) {
      states[view.id] = view.info.status ?? '';
      const payload = {
        id: view.id,
        ...(unknown.has(reports[index]?.id ?? '') ? { priority: 'HIGH' } : {}),
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
  call.recordChange({
    type: 'report',
    id: encodeId('report', first),
    before: null,
    after: { reports: new Set(touched).size, states, ...more },
  });
};
