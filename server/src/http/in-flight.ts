import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { originForm } from '../kit/http-protocol.ts';

export type InFlight = {
  /** Resolves when nothing is worked on any more, or when the time is over. */
  drained(timeoutMs: number): Promise<void>;
};

/** Probes and documents are no work. */
const isWork = (url: string): boolean => url.startsWith('/org') || url.startsWith('/hook');

/**
 * Counts the requests that are worked on, from their headers to their answers. A service that stops goes on listening
 * until they are done, so that whoever asks meanwhile hears that it is not ready instead of nothing.
 */
export const trackInFlight = (server: Server): InFlight => {
  let count = 0;
  let waiting: (() => void) | undefined;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isWork(originForm(request.url))) return;
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count === 0) waiting?.();
    });
  });
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
