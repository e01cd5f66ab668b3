import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { apiPieces } from './api-pieces.ts';
import { articlePieces, servicePieces, type TextFile } from './document-pieces.ts';
import { hashOf, type Piece } from './piece.ts';

export type ReleaseTexts = {
  /** From `server/knowledge`. */
  articles: readonly TextFile[];
  /** The documentation of the service. */
  documents: readonly TextFile[];
  endpoints: readonly Endpoint[];
};

/** The digest of everything that a release knows, and its pieces, made in turns of the event loop. */
export const releaseOf = ({ articles, documents, endpoints }: ReleaseTexts) => {
  const api = apiPieces(endpoints);
  return {
    digest: hashOf([articles, documents, api]),
    pieces: async (): Promise<Piece[]> => {
      const pieces: Piece[] = [];
      for (const [files, make] of [
        [articles, articlePieces],
        [documents, servicePieces],
      ] as const) {
        for (const file of files) {
          pieces.push(...make(file));
          await nextTurn();
        }
      }
      return [...pieces, ...api];
    },
  };
};
