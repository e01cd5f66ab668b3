import type { AwsReader } from '../state.ts';
import type { FeedShape } from './columns.ts';
import type { FeedObject } from './rows.ts';

const chunkBytes = 64 * 1024;

/** A part of a file, from its first to its last byte; the default is the whole file. */
export type Slice = { from: number; to: number };

/**
 * The bytes of a file, composed from its rows in pieces of about 64 KiB. It reads rows that never change, so that a file
 * being read is not affected by the next delivery.
 */
export const readFile = function* (
  reader: AwsReader,
  shape: FeedShape,
  file: FeedObject,
  slice?: Slice,
): Generator<Buffer> {
  const { from, to } = slice ?? { from: 0, to: file.size - 1 };
  let at = 0;
  for (const chunk of chunks(reader, shape, file)) {
    if (at > to) return;
    const cut = chunk.subarray(Math.max(from - at, 0), to - at + 1);
    if (cut.length > 0) yield cut;
    at += chunk.length;
  }
};

/** The bytes of a file without the end that a half file lacks. */
export const chunks = function* (
  reader: AwsReader,
  shape: FeedShape,
  file: Pick<FeedObject, 'partIds' | 'distortion'>,
): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const line of lines(reader, shape, file)) {
    waiting.push(line);
    size += line.length;
    if (size < chunkBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
};

const lines = function* (
  reader: AwsReader,
  shape: FeedShape,
  { partIds, distortion }: Pick<FeedObject, 'partIds' | 'distortion'>,
): Generator<Buffer> {
  const arrange = distortion ? (arrangements[distortion] ?? same) : same;
  yield arrange([...shape.columns], true);
  for (const id of partIds) {
    for (const cells of reader.get('feedParts', id)?.rows ?? []) yield arrange(cells, false);
  }
};

/** A line of a file (RFC 4180, ended by a line feed). */
const line = (cells: readonly string[]): Buffer => Buffer.from(`${cells.map(quote).join(',')}\n`);
const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

type Arrange = (cells: string[], isHeader: boolean) => Buffer;
const same: Arrange = (cells) => line(cells);
const columnAdded = 4;

const arrangements: Record<string, Arrange> = {
  'moved-columns': (cells) => line([...cells].reverse()),
  'new-column': (cells, isHeader) => line(cells.toSpliced(columnAdded, 0, isHeader ? 'seller_program_code' : 'SP1')),
  'wrong-header': (cells, isHeader) => line(isHeader ? cells.map((cell) => cell.replaceAll('_', '')) : cells),
  // A byte of ISO 8859-1, which no UTF-8 text has before a line feed.
  'bad-encoding': (cells, isHeader) => {
    const text = line(cells);
    return isHeader ? text : Buffer.concat([text.subarray(0, -1), Buffer.from([0xe9, 0x0a])]);
  },
};
