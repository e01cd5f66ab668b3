import { columnPlace, readCsv } from '../../../kit/csv.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import { importRowsMax } from './schema.ts';

const columns = ['referral_id', 'google_id', 'status', 'sales_stage', 'reason'] as const;
type Column = (typeof columns)[number];
const cellMax = 2000;

/** A line of the file: what its cells say, or what is wrong with it. */
export type ImportRow = { line: number } & ({ cells: Record<Column, string>; fault?: undefined } | { fault: string });

const places = (line: number, names: readonly string[]): ReadonlyMap<Column, number> => {
  const faults: Fault[] = [];
  for (const [index, name] of names.entries()) {
    const isKnown = (columns as readonly string[]).includes(name);
    const at = { path: columnPlace(line, name) };
    if (!isKnown) faults.push({ ...at, code: 'column', message: mustBeOneOf('the columns', columns) });
    else if (names.indexOf(name) < index) faults.push({ ...at, code: 'repeated', message: 'is a column twice' });
  }
  if (!names.includes('referral_id') && !names.includes('google_id'))
    faults.push({ path: `line.${line}`, code: 'required', message: 'the header must have referral_id or google_id' });
  if (faults.length > 0) throw badRequest(faults.slice(0, 100));
  return new Map(columns.flatMap((name) => (names.includes(name) ? [[name, names.indexOf(name)] as const] : [])));
};

/**
 * The rows of a file, in its order. Throws 400 for a header that cannot be read, and for more rows than one call accepts. A row that cannot
 * be read is a separate fault.
 */
export const readImportRows = (text: string): ImportRow[] => {
  const rows: ImportRow[] = [];
  let header: ReadonlyMap<Column, number> | undefined;
  for (const record of readCsv(text, columns.length + 1)) {
    const { line } = record;
    if (header === undefined) {
      if (record.fault !== undefined) throw badRequest([{ path: `line.${line}`, code: 'csv', message: record.fault }]);
      header = places(
        line,
        record.cells.map((name) => name.trim().toLowerCase()),
      );
      continue;
    }
    if (rows.length === importRowsMax)
      throw badRequest([{ path: `line.${line}`, code: 'rows', message: `a file has at most ${importRowsMax} rows` }]);
    if (record.fault !== undefined) {
      rows.push({ line, fault: record.fault });
      continue;
    }
    const { cells: given } = record;
    if (given.length !== header.size) rows.push({ line, fault: `must have ${header.size} cells` });
    else if (given.some((cell) => cell.length > cellMax))
      rows.push({ line, fault: `a cell has at most ${cellMax} characters` });
    else {
      const found = header;
      const cells = Object.fromEntries(
        columns.map((name) => [name, (given[found.get(name) ?? -1] ?? '').trim()]),
      ) as Record<Column, string>;
      rows.push({ line, cells });
    }
  }
  return rows;
};
