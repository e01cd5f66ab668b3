import { hash } from 'node:crypto';
import type { KnowledgeKeeper, KnowledgeRow, KnowledgeSource } from '../../../db/knowledge.ts';
import { foldCase } from '../../../kit/fold-case.ts';
import { plainText } from '../../../kit/markdown.ts';
import { vectorOf } from '../search/words.ts';

/** One result of a search: a text short enough to be read as an answer, and the page that shows it. */
export type Piece = {
  /** Readable, and the same as long as the text is about the same. */
  id: string;
  keeper: KnowledgeKeeper;
  /** The imported file; empty for pieces of the release. */
  file: string;
  source: KnowledgeSource;
  title: string;
  /** Other words by which it is found: names, and what it is about. */
  keywords: string;
  /** The page that shows it, below the address of the API. */
  path: string;
  /** The page of a partner that it is about. */
  reference: string | null;
  markdown: string;
};

/** Raised when the same text is to be stored in another way. */
const form = 1;

export const hashOf = (value: unknown): string => hash('sha256', JSON.stringify([form, value]), 'base64url');

/** The page of the service that shows a piece. */
export const pageOf = (id: string): string => `/docs/knowledge/${id}`;

/** A part of an ID: small letters, digits and hyphens. */
export const slugOf = (text: string, max = 60): string =>
  foldCase(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, max)
    .replace(/-$/, '');

export const rowOf = (piece: Piece): { row: KnowledgeRow; distinct: readonly string[] } => {
  const { keywords, ...stored } = piece;
  const plain = plainText(piece.markdown);
  const title = { text: piece.title, weight: 'A' } as const;
  const { vector, distinct } = vectorOf([title, { text: keywords, weight: 'B' }, { text: plain, weight: 'D' }]);
  const row = { ...stored, plain, hash: hashOf(piece), title_words: vectorOf([title]).vector, words: vector };
  return { row, distinct };
};
