import assert from 'node:assert/strict';
import { foldLines, type RevenueFigures } from '../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../kit/decimal.ts';
import type { FeedPart, FeedRow, FeedWindow, MoneyLine, RevenueFeed } from './port.ts';

/** The newest version of each row, as a store keeps it. */
export type Rows = Map<string, FeedRow>;

const nameOf = ({ dataset, key }: FeedRow): string => `${dataset} ${key}`;

/** Keeps a row unless a later version of it is known. */
export const keepRow = (rows: Rows, row: FeedRow): void => {
  const kept = rows.get(nameOf(row));
  if (!kept || kept.version <= row.version) rows.set(nameOf(row), row);
};

/** The names of the rows that each part had when it was last read. */
const lastRead = new WeakMap<Rows, Map<string, string[]>>();

/** Keeps the rows of a part. Of a part that is whole, rows that it no longer has are withdrawn. */
const keepPart = (into: Rows, { name, isWhole }: FeedPart, rows: readonly FeedRow[]): void => {
  const names = rows.map(nameOf);
  const parts = lastRead.get(into) ?? new Map<string, string[]>();
  lastRead.set(into, parts);
  if (isWhole) for (const gone of new Set(parts.get(name)).difference(new Set(names))) into.delete(gone);
  parts.set(name, names);
  for (const row of rows) keepRow(into, row);
};

/** Reads one part to its end. Nothing is stored of a part that cannot be read. */
export const readRows = async <Access>(
  feed: RevenueFeed<Access>,
  access: Access,
  part: FeedPart,
): Promise<FeedRow[]> => {
  const rows: FeedRow[] = [];
  for await (const batch of feed.readPart(access, part, new AbortController().signal)) {
    assert.ok(batch.length <= 1000);
    rows.push(...batch);
  }
  return rows;
};

/** Puts parts, or rows, in an order that a stream of numbers decides. */
export const shuffleBy =
  (numbers: Iterator<number>) =>
  <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: numbers.next().value ?? 0 }))
      .sort((left, right) => left.at - right.at)
      .map(({ item }) => item);

/** Reads all parts of a window in the order that `arrange` gives them. */
export const readFeed = async <Access>(
  feed: RevenueFeed<Access>,
  { access, window }: { access: Access; window: FeedWindow },
  { into = new Map(), arrange = (parts) => parts }: { into?: Rows; arrange?: (parts: FeedPart[]) => FeedPart[] } = {},
): Promise<Rows> => {
  for (const part of arrange(await feed.listParts(access, window)))
    keepPart(into, part, await readRows(feed, access, part));
  return into;
};

export const linesOf = <Access>(feed: Pick<RevenueFeed<Access>, 'translate'>, rows: Rows): MoneyLine[] =>
  [...rows.values()].flatMap((row) => feed.translate(row));

export const sumOf = (lines: readonly MoneyLine[], counts: (line: MoneyLine) => boolean): Big =>
  lines.filter(counts).reduce((sum, { amount }) => sum.plus(amount), new Big(0));

/** The figures of each record, by its id and currency. */
export const figuresOf = (lines: readonly MoneyLine[]): Map<string, RevenueFigures> => {
  const figures = new Map<string, RevenueFigures>();
  const records = Map.groupBy(lines, ({ recordId }) => recordId);
  for (const [record, own] of records) {
    if (record === null) continue;
    for (const one of foldLines(own)) figures.set(`${record} ${one.currency}`, one);
  }
  return figures;
};
