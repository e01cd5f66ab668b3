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
  /** Rows that are not stored yet; `superseded` if another version of the key counts. */
  fresh: (HashedRow<T> & { superseded: boolean })[];
  /** Stored rows that were seen again, as a greater version. */
  raised: RowVersion[];
  /** Rows that count from now on, and did not before. */
  winners: HashedRow<T>[];
  /** Keys of `winners` of which another row had counted, or this one once before. */
  reopened: RowVersion[];
  /** Keys with two rows of the same version. */
  contradicting: RowKey[];
};

/** The rows of a key, each once, with the greatest version that it was seen with. */
const greatestOf = <T extends { row: FeedRow }>(
  items: readonly HashedRow<T>[],
  known: readonly StoredVersion[],
): { rows: Map<string, string>; items: Map<string, HashedRow<T>> } => {
  const rows = new Map(known.map(({ hash, version }) => [hash, version]));
  const own = new Map<string, HashedRow<T>>();
  for (const item of items) {
    const { hash } = item;
    const before = own.get(hash);
    if (!before || compareTexts(item.row.version, before.row.version) > 0) own.set(hash, item);
    const version = rows.get(hash);
    if (version === undefined || compareTexts(item.row.version, version) > 0) rows.set(hash, item.row.version);
  }
  return { rows, items: own };
};

/**
 * Which rows of a batch are new, and which count from now on. `stored`: all rows of the keys in the batch. A row that is
 * the same in a later version is one row with the later version: AZURE and GCP write all rows again and again.
 */
export const chooseVersions = <T extends { row: FeedRow }>(
  batch: readonly HashedRow<T>[],
  stored: readonly StoredVersion[],
): Chosen<T> => {
  const storedOf = Map.groupBy(stored, keyOf);
  const chosen: Chosen<T> = { fresh: [], raised: [], winners: [], reopened: [], contradicting: [] };
  for (const [name, all] of Map.groupBy(batch, ({ row }) => keyOf(row))) {
    const known = storedOf.get(name) ?? [];
    const { rows, items } = greatestOf(all, known);
    const versions = [...rows].map(([hash, version]): Version => ({ hash, version }));
    const winner = versions.reduce((best, one) => (isGreater(one, best) ? one : best));
    const isKnown = new Map(known.map((one) => [one.hash, one]));
    for (const [hash, item] of items) {
      const { dataset, key } = item.row;
      const before = isKnown.get(hash);
      const version = rows.get(hash) ?? '';
      if (!before) chosen.fresh.push({ ...item, superseded: hash !== winner.hash });
      else if (before.version !== version) chosen.raised.push({ dataset, key, hash, version });
    }
    const item = items.get(winner.hash);
    const counted = known.find(({ superseded }) => !superseded);
    const [first] = all;
    if (item && counted?.hash !== winner.hash) {
      chosen.winners.push(item);
      const { dataset, key } = item.row;
      if (known.length > 0) chosen.reopened.push({ dataset, key, ...winner });
    }
    const isMore = chosen.fresh.at(-1)?.row.key === first?.row.key;
    if (first && isMore && new Set(rows.values()).size < rows.size)
      chosen.contradicting.push({ dataset: first.row.dataset, key: first.row.key });
  }
  return chosen;
};
