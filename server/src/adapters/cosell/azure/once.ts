/**
 * Executions of the same step in this process share one call: a partner without idempotency keys would take two calls for two
 * orders. Across processes a run has one execution at a time; what a lost one did is looked up before the call.
 */
export const createOnce = () => {
  const inProgress = new Map<string, Promise<unknown>>();
  return <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const found = inProgress.get(key);
    if (found) return found as Promise<T>;
    const calling = call().finally(() => inProgress.delete(key));
    inProgress.set(key, calling);
    return calling;
  };
};
