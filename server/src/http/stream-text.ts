import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { badRequest, isRefusal, type Refusal } from '../kit/errors.ts';
import type { TextStream } from '../kit/text-stream.ts';
import { incomplete, tooLarge, tooSlow } from './receive-body.ts';
import type { Uploads } from './uploads.ts';

/** Decodes pieces of UTF-8. Throws 400 for what cannot be stored as text. */
const createDecoder = (): ((bytes?: Buffer) => string) => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      if (!text.includes('\u0000')) return text;
    } catch {
      throw badRequest([{ path: '', code: 'utf8', message: 'must be UTF-8' }]);
    }
    throw badRequest([{ path: '', code: 'nul', message: 'must not contain U+0000' }]);
  };
};

/**
 * The text of a request, piece by piece. Nothing is read ahead of its reader but what the connection buffers, so the
 * sender waits for the reader. Limited in bytes; a sender that is too slow, counted only while we wait for it, is cut off.
 * Reading throws a Refusal: 400, 413.
 */
export const streamText = (payload: IncomingMessage, uploads: Uploads, maxBytes: number): TextStream => {
  const hash = createHash('sha256');
  const read = async function* (): AsyncGenerator<string> {
    let cut: (refusal: Refusal) => void = () => {};
    const upload = uploads.begin(() => cut(tooSlow()));
    const decode = createDecoder();
    // After a refusal the connection is still needed for the response.
    const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    // Not a race with one promise of all of them, which would keep what each of them brought.
    const next = (): Promise<IteratorResult<Buffer>> =>
      new Promise((resolve, reject) => {
        cut = reject;
        chunks.next().then(resolve, reject);
      });
    try {
      for (let one = await next(); !one.done; one = await next()) {
        const goOn = uploads.pause(upload);
        upload.bytes += one.value.length;
        if (upload.bytes > maxBytes) throw tooLarge(maxBytes);
        hash.update(one.value);
        const text = decode(one.value);
        if (text !== '') yield text;
        goOn();
      }
      const text = decode();
      if (text !== '') yield text;
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw incomplete();
    } finally {
      uploads.done(upload);
    }
  };
  return { pieces: read(), digest: () => hash.copy().digest() };
};
