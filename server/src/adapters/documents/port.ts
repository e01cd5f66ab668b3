import type { FileLink } from '../storage/port.ts';
import type { WrittenDocument } from './written.ts';

/**
 * One document that is part of another: its address, and where that address was given, for the person who has to
 * correct it.
 */
export type DocumentSource = { url: string; path: string };

/**
 * Why a document cannot be fetched. `retryable`: its server was unreachable or failed; otherwise its owner has to
 * change something: `ADDRESS_REFUSED`, `NOT_FOUND`, `NOT_A_PDF`, `ENCRYPTED`, `TOO_LARGE`, `TOO_MANY_PAGES`.
 */
export type DocumentError = Error & { code: string; source: DocumentSource | null; retryable: boolean };

export const documentError = (
  code: string,
  message: string,
  { source = null, retryable = false, cause }: { source?: DocumentSource | null; retryable?: boolean; cause?: unknown },
): DocumentError => Object.assign(new Error(message, { cause }), { name: 'DocumentError', code, source, retryable });

export const isDocumentError = (error: unknown): error is DocumentError =>
  error instanceof Error && error.name === 'DocumentError';

/** The kinds of file (`fileKey`) that are part of an offer's documents, and so may be sent to a marketplace by their link. */
export const offerFileKinds = { buyer: 'eula', reseller: 'reseller-eula' } as const;

/** Fetches, merges and stores documents. Must not be called inside a transaction. */
export type DocumentService = {
  /**
   * Stores one PDF of all the sources, in their order, at the key (`adapters/storage/port.ts`), unless there is one
   * already; with `fresh`, always. The same files make the same bytes; a single file is stored as it is. Throws a
   * DocumentError, or a PartnerError if the storage does not answer.
   */
  keepMerged(
    key: string,
    sources: readonly DocumentSource[],
    options?: { fresh?: boolean; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Draws a document of ours as a PDF and stores it at the key, unless there is one already. Throws like `keepMerged`.
   */
  keepWritten(key: string, document: WrittenDocument, options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * The PDF behind a link of this service to an offer's file (`offerFileKinds`) of that organization (its id as clients see
   * it), or behind any other address on the public internet. Throws like `keepMerged`.
   */
  load(orgId: string, url: string): Promise<Uint8Array>;
  /** A link to the PDF at the key, valid for half an hour unless specified, and for at most 7 days. */
  link(key: string, link: { name: string; seconds?: number }): Promise<string>;
  /** Stores a file that a client sent, as it is. Throws a PartnerError if the storage does not answer. */
  keepFile(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a file kept by `keepFile`; undefined if it is gone. Throws like `keepFile`. */
  readFile(key: string): Promise<Buffer | undefined>;
  /** A link to download a file kept by `keepFile`, valid like that of a PDF. */
  linkFile(key: string, link: FileLink): Promise<string>;
  /** Removes a file for good; does nothing if it is gone. Throws like `keepFile`. */
  removeFile(key: string): Promise<void>;
};

/** What can be said about documents without any call. */
export type DocumentRules = {
  /** The prefix of links to stored files. */
  linksAt: string;
  /** Why a document is never fetched from an address, as the end of a sentence; null: it may be tried. */
  refusesAddress(url: string): string | null;
};
