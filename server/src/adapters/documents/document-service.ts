import { refuseInsideTransaction } from '../../db/database.ts';
import { runInThread } from '../../kit/run-in-thread.ts';
import { createSlots, type Slots } from '../../kit/slots.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { type FileStorage, isFileKey } from '../storage/port.ts';
import { fetchPdf } from './fetch-pdf.ts';
import type { Merged, MergeFault } from './merge-pdfs.ts';
import { type DocumentService, type DocumentSource, documentError, offerFileKinds } from './port.ts';

const pdf = 'application/pdf';
const bytesOfOne = 20 * 1024 * 1024;
const bytesOfAll = 40 * 1024 * 1024;
const mergeMs = 20_000;
/** The files are held in memory while they are merged. */
const atOnce = 3;
/** For each organization, so that slow documents delay only their own. */
const atOnceOfOne = 1;

const faults: Readonly<Record<MergeFault['code'], string>> = {
  NOT_A_PDF: 'cannot be read as a PDF',
  ENCRYPTED: 'is encrypted; it must be readable without a password',
  TOO_MANY_PAGES: 'has too many pages',
};

const offerKinds: readonly string[] = Object.values(offerFileKinds);

/**
 * The key in a link to an offer's file of the organization. Links end in their key, wherever they are served from. Their
 * signature may have expired and is not checked, so a link to a file of another kind, which needs another permission, is
 * an address like any other.
 */
const offerKeyIn = (orgId: string, url: string): string | null => {
  const [last = ''] = (URL.parse(url)?.pathname ?? '').split('/').slice(-1);
  const key = last.replaceAll('%2E', '.');
  const [owner, kind = ''] = key.split('.');
  return isFileKey(key) && owner === orgId && offerKinds.includes(kind) ? key : null;
};

const mergeWorker = new URL('./merge-worker.ts', import.meta.url);
const drawWorker = new URL('./draw-worker.ts', import.meta.url);

/** `mergeMs`: the time limit for merging the files; tests shorten it. */
export const createDocumentService = ({
  outgoing,
  storage,
  mergeWithinMs = mergeMs,
}: {
  outgoing: Outgoing;
  storage: FileStorage;
  mergeWithinMs?: number;
}): DocumentService => {
  const slots = createSlots(atOnce);
  const slotsOfOne = new Map<string, Slots>();

  /** Keys begin with the id of their organization. */
  const inTurn = async (key: string, work: () => Promise<void>): Promise<void> => {
    const [orgId = ''] = key.split('.');
    const own = slotsOfOne.get(orgId) ?? createSlots(atOnceOfOne);
    slotsOfOne.set(orgId, own);
    try {
      await own.use(() => slots.use(work));
    } finally {
      if (own.busy === 0) slotsOfOne.delete(orgId);
    }
  };

  const fetchAll = async (sources: readonly DocumentSource[], signal: AbortSignal | undefined): Promise<Buffer[]> => {
    const files: Buffer[] = [];
    let left = bytesOfAll;
    for (const source of sources) {
      signal?.throwIfAborted();
      const limits = { bytes: Math.min(bytesOfOne, left), ...(signal ? { signal } : {}) };
      const bytes = await fetchPdf(outgoing, source, limits);
      files.push(bytes);
      left -= bytes.length;
    }
    return files;
  };

  const merge = async (
    files: readonly Uint8Array[],
    sources: readonly DocumentSource[],
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> => {
    const late = AbortSignal.timeout(mergeWithinMs);
    let merged: Merged;
    try {
      merged = await runInThread<Merged>(mergeWorker, files, signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      signal?.throwIfAborted();
      const message = 'The documents cannot be merged: one of them is too large or corrupt.';
      throw documentError('TOO_LARGE', message, { cause: error });
    }
    if ('bytes' in merged) return merged.bytes;
    const { index, code } = merged.fault;
    const source = sources[index] ?? null;
    throw documentError(code, `${source?.path}: the document ${faults[code]}.`, { source });
  };

  return {
    keepMerged: async (key, sources, { fresh = false, signal } = {}) => {
      refuseInsideTransaction('documents of others');
      if (!fresh && (await storage.has(key))) return;
      await inTurn(key, async () => {
        const files = await fetchAll(sources, signal);
        await storage.put(key, await merge(files, sources, signal), pdf);
      });
    },
    keepWritten: async (key, document, { signal } = {}) => {
      refuseInsideTransaction('the storage of documents');
      if (await storage.has(key)) return;
      await inTurn(key, async () => {
        // Others who asked for it at the same time may have waited for the one who drew it.
        if (await storage.has(key)) return;
        signal?.throwIfAborted();
        const late = AbortSignal.timeout(mergeWithinMs);
        let bytes: Uint8Array;
        try {
          bytes = await runInThread(drawWorker, document, signal ? AbortSignal.any([signal, late]) : late);
        } catch (error) {
          signal?.throwIfAborted();
          throw documentError('TOO_LARGE', 'The document is too large to be drawn.', { cause: error });
        }
        await storage.put(key, bytes, pdf);
      });
    },
    load: async (orgId, url) => {
      const key = offerKeyIn(orgId, url);
      if (key === null) return fetchPdf(outgoing, { url, path: '' }, { bytes: bytesOfOne });
      const bytes = await storage.get(key);
      if (!bytes) throw documentError('NOT_FOUND', 'The document no longer exists.', {});
      return bytes;
    },
    link: (key, link) => storage.presignGet(key, { ...link, contentType: pdf }),
    keepFile: (key, bytes, contentType) => storage.put(key, bytes, contentType),
    readFile: (key) => storage.get(key),
    linkFile: (key, link) => storage.presignGet(key, link),
    removeFile: (key) => storage.remove(key),
  };
};
