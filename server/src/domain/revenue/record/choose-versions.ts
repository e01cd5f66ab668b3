import type { RowHead, RowKey, RowVersion, StoredVersion } from './row-store.ts';

/** A row of a batch with the hash of its columns. */
type HashedRow = { row: RowHead; hash: string };

const compareTexts = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));

type Version = { version: string; hash: string; isDeleted: boolean };

/** Of two versions the one with the greater text counts; of two with the same, the one with the greater hash. */
export const isGreater = (left: Omit<Version, 'isDeleted'>, right: Omit<Version, 'isDeleted'>): boolean =>
  (compareTexts(left.version, right.version) || compareTexts(left.hash, right.hash)) > 0;

const greatest = (versions: readonly Version[]): Version =>
  versions.reduce((best, one) => (isGreater(one, best) ? one : best));

const revisionOf = ({ version }: Version): string => version.slice(0, version.indexOf('|') + 1);

/** The version of a key that counts. A deleted revision leaves the ones before it (`RevenueFeed.revised`). */
const winnerOf = (versions: readonly Version[], isRevised: boolean): Version => {
  if (!isRevised) return greatest(versions);
  const revisions = [...Map.groupBy(versions, revisionOf).values()].map(greatest);
  const standing = revisions.filter(({ isDeleted }) => !isDeleted);
  return greatest(standing.length > 0 ? standing : revisions);
};

export const keyOf = ({ dataset, key }: RowKey): string => `${dataset}\n${key}`;

export type Chosen<T extends HashedRow> = {
  /** Rows that are not stored yet; `superseded` if another version of the key counts. */
  fresh: (T & { superseded: boolean })[];
  /** Stored rows that were seen again, as a greater version. */
  raised: RowVersion[];
  /** Rows that count from now on, and did not before. */
  winners: T[];
  /** Stored rows that are not in the batch, and count from now on: what had replaced them is deleted. */
  returned: RowVersion[];
  /** Keys of `winners` and `returned` of which another row had counted, or this one once before. */
  reopened: RowVersion[];
  /** Keys with two rows of the same version. */
  contradicting: RowKey[];
};

/** The rows of a key, each once, with the greatest version that it was seen with. */
const greatestOf = <T extends HashedRow>(
  items: readonly T[],
  known: readonly StoredVersion[],
): { rows: Map<string, Version>; items: Map<string, T> } => {
  const rows = new Map(
    known.map(({ hash, version, isDeleted }): [string, Version] => [hash, { hash, version, isDeleted }]),
  );
  const own = new Map<string, T>();
  for (const item of items) {
    const { hash } = item;
    const before = own.get(hash);
    if (!before || compareTexts(item.row.version, before.row.version) > 0) own.set(hash, item);
    const { version, isDeleted } = item.row;
    const held = rows.get(hash);
    if (!held || compareTexts(version, held.version) > 0) rows.set(hash, { hash, version, isDeleted });
  }
  return { rows, items: own };
};

/**
 * Which rows of a batch are new, and which count from now on. `stored`: all rows of the keys in the batch. A row that is
 * the same in a later version is one row with the later version: AZURE and GCP write all rows again and again. `revised`:
 * datasets whose rows have revisions.
 */
export const chooseVersions = <T extends HashedRow>(
  batch: readonly T[],
  stored: readonly StoredVersion[],
  revised: readonly string[] = [],
): Chosen<T> => {
  const storedOf = Map.groupBy(stored, keyOf);
  const chosen: Chosen<T> = { fresh: [], raised: [], winners: [], returned: [], reopened: [], contradicting: [] };
  for (const [name, all] of Map.groupBy(batch, ({ row }) => keyOf(row))) {
    const known = storedOf.get(name) ?? [];
    const [first] = all;
    if (first && all.length === 1 && known.length === 0) {
      chosen.fresh.push({ ...first, superseded: false });
      chosen.winners.push(first);
      continue;
    }
    const { rows, items } = greatestOf(all, known);
    const isRevised = first !== undefined && revised.includes(first.row.dataset);
    const winner = winnerOf([...rows.values()], isRevised);
    const isKnown = new Map(known.map((one) => [one.hash, one]));
    for (const [hash, item] of items) {
      const { dataset, key } = item.row;
      const before = isKnown.get(hash);
      const { version } = rows.get(hash) ?? item.row;
      if (!before) chosen.fresh.push({ ...item, superseded: hash !== winner.hash });
      else if (before.version !== version) chosen.raised.push({ dataset, key, hash, version });
    }
    const item = items.get(winner.hash);
    const counted = known.find(({ superseded }) => !superseded);
    // A row of which a later version was withdrawn does not count again by itself, except of a revision.
    if (first && (item || isRevised) && counted?.hash !== winner.hash) {
      const { dataset, key } = first.row;
      const { version, hash } = winner;
      if (item) chosen.winners.push(item);
      else chosen.returned.push({ dataset, key, version, hash });
      if (known.length > 0) chosen.reopened.push({ dataset, key, version, hash });
    }
    const isMore = chosen.fresh.at(-1)?.row.key === first?.row.key;
    if (first && isMore && new Set([...rows.values()].map(({ version }) => version)).size < rows.size)
      chosen.contradicting.push({ dataset: first.row.dataset, key: first.row.key });
  }
  return chosen;
};
