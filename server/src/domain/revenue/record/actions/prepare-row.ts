import { hash } from 'node:crypto';
import type { FeedRow, MoneyLine, UsageLine } from '../../../../adapters/revenue/port.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { type NewLine, type NewRow, type RowHead, type Written, writeNewLines, writeNewRows } from '../row-store.ts';

/** A row with the amounts that it states, and the usage that it shows. */
export type TranslatedRow = { row: FeedRow; lines: readonly MoneyLine[]; usage?: UsageLine | null };

/** A row that is ready to be stored. */
export type PreparedRow = {
  row: RowHead;
  lines: readonly MoneyLine[];
  usage: UsageLine | null;
  /** SHA-256 of its columns, in hexadecimal. */
  hash: string;
  /** Its columns as JSON. */
  text: string;
};

let lastNames: readonly string[] = [];
let lastOrder: readonly string[] = [];

/** Rows of a part have the same columns: sorting their names once is enough. */
const sortedNames = (columns: FeedRow['columns']): readonly string[] => {
  const names = Object.keys(columns);
  const isSame = names.length === lastNames.length && names.every((name, index) => name === lastNames[index]);
  if (!isSame) [lastNames, lastOrder] = [names, names.toSorted()];
  return lastOrder;
};

/** SHA-256 of a row's columns, in hexadecimal, whatever their order; empty columns count as absent. */
export const hashRow = ({ columns, isDeleted }: FeedRow): string => {
  const held: unknown[] = [isDeleted];
  for (const name of sortedNames(columns)) {
    const value = columns[name] ?? null;
    if (value !== null) held.push(name, value);
  }
  return hash('sha256', JSON.stringify(held));
};

/** What can be done with a row before the database is asked: while it stores the rows before. */
export const prepareRow = ({ row, lines, usage = null }: TranslatedRow): PreparedRow => {
  const { dataset, key, version, isDeleted, columns } = row;
  const head = { dataset, key, version, isDeleted };
  return { row: head, lines, usage, hash: hashRow(row), text: JSON.stringify(columns) };
};

const newRow = ({ row, hash, text, superseded = false, lines }: PreparedRow & { superseded?: boolean }): NewRow => {
  const line = lines.find(({ recordId }) => recordId !== null);
  return { row, hash, text, superseded, recordId: line?.recordId ?? null, day: line?.time ?? null };
};

const newLinesOf = ({ row, lines }: PreparedRow): NewLine[] =>
  row.isDeleted
    ? []
    : lines.map((line, position) => {
        const { invoice } = line.references;
        return { row, position, line, invoiceId: invoice === undefined ? null : decodeId('invoice', invoice) };
      });

/** Rows and lines as they are sent to the database; null: there are none. */
export type WrittenRows = { newRows: Written | null; newLines: Written | null };

/** Writes rows that are new, and the lines of those that count. */
export const writeRows = async (
  fresh: readonly (PreparedRow & { superseded?: boolean })[],
  counting: readonly PreparedRow[],
): Promise<WrittenRows> => {
  const lines = counting.flatMap(newLinesOf);
  return {
    newRows: fresh.length === 0 ? null : await writeNewRows(fresh.map(newRow)),
    newLines: lines.length === 0 ? null : await writeNewLines(lines),
  };
};
