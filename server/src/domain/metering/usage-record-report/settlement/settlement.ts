import { rowIs } from '../states.ts';
import { rowMessages, type UsageReportRow } from '../usage-record-report.ts';

export const settlementOutcomes = ['COUNTED', 'NOT_COUNTED'] as const;

/** How a row was settled whose outcome was unknown. */
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** A row with its settlement (null: none), and whether its last attempt may still be answered. */
export type SettleableRow = UsageReportRow & { settled: SettlementOutcome | null; awaited: boolean };

/** It was sent, may have been counted, and is no longer sent. */
export const isOutcomeUnknown = (row: Pick<UsageReportRow, 'state' | 'message'>): boolean =>
  rowIs.pending(row.state) && row.message === rowMessages.outcomeUnknown;

/** The status that decides whether a row can be settled: its own state, or OUTCOME_UNKNOWN. */
const statusOf = (row: SettleableRow): string => (isOutcomeUnknown(row) ? rowMessages.outcomeUnknown : row.state);

export type SettlementPlan = { rows: SettleableRow[] } | { status: string };

/** What the caller wants; without `dimensions`, for every row with an unknown outcome. */
export type SettlementAim = { outcome: SettlementOutcome; dimensions?: readonly string[] | undefined };

/**
 * The rows that a settlement ends: the named ones, or else all with an unknown outcome. Empty if they were settled the
 * same way before, or the marketplace has just said the same (`confirmed`, by id). `status`: that of a row that cannot
 * be settled so.
 */
export const planSettlement = (
  rows: readonly SettleableRow[],
  { outcome, dimensions }: SettlementAim,
  confirmed: ReadonlySet<string> = new Set(),
): SettlementPlan => {
  const named = dimensions && new Set(dimensions);
  const isDone = (row: SettleableRow): boolean => row.settled === outcome || confirmed.has(row.id);
  const meant = rows.filter(
    (row) => named?.has(row.dimension) ?? (isOutcomeUnknown(row) || row.settled !== null || confirmed.has(row.id)),
  );
  const open = meant.filter(isOutcomeUnknown);
  const wrong = meant.find((row) => !isOutcomeUnknown(row) && !isDone(row));
  const isRefused = named ? wrong !== undefined : open.length === 0 && !meant.some(isDone);
  return isRefused ? { status: statusOf(wrong ?? (rows[0] as SettleableRow)) } : { rows: open };
};
