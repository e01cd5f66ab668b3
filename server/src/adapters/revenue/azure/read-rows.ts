import { readCsvPieces } from '../../../kit/csv.ts';
import { isCurrency, readAmount } from '../amounts.ts';
import { decodeText } from '../decode-text.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { joinRows } from './split-rows.ts';
import type { AzureTable } from './tables.ts';
import { readDate } from './values.ts';

const batchRows = 1000;
/** More than any line has; the longest columns are names. */
const lineMax = 256 * 1024;
const shown = 40;

/**
 * Whole files end with a line end or, where Microsoft quotes all cells, with a quote (neither is on a page). A file that
 * ends otherwise was cut off, perhaps within an amount.
 */
const wholeText = async function* (part: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let [last, line] = ['', 1];
  for await (const piece of pieces) {
    if (piece === '') continue;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) line += 1;
    last = piece.slice(-1);
    yield piece;
  }
  if (last === '' || last === '\n' || last === '"') return;
  throw feedFault({ code: 'TRUNCATED', message: 'the file ends within this line', part, line });
};

/**
 * The columns of a header, checked against the table: in any order, with any further ones. Names of the table are found
 * in any case, as queries have none, and written as the table has them.
 */
const readHeader = (cells: readonly string[], table: AzureTable, part: string): readonly string[] => {
  const fault = (code: string, message: string): Error => feedFault({ code, message, part, line: 1 });
  const { dataset, key, required, optional } = table;
  const known = new Map([...key, ...required, ...optional].map((name) => [name.toLowerCase(), name]));
  const names = cells.map((cell) => known.get(cell.trim().toLowerCase()) ?? cell);
  const needed = [...key, ...required];
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > needed.length / 2) throw fault('WRONG_HEADER', `is not the header of ${dataset}`);
  if (missing.length > 0) throw fault('MISSING_COLUMN', `lacks the columns ${missing.join(', ')}`);
  if (new Set(names).size < names.length) throw fault('WRONG_HEADER', 'has a column twice');
  return names;
};

type Columns = Readonly<Record<string, string | null>>;

/**
 * How Microsoft's reports write that there is nothing ("Revenue dashboard", data dictionary: "Units will be displayed as NA"). An
 * amount, a currency or a date is never one of these words.
 */
const nothing = /^(?:na|n\/a|null|none|-)$/i;

const columnsOf = (names: readonly string[], cells: readonly string[], checked: ReadonlySet<string>): Columns => {
  const columns: Record<string, string | null> = {};
  for (let index = 0; index < names.length; index += 1) {
    const [name = '', cell = ''] = [names[index], cells[index]];
    columns[name] = cell === '' || (checked.has(name) && nothing.test(cell.trim())) ? null : cell;
  }
  return columns;
};

type Check = { name: string; isRight: (text: string) => boolean; is: string };

const checksOf = ({ amounts, currencies, dates }: AzureTable): Check[] => [
  ...amounts.map((name): Check => ({ name, isRight: (text) => readAmount(text) !== null, is: 'an amount' })),
  ...currencies.map((name): Check => ({ name, isRight: isCurrency, is: 'the code of a currency' })),
  ...dates.map((name): Check => ({ name, isRight: (text) => readDate(text) !== null, is: 'a date' })),
];

/** Returns a reader of rows: checks the values that anything depends on, and returns the key. */
const keyReader = (table: AzureTable, part: string) => {
  const checks = checksOf(table);
  const { key, filled: others, mayLack = [] } = table;
  const filled = [...key.filter((name) => !mayLack.includes(name)), ...others];
  return (columns: Columns, line: number): string => {
    const fault = (message: string): Error => feedFault({ code: 'UNREADABLE_VALUE', message, part, line });
    for (const name of filled) if (columns[name] === null) throw fault(`${name} is empty`);
    for (const { name, isRight, is } of checks) {
      const text = columns[name];
      if (text === null || text === undefined || isRight(text)) continue;
      throw fault(`${name} is not ${is}: ${JSON.stringify(text.slice(0, shown))}`);
    }
    return key.map((name) => columns[name]).join('|');
  };
};

/** More rows than a key has in any table. */
const sameKeyMax = 100;

/** More keys than a file has whose rows may be anywhere; they are held until its end. */
const gatheredMax = 50_000;

const isSameRow = (left: Columns, right: Columns): boolean =>
  Object.entries(left).every(([name, text]) => right[name] === text);

/**
 * The rows of a file, in batches, as its bytes arrive: CSV in UTF-8, with or without its mark. A file is a picture of its
 * time, and has no times of its own: the time at which it was made is the version of all its rows, so that the latest
 * picture of a row counts. Rows that it no longer shows stay as they were. Throws a fault at the first thing that is wrong.
 */
export const readRows = async function* (
  part: FeedPart,
  table: AzureTable,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly FeedRow[]> {
  const readKey = keyReader(table, part.name);
  const checked = new Set([...table.amounts, ...table.currencies, ...table.dates]);
  const version = part.time.toISOString();
  const text = wholeText(part.name, decodeText(part.name, bytes));
  let names: readonly string[] | undefined;
  let rows: FeedRow[] = [];
  let open: { key: string; all: Columns[] } | undefined;
  const gathered = new Map<string, Columns[]>();
  const close = (): void => {
    if (!open) return;
    const { key, all } = open;
    rows.push({ dataset: table.dataset, key, version, isDeleted: false, columns: joinRows(all) });
    open = undefined;
  };
  for await (const { line, ...record } of readCsvPieces(text, { recordMax: lineMax })) {
    const fault = (code: string, message: string): Error => feedFault({ code, message, part: part.name, line });
    if (record.fault !== undefined) throw fault('NOT_CSV', record.fault);
    if (names === undefined) {
      names = readHeader(record.cells, table, part.name);
      continue;
    }
    if (record.cells.length !== names.length)
      throw fault('CELL_COUNT', `has ${record.cells.length} cells under ${names.length} columns`);
    const columns = columnsOf(names, record.cells, checked);
    const key = readKey(columns, line);
    if (table.isSplit === 'ANYWHERE') {
      const all = gathered.get(key) ?? [];
      const isFull = all.length === sameKeyMax || (all.length === 0 && gathered.size === gatheredMax);
      if (isFull) throw fault('TOO_MANY_ROWS', 'is one row too many');
      // The same row once more says nothing new.
      if (!all.some((one) => isSameRow(one, columns))) gathered.set(key, [...all, columns]);
      continue;
    }
    if (table.isSplit && open?.key === key) {
      if (open.all.length === sameKeyMax) throw fault('TOO_MANY_ROWS', `is one row too many of ${key}`);
      open.all.push(columns);
      continue;
    }
    close();
    if (rows.length === batchRows) {
      yield rows;
      rows = [];
    }
    open = { key, all: [columns] };
  }
  if (names === undefined)
    throw feedFault({ code: 'WRONG_HEADER', message: 'has no header', part: part.name, line: 1 });
  for (const [key, all] of gathered) {
    close();
    if (rows.length === batchRows) {
      yield rows;
      rows = [];
    }
    // In an order that does not change with that of the file: the same rows are the same row.
    const inOrder = all.map((one) => ({ one, text: JSON.stringify(one) })).sort((a, b) => (a.text < b.text ? -1 : 1));
    open = { key, all: inOrder.map(({ one }) => one) };
  }
  close();
  if (rows.length > 0) yield rows;
};
