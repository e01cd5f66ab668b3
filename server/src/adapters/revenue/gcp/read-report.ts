import { createHash } from 'node:crypto';
import { readCsvPieces } from '../../../kit/csv.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { lineBytesMax, wholeLines } from '../whole-lines.ts';
import type { GcpReport, PartPlace } from './reports.ts';
import type { Columns } from './values.ts';

const batchRows = 1000;
/** Far more than a report has; what a row is about is remembered for each. */
const rowsMax = 1_000_000;
/** Generations are of at most 19 digits; as texts they have one length, so that they are ordered like numbers. */
const generationDigits = 20;

/** A name without what Google's pages write now so, now so: "Account Id" and "Account ID", "Google Entity" and "Google entity". */
const loose = (name: string): string => name.toLowerCase().replaceAll(/[\s_]+/g, '');

/** Cells of a header by the names that we know them by; one that is there as it is, too, keeps its own. */
const knownNames = (cells: readonly string[], { required, key, others }: GcpReport): readonly string[] => {
  const names = new Map([...required, ...key, ...others].map((name) => [loose(name), name]));
  const counts = Map.groupBy(cells, loose);
  return cells.map((cell) => (counts.get(loose(cell))?.length === 1 ? (names.get(loose(cell)) ?? cell) : cell));
};

/** The columns of a header, in any order and with any further ones: Google adds columns, and says to read them by name. */
const readHeader = (written: readonly string[], report: GcpReport, part: string): readonly string[] => {
  const { dataset, required } = report;
  const cells = knownNames(written, report);
  const known = new Set(cells);
  const missing = required.filter((name) => !known.has(name));
  if (missing.length === required.length || known.size < cells.length) {
    const message = known.size < cells.length ? 'has a column twice' : `is not the header of ${dataset}`;
    throw feedFault({ code: 'WRONG_HEADER', message, part, line: 1 });
  }
  if (missing.length === 0) return cells;
  throw feedFault({ code: 'MISSING_COLUMN', message: `lacks the columns ${missing.join(', ')}`, part, line: 1 });
};

const columnsOf = (header: readonly string[], cells: readonly string[]): Columns =>
  Object.fromEntries(header.map((name, index) => [name, cells[index] || null]));

/** Counts how often each text was seen. Texts are told apart by 48 bits of a hash, so that a million of them are small. */
const counter = (): ((text: string) => number) => {
  const counts = new Map<number, number>();
  return (text) => {
    const hash = createHash('sha256').update(text).digest().readUIntBE(0, 6);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return count;
  };
};

/** The start of a row's key: the month or day of the file, and of Customer Insights, of which there are several, its title. */
const fileKeyOf = ({ report, day, title }: PartPlace): string[] =>
  report.isDaily ? [day, title] : [day.slice(0, 'YYYY-MM'.length)];

/**
 * The rows of a report as its bytes arrive. Google defines no key: the key of a row is the month, its subject, its position among the
 * rows of its file with the same subject, which is 1 unless the page does not distinguish them, and the account: files of two
 * accounts have the same names, and rows of disbursements the same subjects. A file that is written again has all of its rows.
 *
 * That files are UTF-8 and CSV after RFC 4180 is not confirmed ("Set up to receive reports" says CSV).
 */
export const readReport = async function* (
  bytes: AsyncIterable<Uint8Array>,
  { accountId, ...place }: PartPlace & { accountId: string },
  { name: part, version: generation }: Pick<FeedPart, 'name' | 'version'>,
): AsyncGenerator<FeedRow[]> {
  const { report } = place;
  const version = generation.padStart(generationDigits, '0');
  const countOf = counter();
  let rows = 0;
  let header: readonly string[] | undefined;
  let batch: FeedRow[] = [];
  for await (const { line, ...record } of readCsvPieces(wholeLines(bytes, part), { recordMax: lineBytesMax })) {
    if (record.fault !== undefined) throw feedFault({ code: 'NOT_CSV', message: record.fault, part, line });
    if (!header) {
      header = readHeader(record.cells, report, part);
      continue;
    }
    if (record.cells.length !== header.length) {
      const message = `has ${record.cells.length} cells under ${header.length} columns`;
      throw feedFault({ code: 'CELL_COUNT', message, part, line });
    }
    const columns = columnsOf(header, record.cells);
    report.check(columns, { part, line });
    const about = [...fileKeyOf(place), ...report.key.map((name) => columns[name] ?? '')].join('|');
    rows += 1;
    if (rows > rowsMax) {
      throw feedFault({ code: 'TOO_MANY_ROWS', message: `has more than ${rowsMax} rows`, part, line });
    }
    batch.push({
      dataset: report.dataset,
      key: `${about}|${countOf(about)}|${accountId}`,
      version,
      isDeleted: false,
      columns,
    });
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (!header) throw feedFault({ code: 'WRONG_HEADER', message: 'has no header', part, line: 1 });
  if (batch.length > 0) yield batch;
};
