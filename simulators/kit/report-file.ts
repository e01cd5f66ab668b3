import { faultNumber, strikeFault } from './faults.ts';
import type { Change, Tables } from './simulation.ts';

/** A report as a table of text. */
export type Table = { columns: string[]; rows: string[][] };

/** Where a file is written, for faults: the operation that writes it, and the account that it is for. */
type FilePlace = { operation: string; accountId: string };

/** Faults of report files. Each corrupts one file when it is written; reading that file again returns the same content. */
export const reportFaults = {
  'report-half': 'ends the next report file in the middle of a line',
  'report-column-order': 'writes the columns of the next report file in reverse order',
  'report-new-column': 'adds an unknown column (`column`, default NewColumn) to the next report file',
  'report-wrong-header': 'misnames `column` (default: the first) as `header` (default Unknown) in the next report file',
  'report-late-row': 'leaves the last `rows` (default 1) out of the next report file; later files have them',
  'report-restated-row':
    'shows `value` (default 0) as `column` of the first row of the next report file; later files state it rightly',
} as const;

/**
 * Writes a table as CSV or TSV after RFC 4180, with the faults of this place. `money` is the column that a restatement
 * corrects by default. Microsoft and Google document neither line ends nor quoting: not confirmed.
 */
export const writeReport = <T extends Tables>(
  transaction: Change<T>,
  table: Table,
  { separator, place, money }: { separator: ',' | '\t'; place: FilePlace; money: string },
): string => {
  const strike = (name: keyof typeof reportFaults) => strikeFault(transaction, name, place);
  let { columns, rows } = table;

  const late = strike('report-late-row');
  if (late) rows = rows.slice(0, Math.max(0, rows.length - faultNumber(late, 'rows', 1)));
  const restated = strike('report-restated-row');
  if (restated) {
    const at = columns.indexOf(String(restated.options.column ?? money));
    const value = String(restated.options.value ?? '0');
    rows = rows.map((row, index) => (index === 0 ? row.map((cell, column) => (column === at ? value : cell)) : row));
  }
  const added = strike('report-new-column');
  if (added) {
    const middle = Math.floor(columns.length / 2);
    columns = columns.toSpliced(middle, 0, String(added.options.column ?? 'NewColumn'));
    rows = rows.map((row) => row.toSpliced(middle, 0, 'new'));
  }
  const misnamed = strike('report-wrong-header');
  if (misnamed) {
    const wanted = misnamed.options.column ?? columns[0];
    columns = columns.map((name) => (name === wanted ? String(misnamed.options.header ?? 'Unknown') : name));
  }
  if (strike('report-column-order')) {
    columns = columns.toReversed();
    rows = rows.map((row) => row.toReversed());
  }
  const lines = [columns, ...rows].map((row) => `${row.map((cell) => quote(cell, separator)).join(separator)}\r\n`);
  const text = lines.join('');
  if (!strike('report-half')) return text;
  // The cut is inside the last line that the first half reaches.
  const half = text.slice(0, Math.ceil(text.length / 2));
  return half.endsWith('\n') ? half.slice(0, -3) : half;
};

const quote = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
