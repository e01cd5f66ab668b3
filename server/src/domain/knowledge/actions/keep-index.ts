import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import {
  countKept,
  findHashes,
  findHashesOf,
  findImported,
  type KnowledgeKeeper,
  lockIndex,
  putPieces,
  readIndexDigest,
  removePieces,
  setIndexDigest,
} from '../../../db/knowledge.ts';
import { hashOf, type Piece, rowOf } from '../pieces/piece.ts';

/** Pieces in one transaction: short enough for requests to pass between them, also in the embedded database. */
const atOnce = 40;
const hashesAtOnce = 1_000;

type Hashed = { piece: Piece; hash: string };

const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What a keeper has in the index: the hash of each piece by its ID. */
const readHashes = async (database: Database, keeper: KnowledgeKeeper): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>();
  for (let after = ''; ; ) {
    const page = await findHashes(database.reads, keeper, after, hashesAtOnce);
    for (const { id, hash } of page) hashes.set(id, hash);
    const last = page.at(-1);
    if (last === undefined || page.length < hashesAtOnce) return hashes;
    after = last.id;
  }
};

export type IndexOutcome = { changed: number; removed: number };

type Release = {
  /** Everything from which the pieces are made. */
  digest: string;
  pieces: () => Promise<Piece[]>;
};

/**
 * Brings the pieces of the release into the index, in short transactions; returns null if they are there. Only what changed
 * is written. Any number of processes may do this at once: each waits for the index, and skips what another one has
 * written by then. A process that is killed leaves an index without a digest, which the next one completes.
 */
export const keepReleaseIndex = async (
  database: Database,
  { digest, pieces }: Release,
  isStopping: () => boolean = () => false,
): Promise<IndexOutcome | null> => {
  if ((await readIndexDigest(database.reads)) === digest) return null;
  const wanted = (await pieces()).map((piece): Hashed => ({ piece, hash: hashOf(piece) }));
  const stored = await readHashes(database, 'RELEASE');
  const changed = wanted.filter(({ piece, hash }) => stored.get(piece.id) !== hash);
  const ids = new Set(wanted.map(({ piece }) => piece.id));
  const gone = [...stored.keys()].filter((id) => !ids.has(id));
  const outcome = { changed: 0, removed: 0 };
  for (const batch of inBatches(changed, atOnce)) {
    if (isStopping()) return outcome;
    await nextTurn();
    const rows = batch.map(({ piece }) => rowOf(piece));
    await nextTurn();
    outcome.changed += await database.system(async (db) => {
      if ((await lockIndex(db)) !== null) await setIndexDigest(db, null);
      const now = new Map(
        (
          await findHashesOf(
            db,
            batch.map(({ piece }) => piece.id),
          )
        ).map(({ id, hash }) => [id, hash]),
      );
      const left = rows.filter(({ row }) => now.get(row.id) !== row.hash);
      await putPieces(db, left);
      return left.length;
    });
  }
  for (const batch of inBatches(gone, atOnce)) {
    if (isStopping()) return outcome;
    await database.system(async (db) => {
      await lockIndex(db);
      await removePieces(db, batch);
    });
    outcome.removed += batch.length;
  }
  await database.system(async (db) => {
    await lockIndex(db);
    await setIndexDigest(db, digest);
  });
  return outcome;
};

/** All imports together: as many as the index is measured with. */
const importedMax = 20_000;

/**
 * Brings the pieces of one imported file into the index, instead of those of an earlier import of that file; none removes
 * it. Throws, with nothing changed, if all imports together would have too many pieces.
 */
export const keepImportedFile = (database: Database, file: string, pieces: readonly Piece[]): Promise<IndexOutcome> =>
  database.system(async (db) => {
    await lockIndex(db);
    const stored = new Map((await findImported(db, file)).map(({ id, hash }) => [id, hash]));
    const ids = new Set(pieces.map(({ id }) => id));
    const gone = [...stored.keys()].filter((id) => !ids.has(id));
    const changed = pieces.filter((piece) => stored.get(piece.id) !== hashOf(piece));
    const count = (await countKept(db, 'IMPORT')) - stored.size + pieces.length;
    if (count > importedMax) {
      throw new Error(
        `${file}: with it, imports would have ${count} pieces; at most ${importedMax} are allowed. Remove files that are no longer needed.`,
      );
    }
    await removePieces(db, gone);
    for (const batch of inBatches(changed, atOnce)) await putPieces(db, batch.map(rowOf));
    return { changed: changed.length, removed: gone.length };
  });
