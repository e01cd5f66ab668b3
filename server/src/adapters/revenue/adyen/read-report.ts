import { type CsvRecord, readCsvPieces } from '../../../kit/csv.ts';
import { Big } from '../../../kit/decimal.ts';
import { decodeText } from '../decode-text.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { needed, neededColumns } from './columns.ts';
import { parseRow, type ReportEntry } from './parse-row.ts';

const batchRows = 500;

const readHeader = (names: readonly string[], part: string): readonly string[] => {
  const fault = (code: string, message: string) => feedFault({ code, message, part, line: 1 });
  const missing = neededColumns.filter((name) => !names.includes(name));
  if (missing.length > neededColumns.length / 2)
    throw fault('WRONG_HEADER', 'is not the header of a Settlement details report');
  if (missing.length > 0) throw fault('MISSING_COLUMN', `has no column ${missing.join(', ')}`);
  const doubled = names.find((name, index) => neededColumns.includes(name) && names.indexOf(name) !== index);
  if (doubled !== undefined) throw fault('DOUBLE_COLUMN', `has more than one column ${doubled}`);
  // Of other columns each is kept, whatever its name.
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} #${index + 1}`));
};

const columnsOf = (names: readonly string[], { line, cells }: CsvRecord & { cells: string[] }, part: string) => {
  if (cells.length === names.length)
    return Object.fromEntries(names.map((name, index) => [name, cells[index] === '' ? null : (cells[index] ?? null)]));
  const message = `has ${cells.length} values for ${names.length} columns; the report may be cut off`;
  throw feedFault({ code: 'WRONG_LENGTH', message, part, line });
};

/** What a report must add up to. */
type Sums = Map<string, Big>;

const addTo = (sums: Sums, { merchant, batch, net }: ReportEntry): void => {
  if (net === null) return;
  const name = `${merchant}, batch ${batch}, ${net.currency}`;
  sums.set(name, (sums.get(name) ?? new Big(0)).plus(net.amount));
};

/**
 * The net amounts of a batch with its payout sum to 0 in each currency: a balance that is not paid out is transferred.
 * Source: the import of OCA's account_statement_import_adyen refuses any other report. It also tells that a report was
 * cut off behind a whole line.
 */
const checkSums = (sums: Sums, part: string): void => {
  if (sums.size === 0) throw feedFault({ code: 'EMPTY', message: 'has no amounts', part });
  for (const [name, sum] of sums) {
    if (sum.eq(0)) continue;
    const message = `the amounts of ${name} differ from what was paid out by ${sum.toFixed()}; the report may be cut off`;
    throw feedFault({ code: 'INCOMPLETE', message, part });
  }
};

/**
 * The rows of a Settlement details report as it arrives. Entries have no key of their own: their place within their batch
 * is what a report keeps when it is generated again, for one or for several merchant accounts. As a closed batch gets no
 * fewer entries, the later report replaces each of them.
 */
export const readReport = async function* (
  { name: part, version }: FeedPart,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly FeedRow[]> {
  let names: readonly string[] | undefined;
  let rows: FeedRow[] = [];
  const sums: Sums = new Map();
  const counts = new Map<string, number>();
  for await (const record of readCsvPieces(decodeText(part, pieces))) {
    if (record.fault !== undefined)
      throw feedFault({ code: 'UNREADABLE_ROW', message: record.fault, part, line: record.line });
    if (names === undefined) {
      names = readHeader(record.cells, part);
      continue;
    }
    const columns = columnsOf(names, record, part);
    const entry = parseRow(columns, { part, line: record.line });
    addTo(sums, entry);
    const batch = `${columns[needed.merchant]} ${entry.batch}`;
    const count = (counts.get(batch) ?? 0) + 1;
    counts.set(batch, count);
    rows.push({ dataset: 'settlement_details', key: `${batch} ${count}`, version, isDeleted: false, columns });
    if (rows.length < batchRows) continue;
    yield rows;
    rows = [];
  }
  if (names === undefined) throw feedFault({ code: 'EMPTY', message: 'is empty', part });
  checkSums(sums, part);
  if (rows.length > 0) yield rows;
};
