import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findMetrics } from '../../billable-metric/store.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { workInBulk } from '../../usage-record-group/store.ts';
import { insertReports, lockEntitlements } from '../../usage-record-report/store.ts';
import { shownGroups, type UsageReport } from '../../usage-record-report/usage-record-report.ts';
import { type BillableHour, billableDueKind, hourKeyOf } from '../billable-usage.ts';
import {
  findCurrentHours,
  findGroupsOfReports,
  findOpenEntitlements,
  findOpenHours,
  markReported,
  moveBilled,
  saveHours,
  takeRecords,
  takeValues,
} from '../closing-store.ts';
import { mergeHour } from '../merge-hour.ts';
import { lastClosedHour, nextClosingAfter } from '../tick.ts';

const entitlementsAtOnce = 20;
const hoursAtOnce = 200;

export const closingEvents = ['usage_record_report.created'] as const satisfies EventName[];

const announce = (call: ActCall, reports: readonly UsageReport[], hours: readonly BillableHour[]): void => {
  const byReport = Map.groupBy(hours, (row) => row.report_id);
  for (const report of reports) {
    const id = encodeId('report', report.id);
    const quantities: Record<string, string> = {};
    for (const { metric_id, group_by, quantity } of (byReport.get(report.id) ?? []).slice(0, shownGroups))
      quantities[[encodeId('metric', metric_id), group_by].filter(Boolean).join(',')] = quantity;
    const entitlementID = encodeId('ent', report.entitlement_id);
    const payload = { id, entitlementID, hour: report.hour.toISOString(), kind: report.kind, quantities };
    call.emit({ name: 'usage_record_report.created', entityType: 'report', entityId: id, version: 1, payload });
  }
};

/**
 * Closes open hours of an entitlement up to `through`, whose lock the caller holds. Records of hours that are billed
 * count in the first hour that is not. Returns whether more hours are open.
 */
export const closeEntitlementHours = async (call: ActCall, entitlementId: string, through: Date): Promise<boolean> => {
  const { db } = call;
  await moveBilled(db, entitlementId, through);
  const open = await findOpenHours(db, entitlementId, { through, limit: hoursAtOnce });
  const entitlement = (await findMeteredEntitlements(db, [entitlementId])).get(entitlementId);
  if (open.length === 0 || !entitlement) return false;
  const hours = open.map((one) => ({ ...one, reportId: call.newId() }));
  const reportIds = hours.map(({ reportId }) => reportId);
  const taken = await takeRecords(db, entitlementId, hours);
  const metrics = await findMetrics(db, [...new Set(taken.map((one) => one.metric_id))]);
  const values = await takeValues(db, entitlementId, reportIds);
  const valuesOf = new Map(values.map((one) => [[one.report_id, one.metric_id, one.group_by].join('\n'), one]));
  const current = new Map(
    (
      await findCurrentHours(
        db,
        entitlementId,
        hours.map(({ hour }) => hour),
      )
    ).map((row) => [hourKeyOf(row), row]),
  );
  const replaced: BillableHour[] = [];
  const merged = taken.map((one) => {
    const before = current.get(hourKeyOf(one));
    if (before) replaced.push(before);
    const type = metrics.get(one.metric_id)?.aggregation_type;
    if (!type) throw new Error(`usage of a metric that does not exist: ${one.metric_id}`);
    const found = valuesOf.get([one.report_id, one.metric_id, one.group_by].join('\n'));
    return mergeHour(one, found, before, { id: call.newId(), entitlementId, type });
  });
  const groups = await findGroupsOfReports(db, reportIds, shownGroups);
  const reports = hours.map(
    ({ reportId, hour, term_id, test }): UsageReport => ({
      id: reportId,
      entitlement_id: entitlementId,
      term_id,
      product_id: entitlement.productId,
      buyer_id: entitlement.buyerId,
      partner: entitlement.partner,
      hour,
      kind: test ? 'TEST' : 'LIVE',
      group_ids: groups.get(reportId) ?? [],
      credit_amount: null,
      used_credit_amount: null,
      commit_amount: null,
      used_commit_amount: null,
      creation_time: call.now,
      version: 1,
    }),
  );
  await insertReports(db, reports, []);
  await saveHours(db, merged, replaced);
  await markReported(db, reportIds, call.now);
  const after = { reports: reports.length, rows: merged.length, corrected: replaced.length };
  call.recordChange({ type: 'ent', id: encodeId('ent', entitlementId), before: null, after });
  announce(call, reports, merged);
  return open.length === hoursAtOnce;
};

/**
 * Handles the due row `usage.aggregate`: closes hours that are over, some entitlements at a time, and schedules the next
 * look: at once if more is open, otherwise after the next hour.
 */
export const closeBillableUsage = async (call: ActCall, { entityId: partner }: { entityId: string }): Promise<void> => {
  const through = lastClosedHour(call.now);
  const ids = await findOpenEntitlements(call.db, partner, { through, limit: entitlementsAtOnce });
  let isMore = ids.length === entitlementsAtOnce;
  if (ids.length > 0) {
    await workInBulk(call.db);
    await lockEntitlements(call.db, ids);
    for (const id of ids) if (await closeEntitlementHours(call, id, through)) isMore = true;
  }
  // A row scheduled for the time at which it was due would be removed as done.
  const next = isMore ? new Date(call.now.getTime() + 1) : nextClosingAfter(call.now);
  await scheduleDue(call.db, billableDueKind, partner, next);
};
