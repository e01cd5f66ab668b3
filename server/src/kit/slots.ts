/** At most `limit` pieces of work at once; the others wait in order. */
export type Slots = { use<T>(work: () => Promise<T>): Promise<T>; readonly busy: number; readonly waiting: number };

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
