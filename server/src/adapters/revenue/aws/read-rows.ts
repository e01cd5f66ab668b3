import { readCsvPieces } from '../../../kit/csv.ts';
import { isCurrency, readAmount } from '../amounts.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { lineBytesMax, wholeLines } from '../whole-lines.ts';
import { type AwsDataset, historyColumns } from './datasets.ts';
import { isDate, sortableDate } from './values.ts';

const batchRows = 1000;

const requiredOf = ({ key, required }: AwsDataset): string[] => [...historyColumns, ...key, ...required];

/** The columns of a header, checked against the feed; in any order, with any further ones. */
const readHeader = (cells: readonly string[], dataset: AwsDataset, part: string): readonly string[] => {
  const known = new Set(cells);
  const required = requiredOf(dataset);
  const missing = required.filter((name) => !known.has(name));
  if (missing.length === required.length || known.size < cells.length) {
    const message = known.size < cells.length ? 'has a column twice' : `is not the header of ${dataset.dataset}`;
    throw feedFault({ code: 'WRONG_HEADER', message, part, line: 1 });
  }
  if (missing.length === 0) return cells;
  throw feedFault({ code: 'MISSING_COLUMN', message: `lacks the columns ${missing.join(', ')}`, part, line: 1 });
};

type Columns = Readonly<Record<string, string | null>>;
type Check = { name: string; isRight: (text: string) => boolean; is: string };

const checksOf = ({ amounts = [], currencies = [], dates = [], counts = [], flags = [] }: AwsDataset): Check[] => {
  const of = (names: readonly string[], isRight: Check['isRight'], is: string) =>
    names.map((name): Check => ({ name, isRight, is }));
  return [
    ...of(amounts, (text) => readAmount(text) !== null, 'an amount'),
    ...of(currencies, isCurrency, 'a currency'),
    ...of([...historyColumns, ...dates], isDate, 'a date'),
    ...of(counts, (text) => /^\d{1,15}$/.test(text), 'a count'),
    ...of(flags, (text) => text === '0' || text === '1', '0 or 1'),
  ];
};

const shown = 40;

/** Returns a reader of a feed's rows: checks the values that anything depends on, and names and orders the row. */
const rowReader = (dataset: AwsDataset, part: string) => {
  const checks = checksOf(dataset);
  const filled = [...new Set([...dataset.key, ...(dataset.filled ?? []), 'update_date'])];
  if (dataset.hasHistory) filled.push('valid_from');
  const sorted = (text: string | null | undefined): string => sortableDate(text ?? '') ?? '';
  return (columns: Columns, line: number): FeedRow => {
    const fault = (message: string): Error => feedFault({ code: 'UNREADABLE_VALUE', message, part, line });
    for (const name of filled) if (columns[name] === null) throw fault(`${name} is empty`);
    for (const { name, isRight, is } of checks) {
      const text = columns[name];
      if (text === null || text === undefined || isRight(text)) continue;
      throw fault(`${name} is not ${is}: ${JSON.stringify(text.slice(0, shown))}`);
    }
    const key = dataset.key.map((name) => columns[name]);
    if (dataset.hasHistory) key.push(sorted(columns.valid_from));
    const versions = [sorted(columns.update_date), sorted(columns.valid_from)];
    if (dataset.isRevised) versions.reverse();
    // What deletes a row may have the date of its last update: it counts all the same.
    if (columns.delete_date) versions.push(sorted(columns.delete_date));
    return {
      dataset: dataset.dataset,
      key: key.join('|'),
      version: versions.join('|'),
      isDeleted: columns.delete_date !== null,
      columns,
    };
  };
};

const columnsOf = (header: readonly string[], cells: readonly string[]): Columns => {
  const columns: Record<string, string | null> = {};
  for (let index = 0; index < header.length; index += 1) columns[header[index] ?? ''] = cells[index] || null;
  return columns;
};

/**
 * The rows of a file of a feed, in batches, as its bytes arrive (Seller Guide, "Storage and structure of AWS Marketplace
 * data feeds": RFC 4180, UTF-8, line feeds, an empty cell is null). Throws a fault at the first thing that is wrong.
 */
export const readFeedRows = async function* (
  bytes: AsyncIterable<Uint8Array>,
  dataset: AwsDataset,
  part: string,
): AsyncGenerator<FeedRow[]> {
  const readRow = rowReader(dataset, part);
  let header: readonly string[] | undefined;
  let batch: FeedRow[] = [];
  for await (const { line, ...record } of readCsvPieces(wholeLines(bytes, part), { recordMax: lineBytesMax })) {
    if (record.fault !== undefined) throw feedFault({ code: 'NOT_CSV', message: record.fault, part, line });
    if (!header) {
      header = readHeader(record.cells, dataset, part);
      continue;
    }
    if (record.cells.length !== header.length) {
      const message = `has ${record.cells.length} cells under ${header.length} columns`;
      throw feedFault({ code: 'CELL_COUNT', message, part, line });
    }
    batch.push(readRow(columnsOf(header, record.cells), line));
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (!header) throw feedFault({ code: 'WRONG_HEADER', message: 'has no header', part, line: 1 });
  if (batch.length > 0) yield batch;
};
