import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from '../kit/errors.ts';
import type { BodyReservation } from './body-budget.ts';
import type { Uploads } from './uploads.ts';

export type Receiving = {
  maxBytes: number;
  /** The budget for the bytes held. A body without room is refused like one that `look` refuses. */
  room?: BodyReservation | null;
  /** Inspects the bytes as they arrive. A refused body is discarded, and the refusal is reported after its end. */
  look?: (bytes: Buffer) => Refusal | null;
};

export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('PayloadTooLarge', `The request body is too large: the limit is ${maxBytes} bytes.`);

export const tooSlow = (): Refusal =>
  badRequest([{ path: '', code: 'timeout', message: 'the body arrived too slowly; send it again' }]);

export const incomplete = (): Refusal =>
  badRequest([{ path: '', code: 'malformed', message: 'the request ended before its body did' }]);

const tooShort = (): Refusal =>
  badRequest([{ path: '', code: 'content_length', message: 'the length of the body differs from Content-Length' }]);

/**
 * A body over its limit is discarded up to this size, and then refused. A client that is cut off while it sends sees a
 * broken connection and not our response (RFC 9112, 9.6).
 */
export const discardedBytesMax = 64 * 1024 * 1024;

/** Receives the body of a request, limited in bytes and time. Rejects with a Refusal: 400, 413. */
export const receiveBody = (
  stream: IncomingMessage,
  uploads: Uploads,
  { maxBytes, room, look }: Receiving,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const announced = Number(stream.headers['content-length'] ?? Number.NaN);
    const cutAtBytes = Math.max(maxBytes, discardedBytesMax);
    if (announced > cutAtBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    let chunks: Buffer[] = [];
    let refused: Refusal | null = announced > maxBytes ? tooLarge(maxBytes) : null;
    const upload = uploads.begin(() => end(refused ?? tooSlow()));
    const end = (error: Error | null): void => {
      uploads.done(upload);
      stream.off('data', take).off('end', atEnd).off('error', end).off('close', atClose);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, upload.bytes));
    };
    const take = (chunk: Buffer): void => {
      upload.bytes += chunk.length;
      if (upload.bytes > cutAtBytes) {
        end(tooLarge(maxBytes));
        return;
      }
      if (refused) return;
      refused = upload.bytes > maxBytes ? tooLarge(maxBytes) : (look?.(chunk) ?? room?.ask(upload.bytes) ?? null);
      if (!refused) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      room?.giveBack();
    };
    const atEnd = (): void => {
      const isWhole = Number.isNaN(announced) || upload.bytes === announced;
      if (!refused) room?.keep();
      end(refused ?? (isWhole ? null : tooShort()));
    };
    const atClose = (): void => end(incomplete());
    room?.onTakenBack((refusal) => {
      refused ??= refusal;
      chunks = [];
    });
    stream.on('data', take).on('end', atEnd).on('error', end).on('close', atClose);
    stream.resume();
  });
