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

/**
 * An append-only file of JSON lines. Whatever `durable` has confirmed survives a kill of the process. Where the disk is full, records
 * wait: each call of `durable` or `recovered` tries to write them again.
 */
export type Journal = {
  /** Appends one record; records are written in the order of the calls. Throws while earlier ones cannot be written. */
  append(record: unknown): void;
  /** Resolves once every record appended so far is on disk. Concurrent callers share one fsync. */
  durable(): Promise<void>;
  /** Resolves at once unless records could not be written: then once they are on disk. */
  recovered(): Promise<void>;
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
  /** The bytes of whole lines that are on disk. */
  let length = replayLines(path, readFileSync(path), replay);
  ftruncateSync(file, length);
  fsyncSync(file);
  syncFolder(dirname(path));

  let waiting: string[] = [];
  let gathering: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let failure: Error | null = null;
  let closed = false;

  const writeGathered = async (earlier: Promise<void>): Promise<void> => {
    // Waiting for the previous batch, and for one turn of the event loop, collects many records for one fsync. What a failed batch
    // had is among the lines that wait.
    await earlier.catch(() => undefined);
    await new Promise<void>((resolve) => setImmediate(resolve));
    const lines = waiting;
    waiting = [];
    gathering = null;
    try {
      const bytes = Buffer.from(lines.join(''));
      // A failed write may have left a part of a line.
      if (failure) ftruncateSync(file, length);
      await writeFully(file, bytes);
      length += bytes.length;
      failure = null;
    } catch (error) {
      failure = error as Error;
      waiting = [...lines, ...waiting];
      throw error;
    }
  };

  const gather = (): Promise<void> => {
    if (gathering) return gathering;
    gathering = writeGathered(writing);
    writing = gathering;
    // The failure reaches every caller of `durable`; without one it must not end the process.
    gathering.catch(() => undefined);
    return gathering;
  };

  const durable = (): Promise<void> => (failure ? gather() : (gathering ?? writing));

  return {
    append(record) {
      if (closed) throw new Error('the journal is closed');
      if (failure) throw failure;
      waiting.push(`${JSON.stringify(record)}\n`);
      void gather();
    },
    durable,
    recovered: () => (failure ? durable() : Promise.resolve()),
    async close() {
      if (closed) return;
      closed = true;
      await durable().finally(() => closeSync(file));
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
