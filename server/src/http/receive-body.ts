import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from '../kit/errors.ts';
import type { Room } from './body-budget.ts';
import type { Uploads } from './uploads.ts';

export type Receiving = {
  maxBytes: number;
  /** Where what is kept of the body is counted; what has no room there is refused like what `look` refuses. */
  room?: Room | null;
  /** Looks at the bytes as they come; what it refuses is not kept, and told when the body has come to its end. */
  look?: (bytes: Buffer) => Refusal | null;
};

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('PayloadTooLarge', `The request body is too large: at most ${maxBytes} bytes are taken.`);

const tooSlow = (): Refusal =>
  badRequest([{ path: '', code: 'timeout', message: 'the body came too slowly; send it again' }]);

const tooShort = (): Refusal =>
  badRequest([{ path: '', code: 'content_length', message: 'the body does not have the announced length' }]);

/** Takes the body of a request, bounded in bytes and in time. Rejects with a Refusal: 400, 413. */
export const receiveBody = (
  stream: IncomingMessage,
  uploads: Uploads,
  { maxBytes, room, look }: Receiving,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const announced = Number(stream.headers['content-length'] ?? Number.NaN);
    if (announced > maxBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    let chunks: Buffer[] = [];
    let refused: Refusal | null = null;
    const upload = uploads.begin(() => end(tooSlow()));
    const end = (error: Error | null): void => {
      uploads.done(upload);
      stream.off('data', take).off('end', atEnd).off('error', end).off('close', atClose);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, upload.bytes));
    };
    const take = (chunk: Buffer): void => {
      upload.bytes += chunk.length;
      if (upload.bytes > maxBytes) {
        end(tooLarge(maxBytes));
        return;
      }
      if (refused) return;
      refused = look?.(chunk) ?? room?.(upload.bytes) ?? null;
      if (refused) chunks = [];
      else chunks.push(chunk);
    };
    const atEnd = (): void => {
      const isWhole = Number.isNaN(announced) || upload.bytes === announced;
      end(refused ?? (isWhole ? null : tooShort()));
    };
    const atClose = (): void =>
      end(badRequest([{ path: '', code: 'malformed', message: 'the request ended before its body did' }]));
    stream.on('data', take).on('end', atEnd).on('error', end).on('close', atClose);
    stream.resume();
  });
