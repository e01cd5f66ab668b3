import type { OrgDb } from '../../../../db/org-db.ts';
import { rowIs } from '../states.ts';
import { rowMessages } from '../usage-record-report.ts';
import { type AskedUsage, dayOf } from './asked-usage.ts';
import { judgeShown, type SentRow } from './judge-shown.ts';
import { isOutcomeUnknown, type SettleableRow, type SettlementOutcome } from './settlement.ts';
import { findRowsOfDay, type RowOfDay } from './store.ts';

/** What a marketplace says about a row; `says` is null if its answer decides nothing. */
export type PartnerStatement = { says: SettlementOutcome | null; answer: object };

/** Usage confirmed less than this before the question may not be shown yet. */
const shownAfterMs = 5 * 60_000;

/** The rows in the day's total; null: the total may contain an unknown quantity of another tool's usage. */
const sentRowsOf = (rows: readonly RowOfDay[], askedAt: Date): SentRow[] | null => {
  if (rows.some((row) => row.message === rowMessages.duplicateForeign)) return null;
  const isCertain = (row: RowOfDay): boolean =>
    rowIs.counted(row.state) &&
    row.settled === null &&
    row.acknowledged !== null &&
    row.acknowledged.getTime() < askedAt.getTime() - shownAfterMs;
  const taken = new Set(rows.filter(isCertain).map((row) => row.hour.getTime()));
  // Refused usage is not shown, unless a person settled it as refused; and an hour is accepted once.
  return rows
    .filter(
      (row) =>
        isCertain(row) || ((!rowIs.refused(row.state) || row.settled !== null) && !taken.has(row.hour.getTime())),
    )
    .map((row) => ({ id: row.id, quantity: row.quantity, isCertain: isCertain(row) }));
};

const statementsShown = async (
  db: OrgDb,
  rows: readonly SettleableRow[],
  { shown, askedAt, day }: { shown: NonNullable<AskedUsage['shown']>; askedAt: Date; day: Date },
): Promise<Map<string, PartnerStatement>> => {
  const [first] = rows;
  if (!first) return new Map();
  const dimensions = rows.map((row) => row.dimension);
  const ofDay = Map.groupBy(await findRowsOfDay(db, first, { dimensions, day }), (row) => row.dimension);
  return new Map(
    rows.flatMap((row): [string, PartnerStatement][] => {
      const read = shown.find((one) => one.dimension === row.dimension);
      if (!read) return [];
      const sent = sentRowsOf(ofDay.get(row.dimension) ?? [], askedAt);
      const says = sent === null || read.isDisputed ? null : judgeShown(sent, read, row.id);
      return [[row.id, { says, answer: { quantity: read.quantity, count: read.count, ...read.document } }]];
    }),
  );
};

/** For a row that was sent again, its new answer counts; a refusal proves nothing about earlier attempts. */
const statementsAnswered = (
  rows: readonly SettleableRow[],
  resent: AskedUsage['resent'],
): [string, PartnerStatement][] =>
  resent.flatMap(({ rowId, outcome, code, message }): [string, PartnerStatement][] => {
    const row = rows.find((one) => one.id === rowId);
    const isAnswered = row && !isOutcomeUnknown(row) && row.settled === null;
    const says = !isAnswered ? null : rowIs.counted(row.state) ? 'COUNTED' : 'NOT_COUNTED';
    return [[rowId, { says, answer: { outcome, code, message } }]];
  });

/**
 * What the marketplace said about rows of a report, as they are now, locked. Rows that it was not asked about are left
 * out.
 */
export const readPartnerStatements = async (
  db: OrgDb,
  rows: readonly SettleableRow[],
  { shown, askedAt, resent }: AskedUsage,
): Promise<Map<string, PartnerStatement>> => {
  const open = rows.filter(isOutcomeUnknown);
  const [first] = open;
  const read =
    shown === null || !first ? [] : await statementsShown(db, open, { shown, askedAt, day: dayOf(first.told_time) });
  return new Map([...read, ...statementsAnswered(rows, resent)]);
};
