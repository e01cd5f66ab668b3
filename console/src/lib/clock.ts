import { useSyncExternalStore } from 'react';

let aheadMs = 0;
const watchers = new Set<() => void>();

/** The time in a response is as old as its transfer took: only a larger difference counts as a change. */
const aheadToleranceMs = 2000;
const behindToleranceMs = 60_000;

/** Now, as the service sees it: a sandbox may be ahead of the machine's clock. Epoch milliseconds. */
export const businessNow = (): number => Date.now() + aheadMs;

/** Reads the time of a sandbox from a response of the service, before any request that depends on it. */
export const keepBusinessTime = ({ headers }: Response): void => {
  const time = headers.get('sandbox-time');
  if (time === null) return;
  const ahead = new Date(time).getTime() - Date.now();
  const change = ahead - aheadMs;
  if (change > -behindToleranceMs && change < aheadToleranceMs) return;
  aheadMs = ahead;
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Now, as the service sees it. Rerenders once the time of a sandbox is known, and when it is moved. */
export const useBusinessNow = (): number => {
  useSyncExternalStore(watch, () => aheadMs);
  return businessNow();
};
