import type { RowHead, RowKey, RowVersion, StoredVersion } from './row-store.ts';

/** A row of a batch with the hash of its columns. */
type HashedRow = { row: RowHead; hash: string };

const compareTexts = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));

type Version = { version: string; hash: string };

/** Of two versions the one with the greater text counts; of two with the same, the one with the greater hash. */
export const isGreater = (left: Version, right: Version): boolean =>
  (compareTexts(left.version, right.version) || compareTexts(left.hash, right.hash)) > 0;

export const keyOf = ({ dataset, key }: RowKey): string => `${dataset}\n${key}`;

export type Chosen<T extends HashedRow> = {
  /** Rows that are not stored yet; `superseded` if another version of the key counts. */
  fresh: (T & { superseded: boolean })[];
  /** Stored rows that were seen again, as a greater version. */
  raised: RowVersion[];
  /** Rows that count from now on, and did not before. */
  winners: T[];
  /** Keys of `winners` of which another row had counted, or this one once before. */
  reopened: RowVersion[];
  /** Keys with two rows of the same version. */
  contradicting: RowKey[];
};

/** The rows of a key, each once, with the greatest version that it was seen with. */
const greatestOf = <T extends HashedRow>(
  items: readonly T[],
  known: readonly StoredVersion[],
): { rows: Map<string, string>; items: Map<string, T> } => {
  const rows = new Map(known.map(({ hash, version }) => [hash, version]));
  const own = new Map<string, T>();
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
export const chooseVersions = <T extends HashedRow>(
  batch: readonly T[],
  stored: readonly StoredVersion[],
): Chosen<T> => {
  const storedOf = Map.groupBy(stored, keyOf);
  const chosen: Chosen<T> = { fresh: [], raised: [], winners: [], reopened: [], contradicting: [] };
  for (const [name, all] of Map.groupBy(batch, ({ row }) => keyOf(row))) {
    const known = storedOf.get(name) ?? [];
    const [first] = all;
    if (first && all.length === 1 && known.length === 0) {
      chosen.fresh.push({ ...first, superseded: false });
      chosen.winners.push(first);
      continue;
    }
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
