/** Runs at most `limit` pieces of work at once; further ones wait in order. */
export type Slots = { use<T>(work: () => Promise<T>): Promise<T>; readonly busy: number; readonly waiting: number };

/** Like `Slots`, with work grouped by key. */
export type FairSlots = { use<T>(key: string, work: () => Promise<T>): Promise<T> };

/**
 * Runs at most `limit` pieces of work at once, and `each` for one key. Free slots go to the keys in turn, so that a key
 * whose work does not end delays only itself.
 */
export const createFairSlots = (limit: number, each: number): FairSlots => {
  let busy = 0;
  const busyOf = new Map<string, number>();
  /** In order of turns: a key that had one moves to the end. */
  const waiting = new Map<string, (() => void)[]>();

  const take = (key: string): void => {
    busy += 1;
    busyOf.set(key, (busyOf.get(key) ?? 0) + 1);
  };
  const isFree = (key: string): boolean => busy < limit && (busyOf.get(key) ?? 0) < each;
  const startNext = (): void => {
    for (const [key, queue] of waiting) {
      if (!isFree(key)) continue;
      const start = queue.shift();
      waiting.delete(key);
      if (queue.length > 0) waiting.set(key, queue);
      take(key);
      start?.();
      return;
    }
  };
  return {
    use: async (key, work) => {
      if (isFree(key)) take(key);
      else
        await new Promise<void>((resolve) => {
          const queue = waiting.get(key) ?? [];
          queue.push(resolve);
          waiting.set(key, queue);
        });
      try {
        return await work();
      } finally {
        busy -= 1;
        const left = (busyOf.get(key) ?? 1) - 1;
        if (left === 0) busyOf.delete(key);
        else busyOf.set(key, left);
        startNext();
      }
    },
  };
};

export const createSlots = (limit: number): Slots => {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    get busy() {
      return busy;
    },
    get waiting() {
      return waiting.length;
    },
    use: async (work) => {
      if (busy >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      else busy += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
};
