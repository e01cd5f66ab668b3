/** Runs at most `limit` pieces of work at once; further ones wait in order. */
export type Slots = { use<T>(work: () => Promise<T>): Promise<T>; readonly busy: number; readonly waiting: number };

/** Like `Slots`, with work grouped by key. */
export type FairSlots = {
  use<T>(key: string, work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
};

/** How much work may wait in all, and for how long; `refusal` is thrown for what may not. Work of the key `first` goes first and is never refused for others. */
export type Queue = { most: number; ms: number; refusal: () => Error; first?: string };

type Waiter = { start: () => void; refuse: () => void };

/**
 * Runs at most `limit` pieces of work at once, and `each` for one key. Free slots go to the keys in turn, so that a key
 * whose work does not end delays only itself. Where as much waits as may wait, and a key with less comes, the newest work of the key with
 * the most is refused. Without `queue` everything waits.
 */
export const createFairSlots = (limit: number, each: number, queue?: Queue): FairSlots => {
  let busy = 0;
  let waiting = 0;
  const busyOf = new Map<string, number>();
  /** In order of turns: a key that had one moves to the end. */
  const queues = new Map<string, Set<Waiter>>();

  const take = (key: string): void => {
    busy += 1;
    busyOf.set(key, (busyOf.get(key) ?? 0) + 1);
  };
  const isFree = (key: string): boolean => busy < limit && (busyOf.get(key) ?? 0) < each;
  const lengthOf = (key: string): number => queues.get(key)?.size ?? 0;
  const remove = (key: string, waiter: Waiter): void => {
    const queued = queues.get(key);
    if (!queued?.delete(waiter)) return;
    waiting -= 1;
    if (queued.size === 0) queues.delete(key);
  };
  const startFirstOf = (key: string): boolean => {
    const queued = queues.get(key);
    const [first] = queued ?? [];
    if (!queued || !first || !isFree(key)) return false;
    remove(key, first);
    // Behind the others.
    if (queues.delete(key)) queues.set(key, queued);
    take(key);
    first.start();
    return true;
  };
  const startNext = (): void => {
    if (queue?.first !== undefined && startFirstOf(queue.first)) return;
    for (const key of queues.keys()) if (startFirstOf(key)) return;
  };
  const wait = (key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          remove(key, waiter);
          reject(queue?.refusal());
        },
      };
      if (queue) timer = setTimeout(waiter.refuse, queue.ms);
      queues.set(key, (queues.get(key) ?? new Set()).add(waiter));
      waiting += 1;
    });
  /** Throws if there is no room for one more of this key. */
  const makeRoom = (key: string): void => {
    if (!queue || waiting < queue.most) return;
    const [longest] = [...queues.keys()]
      .filter((other) => other !== queue.first)
      .sort((left, right) => lengthOf(right) - lengthOf(left));
    if (longest === undefined || (key !== queue.first && lengthOf(longest) <= lengthOf(key) + 1)) throw queue.refusal();
    [...(queues.get(longest) ?? [])].at(-1)?.refuse();
  };
  return {
    get waiting() {
      return waiting;
    },
    use: async (key, work) => {
      if (isFree(key)) take(key);
      else {
        makeRoom(key);
        await wait(key);
      }
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
