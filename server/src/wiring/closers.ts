/** Closers run in the reverse order of their creation. */
export type Closers = { add(closer: () => Promise<unknown>): void; run(): Promise<void> };

export const createClosers = (): Closers => {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (closer) => void closers.push(closer),
    run: async () => {
      for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
    },
  };
};
