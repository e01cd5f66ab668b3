import type { z } from 'zod';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { createShownDocument } from '../../../contract/partner-documents/shown-documents.ts';
import { Big, type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { type MeteringUsageRecordReport, MeteringUsageRecordReportInfo, type usageReportStatuses } from './schema.ts';
import { rowIs } from './states.ts';
import type { ReportCall } from './store.ts';
import type { UsageReport, UsageReportRow } from './usage-record-report.ts';

type View = z.input<typeof MeteringUsageRecordReport>;
type Row = UsageReportRow & ReportCall;

/** CANCELED if nothing was submitted (SHADOW, TEST); FAILED as soon as one dimension is. */
const statusOf = (rows: readonly Row[]): (typeof usageReportStatuses)[number] => {
  if (rows.every((row) => rowIs.computedOnly(row.state))) return 'CANCELED';
  if (rows.some((row) => rowIs.refused(row.state))) return 'FAILED';
  return rows.every((row) => rowIs.counted(row.state)) ? 'SUCCESS' : 'CREATED';
};

const messageOf = (report: UsageReport, rows: readonly Row[]): string => {
  if (report.kind !== 'LIVE') return report.kind;
  return [...new Set(rows.map((row) => row.message).filter((message) => message !== ''))].join('; ');
};

const quantitiesBy = (rows: readonly Row[], of: (row: Row) => Decimal): Record<string, JsonNumber> =>
  Object.fromEntries(rows.map((row) => [row.dimension, decimalToJson(of(row))]));

const shownAs = {
  CREATED: 'CREATED',
  REPORT_PENDING: 'REPORT_PENDING',
  SUCCESS: 'SUCCESS',
  FAILED: 'FAILED',
  UNTOLD: 'CANCELED',
} as const satisfies Record<Row['state'], string>;

const stateOf = ({ state, message }: Row): NonNullable<View['info']['dimensionStates']>[string] => ({
  status: shownAs[state],
  ...(message === '' ? {} : { message }),
});

const shownInfo = createShownDocument(MeteringUsageRecordReportInfo);

/** The last request and response, under the partner's name. */
const callOf = (partner: string, rows: readonly Row[]): object => {
  const row = rows.findLast((one) => one.request !== null && one.response !== null);
  return row ? shownInfo.show(findMarketplaceFacts(partner)?.usage.documentsOf(row) ?? {}) : {};
};

/** Credit and commit of the term and what this report used of them, if there was anything to deduct. */
const fundsOf = (report: UsageReport, rows: readonly Row[]): object => {
  const sumOf = (of: (row: Row) => Decimal): JsonNumber =>
    decimalToJson(rows.reduce((sum, row) => sum.plus(of(row)), new Big(0)));
  const { credit_amount, used_credit_amount, commit_amount, used_commit_amount } = report;
  return {
    ...(credit_amount === null || used_credit_amount === null
      ? {}
      : {
          creditAmount: decimalToJson(credit_amount),
          usedCreditAmount: decimalToJson(used_credit_amount),
          usedCreditAmountIncrement: sumOf((row) => row.credit_amount),
        }),
    ...(commit_amount === null || used_commit_amount === null
      ? {}
      : {
          commitAmount: decimalToJson(commit_amount),
          usedCommitAmount: decimalToJson(used_commit_amount),
          usedCommitAmountIncrement: sumOf((row) => row.commit_amount),
        }),
  };
};

/** The units that exceed the commit, as they were used. */
const beforeAdjustment = ({ accepted, included, credited, committed }: Row): Decimal =>
  new Big(accepted).minus(included).minus(credited).minus(committed).toFixed();

/** What a report is of, for marketplaces and for direct billing alike. */
export const viewReportHead = (orgId: string, report: UsageReport): Omit<View, 'info'> => ({
  id: encodeId('report', report.id),
  organizationID: encodeId('org', orgId),
  entitlementID: encodeId('ent', report.entitlement_id),
  entitlementTermID: encodeId('term', report.term_id),
  partner: report.partner,
  ...(report.product_id === null ? {} : { productID: encodeId('prod', report.product_id) }),
  ...(report.buyer_id === null ? {} : { buyerID: encodeId('buyer', report.buyer_id) }),
  creationTime: report.creation_time.toISOString(),
});

const viewReport = (orgId: string, report: UsageReport, rows: readonly Row[]): View => {
  const message = messageOf(report, rows);
  const priced = rows.filter((row) => row.unit_price !== null);
  const adjusted = rows.filter((row) => row.unit_list_price !== null);
  return {
    ...viewReportHead(orgId, report),
    info: {
      startTime: report.hour.toISOString(),
      endTime: addHours(report.hour, 1).toISOString(),
      partner: report.partner,
      status: statusOf(rows),
      ...(message === '' ? {} : { message }),
      dimensionStates: Object.fromEntries(rows.map((row) => [row.dimension, stateOf(row)])),
      reportedRecords: quantitiesBy(rows, (row) => row.quantity),
      decimalParts: quantitiesBy(rows, (row) => row.carried_in),
      newDecimalParts: quantitiesBy(rows, (row) => row.carried_out),
      includedRecords: quantitiesBy(
        rows.filter((row) => !new Big(row.included).eq(0)),
        (row) => row.included,
      ),
      creditRecords: quantitiesBy(
        rows.filter((row) => !new Big(row.credited).eq(0)),
        (row) => row.credited,
      ),
      ...(priced.length === 0 ? {} : { dimensionUnitPrice: quantitiesBy(priced, (row) => row.unit_price ?? '0') }),
      ...(adjusted.length === 0
        ? {}
        : {
            dimensionUnitListPrice: quantitiesBy(adjusted, (row) => row.unit_list_price ?? '0'),
            recordsToReportBeforeAdjustmentAtListPrice: quantitiesBy(adjusted, beforeAdjustment),
          }),
      ...fundsOf(report, rows),
      usageRecordGroupIds: report.group_ids,
      ...callOf(report.partner, rows),
    },
  };
};

/** One report for each entitlement, term and hour, its rows by dimension. */
export const viewReports = (orgId: string, reports: readonly UsageReport[], rows: readonly Row[]): View[] => {
  const byReport = Map.groupBy(rows, (row) => row.report_id);
  return reports.map((report) => viewReport(orgId, report, byReport.get(report.id) ?? []));
};
