import type { ActCall } from '../../../contract/call.ts';
import { Big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findGroups } from '../usage-record-group/store.ts';
import type { MovedItems } from './closing-store.ts';
import { shownGroups, type UsageReport, type UsageReportRow } from './usage-record-report.ts';

/** Emits an event for each frozen report. */
export const announceReports = (
  call: ActCall,
  reports: readonly UsageReport[],
  rows: readonly UsageReportRow[],
): void => {
  for (const report of reports) {
    const id = encodeId('report', report.id);
    const quantities = Object.fromEntries(
      rows.filter((row) => row.report_id === report.id).map((row) => [row.dimension, row.quantity]),
    );
    const payload = {
      id,
      entitlementID: encodeId('ent', report.entitlement_id),
      hour: report.hour.toISOString(),
      kind: report.kind,
      quantities,
    };
    call.emit({ name: 'usage_record_report.created', entityType: 'report', entityId: id, version: 1, payload });
  }
};

/** Emits an event for usage that no hour is left for, once for each entitlement. */
export const announceInvalid = async (call: ActCall, invalid: readonly MovedItems[]): Promise<void> => {
  for (const moved of invalid) {
    const first = (await findGroups(call.db, moved.group_ids.slice(0, 1))).values().next().value;
    if (!first) continue;
    const payload = {
      scope: 'METER.USAGE_RECORD_GROUP',
      priority: 'CRITICAL',
      cause: 'LATE',
      entitlementID: encodeId('ent', moved.entitlement_id),
      quantity: new Big(moved.quantity).plus(moved.brought).toFixed(),
      count: moved.count,
      usageRecordGroupIds: moved.group_ids.slice(0, shownGroups),
    };
    call.emit({
      name: 'usage_record_group.invalid',
      entityType: 'usage',
      entityId: first.id,
      version: first.version,
      payload,
    });
  }
};
