import type { z } from 'zod';
import { type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import type { MeteringUsageRecordReport, usageReportStatuses } from './schema.ts';
import type { ReportCall } from './store.ts';
import type { UsageReport, UsageReportRow } from './usage-record-report.ts';
import { addHours } from './window.ts';

type View = z.input<typeof MeteringUsageRecordReport>;
type Row = UsageReportRow & ReportCall;

/** What was not told (SHADOW, TEST) is CANCELED; FAILED as soon as one dimension is. */
const statusOf = (rows: readonly Row[]): (typeof usageReportStatuses)[number] => {
  if (rows.every((row) => row.state === 'UNTOLD')) return 'CANCELED';
  if (rows.some((row) => row.state === 'FAILED')) return 'FAILED';
  return rows.every((row) => row.state === 'SUCCESS') ? 'SUCCESS' : 'CREATED';
};

const messageOf = (report: UsageReport, rows: readonly Row[]): string => {
  if (report.kind !== 'LIVE') return report.kind;
  return [...new Set(rows.map((row) => row.message).filter((message) => message !== ''))].join('; ');
};

const quantitiesBy = (rows: readonly Row[], of: (row: Row) => Decimal): Record<string, JsonNumber> =>
  Object.fromEntries(rows.map((row) => [row.dimension, decimalToJson(of(row))]));

/** The last raw request and answer, as the partner's own names have it. */
const callOf = (rows: readonly Row[]): object => {
  const row = rows.findLast((one) => one.request !== null && one.response !== null);
  return row ? { awsMeteringRequest: row.request, awsMeteringResponse: row.response } : {};
};

const viewReport = (orgId: string, report: UsageReport, rows: readonly Row[]): View => {
  const message = messageOf(report, rows);
  return {
    id: encodeId('report', report.id),
    organizationID: encodeId('org', orgId),
    entitlementID: encodeId('ent', report.entitlement_id),
    entitlementTermID: encodeId('term', report.term_id),
    partner: report.partner,
    ...(report.product_id === null ? {} : { productID: encodeId('prod', report.product_id) }),
    ...(report.buyer_id === null ? {} : { buyerID: encodeId('buyer', report.buyer_id) }),
    creationTime: report.creation_time.toISOString(),
    info: {
      startTime: report.hour.toISOString(),
      endTime: addHours(report.hour, 1).toISOString(),
      partner: report.partner,
      status: statusOf(rows),
      ...(message === '' ? {} : { message }),
      reportedRecords: quantitiesBy(rows, (row) => row.quantity),
      decimalParts: quantitiesBy(rows, (row) => row.carried_in),
      newDecimalParts: quantitiesBy(rows, (row) => row.carried_out),
      includedRecords: {},
      creditRecords: {},
      usageRecordGroupIds: report.group_ids,
      ...callOf(rows),
    },
  };
};

/** One report for each entitlement, term and hour, its rows by dimension. */
export const viewReports = (orgId: string, reports: readonly UsageReport[], rows: readonly Row[]): View[] => {
  const byReport = Map.groupBy(rows, (row) => row.report_id);
  return reports.map((report) => viewReport(orgId, report, byReport.get(report.id) ?? []));
};
