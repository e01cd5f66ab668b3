import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The business time shared by all simulators and the service: wall time plus an offset that only grows. Times are epoch
 * milliseconds (UTC). Wall time itself (signatures, retries) is never moved.
 */
export type SimulatedClock = {
  /** Business time, epoch milliseconds; never decreases. */
  now(): number;
  /** Moves business time forward by whole milliseconds, stores that, runs the listeners and returns the new time. */
  advance(ms: number): Promise<number>;
  /** Registers a listener, called in order of registration after each advance. Returns a function that removes it. */
  onAdvance(listener: (now: number) => void | Promise<void>): () => void;
};

/** Wall time, epoch milliseconds, for signatures and retries. */
export const wallTime = (): number => Date.now();

type StoredClock = { offsetMs: number; latest: number };

/**
 * Opens the clock stored in `<dataDir>/simulators/clock.json`. A process has a single clock object and shares it. Only
 * tests pass `wall` (epoch milliseconds).
 */
export const createSimulatedClock = (options: { dataDir: string; wall?: () => number }): SimulatedClock => {
  const wall = options.wall ?? wallTime;
  const folder = join(options.dataDir, 'simulators');
  const path = join(folder, 'clock.json');
  const stored = readStored(path);
  const listeners = new Set<(now: number) => void | Promise<void>>();
  let offsetMs = stored.offsetMs;
  let latest = stored.latest;
  let turn: Promise<unknown> = Promise.resolve();

  const now = (): number => {
    latest = Math.max(latest, wall() + offsetMs);
    return latest;
  };

  const move = async (ms: number): Promise<number> => {
    const later = offsetMs + ms;
    const moved = Math.max(latest, wall() + later);
    // An advance that is not stored must not take effect: the clock would go back at the next start.
    writeStored(folder, path, { offsetMs: later, latest: moved });
    [offsetMs, latest] = [later, moved];
    for (const listener of [...listeners]) await listener(moved);
    return moved;
  };

  return {
    now,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) {
        return Promise.reject(new RangeError(`the clock moves forward by whole milliseconds, not by ${ms}`));
      }
      // One advance at a time, so that due items on the way are processed in order.
      const moved = turn.then(() => move(ms));
      turn = moved.catch(() => undefined);
      return moved;
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const readStored = (path: string): StoredClock => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offsetMs: 0, latest: 0 };
    throw error;
  }
  const value = JSON.parse(text) as Partial<StoredClock>;
  if (!Number.isSafeInteger(value.offsetMs) || !Number.isSafeInteger(value.latest)) {
    throw new Error(`${path} does not hold a clock`);
  }
  return { offsetMs: value.offsetMs as number, latest: value.latest as number };
};

const writeStored = (folder: string, path: string, value: StoredClock): void => {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(value)}\n`, { flush: true });
  // The rename is atomic, so that a kill leaves either the old clock or the new one.
  renameSync(draft, path);
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
};
