import type { OrgDb } from '../../../../db/org-db.ts';
import { rowIs } from '../states.ts';
import { rowMessages } from '../usage-record-report.ts';
import { type AskedUsage, dayOf } from './asked-usage.ts';
import { judgeShown, type SentRow } from './judge-shown.ts';
import { isOutcomeUnknown, type SettleableRow, type SettlementOutcome } from './settlement.ts';
import { findRowsOfDay, type RowOfDay } from './store.ts';

/** What a marketplace says of a row; `says` null: its answer does not tell. */
export type PartnerWord = { says: SettlementOutcome | null; answer: object };

/** What was confirmed so shortly before the question may not be shown yet. */
const shownAfterMs = 5 * 60_000;

/** What stands in the day's total; null: somebody else's usage may, of which nobody knows how much. */
const sentRowsOf = (rows: readonly RowOfDay[], askedAt: Date): SentRow[] | null => {
  if (rows.some((row) => row.message === rowMessages.duplicateForeign)) return null;
  const isCertain = (row: RowOfDay): boolean =>
    rowIs.counted(row.state) &&
    row.settled === null &&
    row.acknowledged !== null &&
    row.acknowledged.getTime() < askedAt.getTime() - shownAfterMs;
  const taken = new Set(rows.filter(isCertain).map((row) => row.hour.getTime()));
  // Of what was refused nothing is shown, unless a person said so; and an hour is taken once.
  return rows
    .filter(
      (row) =>
        isCertain(row) || ((!rowIs.refused(row.state) || row.settled !== null) && !taken.has(row.hour.getTime())),
    )
    .map((row) => ({ id: row.id, quantity: row.quantity, isCertain: isCertain(row) }));
};

const wordsShown = async (
  db: OrgDb,
  rows: readonly SettleableRow[],
  { shown, askedAt, day }: { shown: NonNullable<AskedUsage['shown']>; askedAt: Date; day: Date },
): Promise<Map<string, PartnerWord>> => {
  const [first] = rows;
  if (!first) return new Map();
  const dimensions = rows.map((row) => row.dimension);
  const ofDay = Map.groupBy(await findRowsOfDay(db, first, { dimensions, day }), (row) => row.dimension);
  return new Map(
    rows.flatMap((row): [string, PartnerWord][] => {
      const read = shown.find((one) => one.dimension === row.dimension);
      if (!read) return [];
      const sent = sentRowsOf(ofDay.get(row.dimension) ?? [], askedAt);
      const says = sent === null || read.isDisputed ? null : judgeShown(sent, read, row.id);
      return [[row.id, { says, answer: { quantity: read.quantity, count: read.count, ...read.document } }]];
    }),
  );
};

/** A row that was sent again stands as what it was answered with; a refusal says nothing of what was sent before. */
const wordsAnswered = (rows: readonly SettleableRow[], resent: AskedUsage['resent']): [string, PartnerWord][] =>
  resent.flatMap(({ rowId, outcome, code, message }): [string, PartnerWord][] => {
    const row = rows.find((one) => one.id === rowId);
    const isAnswered = row && !isOutcomeUnknown(row) && row.settled === null;
    const says = !isAnswered ? null : rowIs.counted(row.state) ? 'COUNTED' : 'NOT_COUNTED';
    return [[rowId, { says, answer: { outcome, code, message } }]];
  });

/** What the marketplace said of rows of a report, as they stand now, locked. Rows that it was not asked about are left out. */
export const readPartnerWords = async (
  db: OrgDb,
  rows: readonly SettleableRow[],
  { shown, askedAt, resent }: AskedUsage,
): Promise<Map<string, PartnerWord>> => {
  const open = rows.filter(isOutcomeUnknown);
  const [first] = open;
  const read =
    shown === null || !first ? [] : await wordsShown(db, open, { shown, askedAt, day: dayOf(first.told_time) });
  return new Map([...read, ...wordsAnswered(rows, resent)]);
};
