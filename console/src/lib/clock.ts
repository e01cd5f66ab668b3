import { useSyncExternalStore } from 'react';

let aheadMs = 0;
const watchers = new Set<() => void>();

/** Differences of the time that a request takes are no change. */
const toleranceMs = 2000;

/** Now, as the service sees it: a sandbox may be ahead of the machine's clock. Epoch milliseconds. */
export const businessNow = (): number => Date.now() + aheadMs;

/** Learns the time of a sandbox. */
export const keepBusinessTime = (time: string): void => {
  const ahead = new Date(time).getTime() - Date.now();
  if (Math.abs(ahead - aheadMs) < toleranceMs) return;
  aheadMs = ahead;
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Now, as the service sees it. Renders again once the time of a sandbox is known, and when it is moved. */
export const useBusinessNow = (): number => {
  useSyncExternalStore(watch, () => aheadMs);
  return businessNow();
};
