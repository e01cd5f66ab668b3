/** One document that is a part of another: where it is, and where its address stands, for whoever has to put it right. */
export type DocumentSource = { url: string; path: string };

/**
 * Why a document cannot be had. `retryable`: whoever serves it was away or out of order; else its owner has to change
 * something: `ADDRESS_REFUSED`, `NOT_FOUND`, `NOT_A_PDF`, `ENCRYPTED`, `TOO_LARGE`, `TOO_MANY_PAGES`.
 */
export type DocumentError = Error & { code: string; source: DocumentSource | null; retryable: boolean };

export const documentError = (
  code: string,
  message: string,
  { source = null, retryable = false, cause }: { source?: DocumentSource | null; retryable?: boolean; cause?: unknown },
): DocumentError => Object.assign(new Error(message, { cause }), { name: 'DocumentError', code, source, retryable });

export const isDocumentError = (error: unknown): error is DocumentError =>
  error instanceof Error && error.name === 'DocumentError';

/** Makes documents of others and keeps them. Nothing of it may be done inside a transaction. */
export type DocumentDesk = {
  /**
   * Puts one PDF of all the sources, in their order, at the key (`adapters/storage/port.ts`), unless there is one already;
   * `fresh`: in any case. The same files make the same bytes; a single one is kept as it is. Throws a DocumentError, and a
   * PartnerError when the storage does not answer.
   */
  keepMerged(
    key: string,
    sources: readonly DocumentSource[],
    options?: { fresh?: boolean; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * The PDF behind a link of this desk to a file of that organization (its id as clients see it), or behind any other address
   * of the public internet. Throws like `keepMerged`.
   */
  load(orgId: string, url: string): Promise<Uint8Array>;
  /** A link to the PDF at the key, for half an hour unless said otherwise, at most for 7 days. */
  link(key: string, link: { name: string; seconds?: number }): Promise<string>;
};

/** What is known of documents without asking anybody. */
export type DocumentRules = {
  /** Where links to kept files begin. */
  linksAt: string;
  /** Why a document is never fetched from an address, as the end of a sentence; null: it may be tried. */
  refusesAddress(url: string): string | null;
};
