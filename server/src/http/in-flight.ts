import type { FastifyInstance } from 'fastify';

export type InFlight = {
  /** Resolves when nothing is worked on any more, or when the time is over. */
  drained(timeoutMs: number): Promise<void>;
};

/**
 * Counts the requests that are worked on: of endpoints, and messages of partners. A service that stops goes on listening until they are done, so that
 * whoever asks meanwhile hears that it is not ready instead of nothing.
 */
export const trackInFlight = (server: FastifyInstance): InFlight => {
  let count = 0;
  let waiting: (() => void) | undefined;
  const counted = new WeakSet<object>();
  const leave = (request: object): void => {
    if (!counted.delete(request)) return;
    count -= 1;
    if (count === 0) waiting?.();
  };
  server.addHook('preParsing', async (request) => {
    // Probes and documents are no work.
    if (request.endpoint === null && request.method === 'GET') return;
    counted.add(request);
    count += 1;
  });
  server.addHook('onResponse', async (request) => leave(request));
  server.addHook('onRequestAbort', async (request) => leave(request));
  return {
    drained: (timeoutMs) =>
      count === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(resolve, timeoutMs);
            waiting = () => {
              clearTimeout(timer);
              resolve();
            };
          }),
  };
};
