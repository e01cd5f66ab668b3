import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  write,
} from 'node:fs';
import { dirname } from 'node:path';

/** An append-only file of JSON lines. Whatever `durable` has confirmed survives a kill of the process. */
export type Journal = {
  /** Appends one record; records are written in the order of the calls. */
  append(record: unknown): void;
  /** Resolves once every record appended so far is on disk. Concurrent callers share one fsync. */
  durable(): Promise<void>;
  /** Writes what is pending, then closes the file. */
  close(): Promise<void>;
};

/**
 * Opens the journal at `path`, passes every record to `replay` in order, and returns the open journal. An incomplete
 * last line (the process was killed while writing) was never acknowledged and is removed; an invalid line before the
 * last means damage, and is refused.
 */
export const openJournal = (path: string, replay: (record: unknown) => void): Journal => {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+');
  const length = replayLines(path, readFileSync(path), replay);
  ftruncateSync(file, length);
  fsyncSync(file);
  syncFolder(dirname(path));

  let waiting: string[] = [];
  let gathering: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let failure: Error | null = null;
  let closed = false;

  const writeGathered = async (earlier: Promise<void>): Promise<void> => {
    // Waiting for the previous batch, and for one turn of the event loop, collects many records for one fsync.
    await earlier;
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (failure) throw failure;
    const lines = waiting.join('');
    waiting = [];
    gathering = null;
    await writeFully(file, Buffer.from(lines)).catch((error: Error) => {
      failure = error;
      throw error;
    });
  };

  const durable = (): Promise<void> => {
    if (failure) return Promise.reject(failure);
    return gathering ?? writing;
  };

  return {
    append(record) {
      if (closed) throw new Error('the journal is closed');
      waiting.push(`${JSON.stringify(record)}\n`);
      if (gathering) return;
      gathering = writeGathered(writing);
      writing = gathering;
      // The failure reaches every caller of `durable`; without one it must not end the process.
      gathering.catch(() => undefined);
    },
    durable,
    async close() {
      if (closed) return;
      closed = true;
      await durable();
      closeSync(file);
    },
  };
};

const replayLines = (path: string, content: Buffer, replay: (record: unknown) => void): number => {
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf(10, start);
    if (end === -1) return start;
    const record = parseLine(content.subarray(start, end).toString('utf8'));
    if (record === undefined) {
      if (end === content.length - 1) return start;
      throw new Error(`${path} is damaged at byte ${start}`);
    }
    replay(record);
    start = end + 1;
  }
  return start;
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const writeFully = async (file: number, bytes: Buffer): Promise<void> => {
  let offset = 0;
  while (offset < bytes.length) {
    offset += await new Promise<number>((resolve, reject) => {
      write(file, bytes, offset, bytes.length - offset, null, (error, written) => {
        if (error) reject(error);
        else resolve(written);
      });
    });
  }
  await new Promise<void>((resolve, reject) => {
    fdatasync(file, (error) => (error ? reject(error) : resolve()));
  });
};

const syncFolder = (path: string): void => {
  const folder = openSync(path, 'r');
  fdatasyncSync(folder);
  closeSync(folder);
};
