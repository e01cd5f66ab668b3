import type { z } from 'zod';
import { decimalToJson } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { MeteringUsageRecordReport } from '../usage-record-report/schema.ts';
import type { UsageReport } from '../usage-record-report/usage-record-report.ts';
import { viewReportHead } from '../usage-record-report/view.ts';
import type { ShownHour } from './report-store.ts';

type View = z.input<typeof MeteringUsageRecordReport>;

const rowOf = (row: ShownHour): NonNullable<View['info']['aggregatedBillableRecords']>[number] => ({
  key: encodeId('metric', row.metric_id),
  name: row.name,
  billableMetricAggregationType: row.aggregation_type,
  billableMetricInfo: row.metric_info,
  groupBysExpression: row.group_by,
  quantity: decimalToJson(row.quantity),
  ...(row.new_values.length === 0
    ? {}
    : {
        uniqueCountAggregationResult: { newItems: Object.fromEntries(row.new_values.map((value) => [value, {}])) },
      }),
});

const messageOf = ({ kind }: UsageReport, rows: readonly ShownHour[]): string => {
  if (kind !== 'LIVE') return kind;
  return rows.some(({ revision }) => revision > 1) ? 'CORRECTION' : '';
};

/** CANCELED: of a test. INVOICED: its hour is billed. Otherwise SUCCESS: there is no one to submit it to. */
const statusOf = ({ kind }: UsageReport, rows: readonly ShownHour[]): View['info']['status'] => {
  if (kind !== 'LIVE') return 'CANCELED';
  return rows.some((row) => row.is_billed) ? 'INVOICED' : 'SUCCESS';
};

/** A report of direct billing: what an hour adds up to, by metric and group. */
export const viewBillableReport = (orgId: string, report: UsageReport, rows: readonly ShownHour[]): View => {
  const message = messageOf(report, rows);
  return {
    ...viewReportHead(orgId, report),
    info: {
      startTime: report.hour.toISOString(),
      endTime: addHours(report.hour, 1).toISOString(),
      partner: report.partner,
      status: statusOf(report, rows),
      ...(message === '' ? {} : { message }),
      aggregatedBillableRecords: rows.map(rowOf),
      usageRecordGroupIds: report.group_ids,
    },
  };
};
