import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { countPieces, findSimilarWords, rankPieces } from '../../db/knowledge.ts';
import { type KnowledgeSearch, type KnowledgeSearchResponse, knowledgeSources } from './schema.ts';
import { snippetOf } from './search/snippet.ts';
import { quoteTerm, type Word, wordsOf } from './search/words.ts';

const defaultLimit = 10;
/** A query of 500 characters can have many words; what is asked is in the first ones. */
const wordsMax = 24;
/** Misspelled words that are looked up, and how alike the words must be that they find. */
const misspelledMax = 4;
const misspelledFrom = 4;
const leastLikeness = 0.4;
/** How much the parts of a name such as `BatchMeterUsage` count beside the name. */
const ofParts = 0.3;
/** Pieces that are ranked. Rare words choose them; frequent ones only change their order. */
const candidatesMax = 300;
const frequentMax = 4;

type Term = { term: string; pieces: number; weight: number };

/** The weight of a word: the fewer pieces contain it, the higher. */
const rarity = (pieces: number, total: number): number => Math.log(1 + (total - pieces + 0.5) / (pieces + 0.5));

/** Words that the index has under none of their terms, the longest first: a long word is more likely to be misspelled. */
const misspelled = (words: readonly Word[], isKnown: (term: string) => boolean): string[] =>
  words
    .filter(({ terms }) => !terms.some(isKnown))
    .map(({ terms: [whole = ''] }) => whole)
    .filter((term) => term.length >= misspelledFrom)
    .sort((one, other) => other.length - one.length)
    .slice(0, misspelledMax);

/** The terms to search for: those of the query that the index has, and instead of misspelled ones the most similar. */
const findTerms = async (db: ReadCall['db']['raw'], query: string): Promise<Term[]> => {
  const words = wordsOf(query).slice(0, wordsMax);
  const asked = [...new Set(words.flatMap(({ terms }) => terms))];
  if (asked.length === 0) return [];
  const { total, piecesWith } = await countPieces(db, asked);
  const unknown = misspelled(words, (term) => piecesWith.has(term));
  const similar = unknown.length === 0 ? [] : await findSimilarWords(db, unknown, leastLikeness);
  const found = new Map<string, Term>();
  const add = (term: string, pieces: number, likeness: number): void => {
    const weight = rarity(pieces, total) * likeness;
    if (weight > (found.get(term)?.weight ?? 0)) found.set(term, { term, pieces, weight });
  };
  for (const { terms } of words) {
    const isWhole = piecesWith.has(terms[0] ?? '');
    for (const [index, term] of terms.entries()) {
      const pieces = piecesWith.get(term);
      if (pieces !== undefined) add(term, pieces, index > 0 && isWhole ? ofParts : 1);
    }
  }
  for (const { word, pieces, likeness } of similar) add(word, pieces, likeness);
  return [...found.values()];
};

/** The terms in the order of their rarity, divided into those that together are in no more pieces than are ranked, and others. */
const byRarity = (terms: readonly Term[]): { rare: string[]; frequent: string[] } => {
  const rare: string[] = [];
  const frequent: string[] = [];
  let sum = 0;
  for (const { term, pieces } of [...terms].sort(
    (one, other) => one.pieces - other.pieces || (one.term < other.term ? -1 : 1),
  )) {
    sum += pieces;
    (sum <= candidatesMax ? rare : frequent).push(quoteTerm(term));
  }
  return { rare, frequent: frequent.slice(0, frequentMax) };
};

const allOf = (terms: readonly string[]): string => terms.join(' & ');
const anyOf = (expressions: readonly string[]): string => expressions.filter((each) => each !== '').join(' | ');

/** Each two of the terms, or the only one. */
const pairsOf = (terms: readonly string[]): string[] =>
  terms.length < 2
    ? [...terms]
    : terms.flatMap((one, index) => terms.slice(index + 1).map((other) => allOf([one, other])));

/**
 * Which pieces are ranked. Those with a rare word, wherever it is; of frequent words, those that have all of them, or two in
 * their title.
 */
const choose = (terms: readonly Term[]): { inTitle: string; anywhere: string } => {
  const { rare, frequent } = byRarity(terms);
  return { inTitle: anyOf(pairsOf(frequent)), anywhere: anyOf([...rare, allOf(frequent)]) };
};

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Pieces of the knowledge index that answer a question, the best first. */
export const searchKnowledge = async (
  call: ReadCall,
  { body: { query, limit, sources } }: { body: z.output<typeof KnowledgeSearch> },
): Promise<z.input<typeof KnowledgeSearchResponse>> => {
  const db = call.db.raw;
  const terms = await findTerms(db, query);
  if (terms.length === 0) return { results: [] };
  const sum = terms.reduce((total, { weight }) => total + weight, 0);
  const found = await rankPieces(db, {
    words: terms.map(({ term, weight }) => ({ query: quoteTerm(term), weight: weight / sum })),
    ...choose(terms),
    most: candidatesMax,
    sources: sources === undefined || sources.length === 0 ? knowledgeSources : sources,
    limit: limit ?? defaultLimit,
  });
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  return {
    results: found.map(({ id, title, path, source, plain, score }) => ({
      id,
      title,
      url: `${call.apiUrl ?? ''}${path}`,
      source,
      snippet: snippetOf(plain, weights),
      score: rounded(score),
    })),
  };
};
