import { createHash } from 'node:crypto';
import type { FeedRow } from '../../../adapters/revenue/port.ts';
import type { RowKey, RowVersion, StoredVersion } from './row-store.ts';

/** A row of a batch with the hash of its columns. */
export type HashedRow<T extends { row: FeedRow }> = T & { hash: string };

const orders = new Map<string, readonly string[]>();
const ordersMax = 200;

/** Rows of a part have the same columns: sorting their names once is enough. */
const sortedNames = (columns: FeedRow['columns']): readonly string[] => {
  const names = Object.keys(columns);
  const text = names.join('\n');
  const known = orders.get(text);
  if (known) return known;
  if (orders.size >= ordersMax) orders.clear();
  names.sort();
  orders.set(text, names);
  return names;
};

/** SHA-256 of a row's columns, in hexadecimal, whatever their order; empty columns count as absent. */
export const hashRow = ({ columns, isDeleted }: FeedRow): string => {
  const held: unknown[] = [isDeleted];
  for (const name of sortedNames(columns)) {
    const value = columns[name] ?? null;
    if (value !== null) held.push(name, value);
  }
  return createHash('sha256').update(JSON.stringify(held)).digest('hex');
};

const compareTexts = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));

type Version = { version: string; hash: string };

/** Of two versions the one with the greater text counts; of two with the same, the one with the greater hash. */
export const isGreater = (left: Version, right: Version): boolean =>
  (compareTexts(left.version, right.version) || compareTexts(left.hash, right.hash)) > 0;

export const keyOf = ({ dataset, key }: RowKey): string => `${dataset}\n${key}`;

export type Chosen<T extends { row: FeedRow }> = {
  /** Rows that are not stored yet; `superseded` if a greater version is known. */
  fresh: (HashedRow<T> & { superseded: boolean })[];
  /** Versions that count from now on instead of a stored one. */
  winners: RowVersion[];
  /** Keys with two versions of the same text and different columns. */
  contradicting: RowKey[];
};

/** Which rows of a batch are new, and which versions count from now on. `stored`: all versions of the keys in the batch. */
export const chooseVersions = <T extends { row: FeedRow }>(
  batch: readonly HashedRow<T>[],
  stored: readonly StoredVersion[],
): Chosen<T> => {
  const versions = Map.groupBy(stored, keyOf);
  const chosen: Chosen<T> = { fresh: [], winners: [], contradicting: [] };
  for (const [name, items] of Map.groupBy(batch, ({ row }) => keyOf(row))) {
    const known = versions.get(name) ?? [];
    const counted = known.find(({ superseded }) => !superseded);
    const fresh = new Map<string, HashedRow<T>>();
    for (const item of items) {
      const same = ({ version, hash }: Version): boolean => version === item.row.version && hash === item.hash;
      if (!known.some(same)) fresh.set(`${item.row.version}\n${item.hash}`, item);
    }
    let winner: Version | undefined = counted && { version: counted.version, hash: counted.hash };
    const before = winner;
    for (const { row, hash } of fresh.values()) {
      const version = { version: row.version, hash };
      if (!winner || isGreater(version, winner)) winner = version;
    }
    for (const item of fresh.values()) {
      const isWinner = winner?.version === item.row.version && winner.hash === item.hash;
      chosen.fresh.push({ ...item, superseded: !isWinner });
    }
    const [first] = items;
    if (!first || fresh.size === 0) continue;
    const key = { dataset: first.row.dataset, key: first.row.key };
    if (counted && winner && winner !== before) chosen.winners.push({ ...key, ...winner });
    const texts = [...known.map(({ version }) => version), ...[...fresh.values()].map(({ row }) => row.version)];
    if (new Set(texts).size < texts.length) chosen.contradicting.push(key);
  }
  return chosen;
};
