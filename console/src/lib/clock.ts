import { useSyncExternalStore } from 'react';

let aheadMs = 0;
const watchers = new Set<() => void>();

/** What an answer says is as old as its way took: only more than these differences is a change. */
const aheadToleranceMs = 2000;
const behindToleranceMs = 60_000;

/** Now, as the service sees it: a sandbox may be ahead of the machine's clock. Epoch milliseconds. */
export const businessNow = (): number => Date.now() + aheadMs;

/** Learns the time of a sandbox from an answer of the service, before anything is asked for that depends on it. */
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

/** Now, as the service sees it. Renders again once the time of a sandbox is known, and when it is moved. */
export const useBusinessNow = (): number => {
  useSyncExternalStore(watch, () => aheadMs);
  return businessNow();
};
