import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';
import { type Column, namesOf, unnested } from './unnested.ts';

/**
 * The knowledge index. Its tables belong to no organization: every caller reads the same rows, and only the service
 * itself writes them, as `mos_system`.
 */
type Statements = Kysely<Tables>;

export type KnowledgeSource = 'MARKETPLACE' | 'SERVICE' | 'API';
export type KnowledgeKeeper = 'RELEASE' | 'IMPORT';

/** A piece of knowledge as it is stored. The last two columns are in the syntax of tsvector. */
export type KnowledgeRow = {
  id: string;
  keeper: KnowledgeKeeper;
  file: string;
  source: KnowledgeSource;
  title: string;
  path: string;
  reference: string | null;
  markdown: string;
  plain: string;
  hash: string;
  title_words: string;
  words: string;
};

declare module './tables.ts' {
  interface Tables {
    knowledge_piece: KnowledgeRow;
    knowledge_word: { word: string; pieces: number };
    knowledge_index: { id: boolean; pieces: number; digest: string | null };
  }
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the release last put into the index; null if that is not complete. */
export const readIndexDigest = async (db: Statements): Promise<string | null> => {
  const row = await db.selectFrom('knowledge_index').select('digest').executeTakeFirst();
  return row?.digest ?? null;
};

/** The number of pieces in the index, and how many of them have each of the words; none for a word that it lacks. */
export const countPieces = async (
  db: Statements,
  words: readonly string[],
): Promise<{ total: number; piecesWith: Map<string, number> }> => {
  const { rows } = await sql<{ total: number; word: string | null; pieces: number | null }>`
    select i.pieces as total, w.word, w.pieces
    from knowledge_index i left join knowledge_word w on w.word = any(${words})
  `.execute(db);
  const known = rows.flatMap(({ word, pieces }): [string, number][] => (word === null ? [] : [[word, pieces ?? 0]]));
  return { total: rows[0]?.total ?? 0, piecesWith: new Map(known) };
};

export type SimilarWord = { asked: string; word: string; pieces: number; likeness: number };

/** The words of the index that are spelled most like each of these; at most three for each. */
export const findSimilarWords = async (
  db: Statements,
  words: readonly string[],
  least: number,
): Promise<SimilarWord[]> => {
  const { rows } = await sql<SimilarWord>`
    select a.asked, s.word, s.pieces, s.likeness
    from unnest(${words}::text[]) as a (asked)
    cross join lateral (
      select w.word, w.pieces, similarity(w.word, a.asked)::float8 as likeness
      from knowledge_word w where w.word % a.asked
      order by likeness desc, w.pieces desc, w.word limit 3
    ) s
    where s.likeness >= ${least}::float8
  `.execute(db);
  return rows;
};

/** What is searched for: expressions in the syntax of tsquery. */
export type RankRequest = {
  /** Each word, and how much it counts; together 1. */
  words: readonly { query: string; weight: number }[];
  /** Pieces whose title matches this are ranked, and those whose text matches; of both at most so many. */
  inTitle: string;
  anywhere: string;
  most: number;
  sources: readonly KnowledgeSource[];
  limit: number;
};

export type RankedPiece = Pick<KnowledgeRow, 'id' | 'title' | 'path' | 'source' | 'plain'> & { score: number };

/**
 * The pieces that answer best. Each word counts by its weight and by where it is: in the title, among the keywords, or
 * in the text. A piece with few of the words counts less than their sum.
 */
export const rankPieces = async (
  db: Statements,
  { words, inTitle, anywhere, most, sources, limit }: RankRequest,
): Promise<RankedPiece[]> => {
  const { rows } = await sql<RankedPiece>`
    with asked as materialized (
      select a.query::tsquery as query, a.weight
      from unnest(${words.map(({ query }) => query)}::text[], ${words.map(({ weight }) => weight)}::float8[]) as a (query, weight)
    ), candidate as materialized (
      -- Joined to nothing, a list of words is unpacked once, and not again for each word asked for.
      select distinct on (u.id) u.id, u.words || ''::tsvector as words from (
        (select p.id, p.words from knowledge_piece p
          where p.title_words @@ ${inTitle}::tsquery and p.source = any(${sources}) limit ${most})
        union all
        (select p.id, p.words from knowledge_piece p
          where p.words @@ ${anywhere}::tsquery and p.source = any(${sources}) limit ${most})
      ) u order by u.id
    ), best as materialized (
      select c.id, sum(a.weight * r.rank) * (0.25 + 0.75 * sum(case when r.rank > 0 then a.weight else 0 end)) as score
      from candidate c cross join asked a
      cross join lateral (select ts_rank('{0.15, 0.3, 0.6, 1}', c.words, a.query)::float8 as rank) r
      group by c.id
      order by score desc, c.id limit ${limit}
    )
    select p.id, p.title, p.path, p.source, p.plain, b.score
    from best b join knowledge_piece p on p.id = b.id
    order by b.score desc, p.id
  `.execute(db);
  return rows;
};

export type KnowledgePage = Pick<KnowledgeRow, 'title' | 'source' | 'reference' | 'markdown'>;

export const findPage = (db: Statements, id: string): Promise<KnowledgePage | undefined> =>
  db
    .selectFrom('knowledge_piece')
    .select(['title', 'source', 'reference', 'markdown'])
    .where('id', '=', id)
    .executeTakeFirst();

// ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Makes every other writer wait until this transaction ends. Returns what the release last put into the index. */
export const lockIndex = async (db: Statements): Promise<string | null> => {
  const row = await db.selectFrom('knowledge_index').select('digest').forUpdate().executeTakeFirst();
  return row?.digest ?? null;
};

export const setIndexDigest = async (db: Statements, digest: string | null): Promise<void> => {
  await db.updateTable('knowledge_index').set({ digest }).execute();
};

type Hash = { id: string; hash: string };

/** IDs and hashes of what a keeper has in the index, from the one after `after` on. */
export const findHashes = (db: Statements, keeper: KnowledgeKeeper, after: string, limit: number): Promise<Hash[]> =>
  db
    .selectFrom('knowledge_piece')
    .select(['id', 'hash'])
    .where('keeper', '=', keeper)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The same for some of its pieces. */
export const findHashesOf = async (db: Statements, ids: readonly string[]): Promise<Hash[]> => {
  const { rows } = await sql<Hash>`select id, hash from knowledge_piece where id = any(${ids})`.execute(db);
  return rows;
};

/** The same for the pieces of an imported file. */
export const findImported = (db: Statements, file: string): Promise<Hash[]> =>
  db
    .selectFrom('knowledge_piece')
    .select(['id', 'hash'])
    .where('keeper', '=', 'IMPORT')
    .where('file', '=', file)
    .execute();

/** The imported files at a path: the file itself, or those in the folder; all for an empty path. At most `limit`. */
export const findImportedFiles = async (db: Statements, path: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ file: string }>`
    select distinct p.file from knowledge_piece p
    where p.keeper = 'IMPORT' and (${path} = '' or p.file = ${path} or starts_with(p.file, ${path} || '/'))
    order by p.file limit ${limit}
  `.execute(db);
  return rows.map(({ file }) => file);
};

export const countKept = async (db: Statements, keeper: KnowledgeKeeper): Promise<number> => {
  const row = await db
    .selectFrom('knowledge_piece')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('keeper', '=', keeper)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};

type Counts = Map<string, number>;

const add = (counts: Counts, words: readonly string[], by: 1 | -1): void => {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + by);
};

/** Adds to how many pieces have each word, and forgets the words that none has any more. */
const shiftCounts = async (db: Statements, counts: Counts): Promise<void> => {
  const changed = [...counts].filter(([, by]) => by !== 0).sort(([one], [other]) => (one < other ? -1 : 1));
  if (changed.length === 0) return;
  const columns: Column<[string, number]>[] = [
    ['word', 'text', ([word]) => word],
    ['pieces', 'int', ([, by]) => by],
  ];
  await sql`
    insert into knowledge_word (word, pieces) select word, pieces from ${unnested(columns, changed)}
    on conflict (word) do update set pieces = knowledge_word.pieces + excluded.pieces
  `.execute(db);
  const rarer = changed.filter(([, by]) => by < 0).map(([word]) => word);
  if (rarer.length > 0) {
    await sql`delete from knowledge_word where word = any(${rarer}) and pieces <= 0`.execute(db);
  }
};

/** Counts of the words of these pieces as they are stored, negative, and how many of the pieces there are. */
const countStored = async (db: Statements, ids: readonly string[]): Promise<{ counts: Counts; found: number }> => {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(words) as words from knowledge_piece where id = any(${ids})
  `.execute(db);
  const counts: Counts = new Map();
  for (const { words } of rows) add(counts, words, -1);
  return { counts, found: rows.length };
};

const pieceColumns: readonly Column<KnowledgeRow>[] = [
  ['id', 'text', (row) => row.id],
  ['keeper', 'text', (row) => row.keeper],
  ['file', 'text', (row) => row.file],
  ['source', 'text', (row) => row.source],
  ['title', 'text', (row) => row.title],
  ['path', 'text', (row) => row.path],
  ['reference', 'text', (row) => row.reference],
  ['markdown', 'text', (row) => row.markdown],
  ['plain', 'text', (row) => row.plain],
  ['hash', 'text', (row) => row.hash],
  ['title_words', 'text', (row) => row.title_words],
  ['words', 'text', (row) => row.words],
];

const growBy = async (db: Statements, count: number): Promise<void> => {
  if (count !== 0) await sql`update knowledge_index set pieces = pieces + ${count}`.execute(db);
};

/** Stores pieces, each instead of an earlier one with its ID. `distinct`: the words of each piece, each once. */
export const putPieces = async (
  db: Statements,
  pieces: readonly { row: KnowledgeRow; distinct: readonly string[] }[],
): Promise<void> => {
  if (pieces.length === 0) return;
  const { counts, found } = await countStored(
    db,
    pieces.map(({ row }) => row.id),
  );
  for (const { distinct } of pieces) add(counts, distinct, 1);
  const rows = pieces.map(({ row }) => row);
  await sql`
    insert into knowledge_piece (${namesOf(pieceColumns)})
    select id, keeper, file, source, title, path, reference, markdown, plain, hash, title_words::tsvector, words::tsvector
    from ${unnested(pieceColumns, rows)}
    on conflict (id) do update set keeper = excluded.keeper, file = excluded.file, source = excluded.source,
      title = excluded.title, path = excluded.path, reference = excluded.reference, markdown = excluded.markdown,
      plain = excluded.plain, hash = excluded.hash, title_words = excluded.title_words, words = excluded.words
  `.execute(db);
  await shiftCounts(db, counts);
  await growBy(db, pieces.length - found);
};

export const removePieces = async (db: Statements, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const { counts, found } = await countStored(db, ids);
  await sql`delete from knowledge_piece where id = any(${ids})`.execute(db);
  await shiftCounts(db, counts);
  await growBy(db, -found);
};
