/**
 * Loads a seldom used part when it is first needed, and keeps it. A failed load is not kept: the next call tries again.
 * Call it before a request starts, so that a missing file is a separate error and never an unknown outcome.
 */
export const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};

/** The functions of a part that the first call of one of them loads. */
export const callLater = <Calls extends Record<keyof Calls, (...args: never[]) => Promise<unknown>>>(
  load: () => Promise<Calls>,
): Calls => {
  const loaded = loadOnce(load);
  const later =
    (name: keyof Calls) =>
    async (...args: never[]): Promise<unknown> =>
      (await loaded())[name](...args);
  // Without `then`, because a promise that resolved with the functions would call it.
  return new Proxy({} as Calls, {
    get: (_calls, name) => (name === 'then' ? undefined : later(name as keyof Calls)),
  });
};
