import type { z } from 'zod';
import type { Document } from '../../../contract/partner-documents/read-document.ts';
import { createShownDocument } from '../../../contract/partner-documents/shown-documents.ts';
import { Big, type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { type MeteringUsageRecordReport, MeteringUsageRecordReportInfo, type usageReportStatuses } from './schema.ts';
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

const stateOf = ({ state, message }: Row): NonNullable<View['info']['dimensionStates']>[string] => ({
  status: state === 'UNTOLD' ? 'CANCELED' : state,
  ...(message === '' ? {} : { message }),
});

/** Google is told in one call of many operations; that of the row is the row's id. */
const operationOf = (request: Document | null, { id }: Row): Document | undefined => {
  const operations = request?.operations;
  return Array.isArray(operations) ? operations.find((operation) => operation?.operationId === id) : undefined;
};

/** Where a partner's request and answer are shown. */
const members: Readonly<Record<string, (row: Row) => object>> = {
  AWS: ({ request, response }) => ({ awsMeteringRequest: request, awsMeteringResponse: response }),
  AZURE: ({ request, response }) => ({ azureMeteringRequest: request, azureMeteringResponse: response }),
  GCP: (row) => ({ gcpMeteringRequest: operationOf(row.request, row), gcpMeteringResponse: row.response }),
};

const shownInfo = createShownDocument(MeteringUsageRecordReportInfo);

/** The last request and answer, under the partner's name. */
const callOf = (partner: string, rows: readonly Row[]): object => {
  const row = rows.findLast((one) => one.request !== null && one.response !== null);
  return row ? shownInfo.show(members[partner]?.(row) ?? {}) : {};
};

/** Credit and commit of the term and what this report has used of them, where there was something to deduct. */
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

const viewReport = (orgId: string, report: UsageReport, rows: readonly Row[]): View => {
  const message = messageOf(report, rows);
  const priced = rows.filter((row) => row.unit_price !== null);
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
