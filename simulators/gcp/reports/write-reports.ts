import { type DueItem, scheduleDue } from '../../kit/due.ts';
import { type Table, writeReport } from '../../kit/report-file.ts';
import { addDays } from '../billing/pacific.ts';
import { scheduleInsights, settlementOf } from '../billing/settlement.ts';
import type { GcpChange, GcpReader } from '../state.ts';
import { putObject } from '../storage/objects.ts';
import { chargesAndUsage, customerInsights, detailedDisbursements, disbursements } from './tables.ts';

const dayMs = 86_400_000;

/**
 * The reports, by kind, with their names for a month or a day. The names are those of the pages, where the date is the first
 * of the month; those of Customer Insights, and the ending of all, are not confirmed.
 */
const kinds = {
  'charges-and-usage': {
    name: (month: string) => `${month.replace('-', '')}01 Charges and Usage.csv`,
    table: chargesAndUsage,
    money: 'Charges',
  },
  disbursements: {
    name: (month: string) => `${month.replace('-', '')}01 Disbursements.csv`,
    table: disbursements,
    money: 'Total',
  },
  'detailed-disbursements': {
    name: (month: string) => `${month}-01 Detailed Disbursements Report.csv`,
    table: detailedDisbursements,
    money: 'aggregated_payout',
  },
  'customer-insights': {
    name: (day: string) => `${day} Customer Insights.csv`,
    table: customerInsights,
    money: 'charges',
  },
} as const satisfies Record<
  string,
  { name: (of: string) => string; table: (reader: GcpReader, sellerId: string, of: string) => Table; money: string }
>;

type Kind = keyof typeof kinds;

/** Writes the reports of a month that has been settled. A month without charges has files with only a header. */
export const writeMonth = (transaction: GcpChange, sellerId: string, month: string): void => {
  for (const kind of ['charges-and-usage', 'disbursements', 'detailed-disbursements'] as const)
    writeKind(transaction, { sellerId, kind, of: month });
};

/** When due, writes the Customer Insights of a day, if anything was used or charged. */
export const writeInsights = (transaction: GcpChange, { refId, detail }: DueItem): void => {
  const day = String(detail.day);
  const hasRows = customerInsights(transaction, refId, day).rows.length > 0;
  if (hasRows) writeKind(transaction, { sellerId: refId, kind: 'customer-insights', of: day });
  scheduleInsights(transaction, refId, addDays(day, 1));
};

/** Writes a report. If a fault corrupts it, the correct file replaces it a day later. */
const writeKind = (transaction: GcpChange, what: { sellerId: string; kind: Kind; of: string }): void => {
  const { sellerId, kind, of } = what;
  const { name, table, money } = kinds[kind];
  const { bucket } = settlementOf(transaction, sellerId);
  const content = table(transaction, sellerId, of);
  const write = (operation: string): string =>
    writeReport(transaction, content, { separator: ',', place: { operation, accountId: sellerId }, money });
  const struck = transaction.list('faults').reduce((sum, fault) => sum + fault.struck, 0);
  const text = write(operationOf[kind]);
  putObject(transaction, { bucket, name: name(of), text });
  const isSpoiled = transaction.list('faults').reduce((sum, fault) => sum + fault.struck, 0) > struck;
  if (isSpoiled)
    scheduleDue(transaction, {
      kind: 'report-rewrite',
      at: transaction.at + dayMs,
      refId: sellerId,
      detail: { kind, of },
    });
};

/** The names of the reports for faults. */
const operationOf: Readonly<Record<Kind, string>> = {
  'charges-and-usage': 'ChargesAndUsage',
  disbursements: 'Disbursements',
  'detailed-disbursements': 'DetailedDisbursements',
  'customer-insights': 'CustomerInsights',
};

/** When due, or on request, rewrites a report from the current state: a new generation of its object. */
export const rewriteReport = (transaction: GcpChange, { refId, detail }: Pick<DueItem, 'refId' | 'detail'>): void =>
  writeKind(transaction, { sellerId: refId, kind: detail.kind as Kind, of: String(detail.of) });
