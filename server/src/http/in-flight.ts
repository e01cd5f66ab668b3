import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { originForm } from '../kit/http-protocol.ts';

export type InFlight = {
  /** Resolves when no request is in progress, or when the time is over. */
  drained(timeoutMs: number): Promise<void>;
};

/** Probes do not count: they come all the time. Buyers who land, people who sign in and files that are read do. */
const isWork = (url: string): boolean => !/^\/(livez|readyz|metrics)([/?]|$)/.test(url);

/**
 * Counts requests in progress, from their headers to their responses. A service that stops keeps listening until they
 * are done, so that probes in the meantime are told that it is not ready instead of getting no connection.
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
