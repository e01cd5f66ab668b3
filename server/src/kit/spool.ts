import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Items on disk, more than fit into memory: written once, then read. They must be JSON. */
export type Spool<T> = {
  /** Writes all batches to their end. Returns how many items there are. */
  write(batches: AsyncIterable<readonly T[]>, signal: AbortSignal): Promise<number>;
  /** Reads what was written, in order, in batches of `size`. */
  read(size: number): AsyncGenerator<T[]>;
};

export type SpoolOptions = {
  /** The most that it may take of the disk; beyond, `write` throws what `tooLarge` returns. */
  maxBytes: number;
  tooLarge: () => Error;
};

/** Larger than what zlib takes by default: each chunk has its price. */
const chunkSize = 64 * 1024;

/** A private file that has no name: it is gone with its handle, even if the process is killed. */
const openUnnamed = async (): Promise<FileHandle> => {
  const name = join(tmpdir(), `mos-spool-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

const linesOf = async function* <T>(batches: AsyncIterable<readonly T[]>, onItems: (count: number) => void) {
  for await (const batch of batches) {
    onItems(batch.length);
    if (batch.length > 0) yield `${batch.map((item) => JSON.stringify(item)).join('\n')}\n`;
  }
};

const itemsOf = async function* <T>(texts: AsyncIterable<string>): AsyncGenerator<T> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
};

const spoolOver = <T>(file: FileHandle, { maxBytes, tooLarge }: SpoolOptions): Spool<T> => ({
  write: async (batches, signal) => {
    let items = 0;
    let bytes = 0;
    const count = (more: number): void => {
      items += more;
    };
    // Rows repeat the names of their columns: packed, they take a tenth.
    await pipeline(
      linesOf(batches, count),
      createGzip({ level: 1, chunkSize }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge();
          await file.writeFile(chunk);
        }
      },
      { signal },
    );
    return items;
  },
  read: async function* (size) {
    const packed = file.createReadStream({ start: 0, autoClose: false });
    const texts = packed.pipe(createGunzip({ chunkSize })).setEncoding('utf8');
    packed.once('error', (error) => texts.destroy(error));
    try {
      let batch: T[] = [];
      for await (const item of itemsOf<T>(texts as AsyncIterable<string>)) {
        batch.push(item);
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    } finally {
      packed.destroy();
      texts.destroy();
    }
  },
});

/** Gives `use` an empty spool, and removes it whatever happens. */
export const withSpool = async <T, R>(options: SpoolOptions, use: (spool: Spool<T>) => Promise<R>): Promise<R> => {
  const file = await openUnnamed();
  try {
    return await use(spoolOver<T>(file, options));
  } finally {
    await file.close();
  }
};
