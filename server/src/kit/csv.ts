/** A record of a CSV text; `line` is where it begins, counted from 1. A fault replaces the cells. */
export type CsvRecord = { line: number; cells: string[]; fault?: undefined } | { line: number; fault: string };

/**
 * Returns a search for the next place of a text from a position on. Positions must not decrease: the whole text is
 * searched once, however many there are.
 */
const searchIn = (text: string, wanted: string): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) {
      found = text.indexOf(wanted, from);
      if (found === -1) found = text.length;
    }
    return found;
  };
};

/** The end of the quoted cell that begins at `start`, behind its closing quote; undefined if it is never closed. */
const endOfQuoted = (text: string, start: number): number | undefined => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text[quote + 1] !== '"') return quote + 1;
  }
  return undefined;
};

const isCellEnd = (text: string, at: number): boolean =>
  at >= text.length || text[at] === ',' || text[at] === '\n' || text.startsWith('\r\n', at);

const countLines = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** A record that began before `text` ended, and the line where it began. */
type CsvRest = { text: string; line: number };

const byteOrderMark = '\uFEFF';

/** The records of a text that begins at a line. Unless it is the last part, what follows its last whole record is returned. */
const readRecords = function* (
  text: string,
  { line: firstLine, isLast, maxCells }: { line: number; isLast: boolean; maxCells: number },
): Generator<CsvRecord, CsvRest> {
  const nextComma = searchIn(text, ',');
  const nextLineEnd = searchIn(text, '\n');
  let at = 0;
  let line = firstLine;
  while (at < text.length) {
    const [start, startAt] = [line, at];
    const cells: string[] = [];
    let fault: string | undefined;
    for (;;) {
      if (cells.length === maxCells) fault = `has more than ${maxCells} cells`;
      else if (text[at] === '"') {
        const end = endOfQuoted(text, at);
        const cell = text.slice(at, end);
        line += countLines(cell);
        at = end ?? text.length;
        cells.push(cell.slice(1, -1).replaceAll('""', '"'));
        if (end === undefined) fault = 'a quote is never closed';
        else if (!isCellEnd(text, at)) fault = 'text follows a closing quote; double a quote inside quotes';
      } else {
        const end = Math.min(nextComma(at), nextLineEnd(at));
        const cell = text.slice(at, end);
        cells.push(text[end] !== ',' && cell.endsWith('\r') ? cell.slice(0, -1) : cell);
        at = end;
      }
      if (fault !== undefined) at = nextLineEnd(at);
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.startsWith('\r\n', at)) at += 1;
    if (!isLast && at >= text.length) return { text: text.slice(startAt), line: start };
    if (text[at] === '\n') {
      at += 1;
      line += 1;
    }
    if (fault !== undefined) yield { line: start, fault };
    else if (cells.length > 1 || cells[0] !== '') yield { line: start, cells };
  }
  return { text: '', line };
};

const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text);

/** More than any real file has in one record. */
const standardCells = 1000;

/**
 * Reads CSV (RFC 4180: commas, double quotes, CRLF or LF) one record at a time. Empty lines are skipped. A record with a
 * fault or more than `maxCells` cells ends at the end of its line; a quote that is never closed ends the text. Takes
 * time in proportion to the text, whatever is in it.
 */
export const readCsv = function* (text: string, maxCells = standardCells): Generator<CsvRecord> {
  yield* readRecords(withoutMark(text), { line: 1, isLast: true, maxCells });
};

/** A record of a text that arrives in pieces may be this long. */
const recordCharacters = 1024 * 1024;
/** Short pieces are joined, so that a long record is not searched again for each of them. */
const pieceCharacters = 64 * 1024;

/**
 * Reads a CSV text as it arrives: the same records as `readCsv` of the whole. Holds one piece and one record at a time. A
 * record that is too long, which a quote that is never closed makes, ends the text with a fault.
 */
export const readCsvPieces = async function* (
  pieces: AsyncIterable<string>,
  { maxCells = standardCells, joinUpTo = pieceCharacters, recordMax = recordCharacters } = {},
): AsyncGenerator<CsvRecord> {
  let rest: CsvRest | undefined;
  let waiting = '';
  const join = (): CsvRest => {
    const joined = rest ? { text: rest.text + waiting, line: rest.line } : { text: withoutMark(waiting), line: 1 };
    waiting = '';
    return joined;
  };
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < joinUpTo) continue;
    const { text, line } = join();
    rest = yield* readRecords(text, { line, isLast: false, maxCells });
    if (rest.text.length > recordMax) {
      yield {
        line: rest.line,
        fault: `is longer than ${recordMax} characters; the lines behind it were not read`,
      };
      return;
    }
  }
  const { text, line } = join();
  yield* readRecords(text, { line, isLast: true, maxCells });
};

/**
 * Where a spreadsheet would run a formula (OWASP, CSV Injection): at the start of a cell, and behind each character at which one may split it. Where lists
 * are separated by semicolons, as in most of Europe, Excel splits a file at them and takes a quote that is not first for text; line ends inside quotes
 * then end a row, too. Formulas may begin with full-width signs, which spreadsheets of Japan and China read alike. The apostrophes in front belong to it, and
 * quotes that would be read away, so that `withoutApostrophe` gives every cell back.
 */
const formulaStart = /^(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;
const defusedStart = /^'(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g;

/** A cell of `csvLine` as it was before that. */
export const withoutApostrophe = (cell: string): string => cell.replaceAll(defusedStart, '');

/** A cell that a spreadsheet shows as text: whatever would be a formula in it gets an apostrophe in front. */
const cellOf = (text: string): string => {
  const defused = text.replaceAll(formulaStart, "'");
  return /[",;\t\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
};

/** The place of a column of a header, as faults name it: `line.1.amount`; of a column without a name, its line. */
export const columnPlace = (line: number, name: string): string =>
  name === '' ? `line.${line}` : `line.${line}.${name}`.slice(0, 100);

/** One line of CSV, with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;
