import { Worker } from 'node:worker_threads';
import type { NumberSpan } from './json-scan.ts';
import { unpackNumbers } from './json-transfer.ts';
import type { JsonRead } from './read-json.ts';
import { createSlots } from './slots.ts';

/** A message to the thread. */
export type Asked = { bytes: Uint8Array<ArrayBuffer>; longNumbers: readonly NumberSpan[] };

/** Parses large JSON texts one at a time on a separate thread, which keeps the event loop free. */
export type JsonThread = {
  /** Like `readJson`. The bytes are transferred and no longer usable afterwards. */
  read(bytes: Buffer, longNumbers: readonly NumberSpan[]): Promise<JsonRead>;
  close(): void;
};

/** A buffer that owns all of its memory can be transferred; a part of a larger one is copied. */
const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
};

/** The thread starts with the first text. */
export const createJsonThread = (): JsonThread => {
  const turns = createSlots(1);
  let worker: Worker | undefined;

  const begin = (): Worker => {
    const begun = new Worker(new URL('./json-worker.ts', import.meta.url), { execArgv: [] });
    const over = (): void => {
      if (worker === begun) worker = undefined;
    };
    begun.on('error', over).on('exit', over).unref();
    return begun;
  };

  const ask = (asked: Asked): Promise<JsonRead> =>
    new Promise((resolve, reject) => {
      worker ??= begin();
      const asking = worker;
      const end = (settle: () => void): void => {
        asking.off('message', take).off('error', fail).off('exit', stop).unref();
        settle();
      };
      const take = (read: JsonRead): void => end(() => resolve(read));
      const fail = (error: Error): void => end(() => reject(error));
      const stop = (): void => end(() => reject(new Error('the thread that reads JSON has ended')));
      asking.on('message', take).on('error', fail).on('exit', stop).ref();
      asking.postMessage(asked, [asked.bytes.buffer]);
    });

  return {
    read: (bytes, longNumbers) =>
      turns.use(async () => {
        const read = await ask({ bytes: ownBytes(bytes), longNumbers });
        return longNumbers.length > 0 && 'value' in read ? { value: unpackNumbers(read.value) } : read;
      }),
    close: () => void worker?.terminate(),
  };
};
