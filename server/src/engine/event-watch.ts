import type { Database } from '../db/database.ts';
import { readLastSequence } from '../db/outbox.ts';
import type { Log } from '../kit/log.ts';
import { createWake, type Wake } from '../kit/wake.ts';

const everyMs = 100;

/** Waits for events of any organization; whoever waits looks for its own. */
export type EventWatcher = Wake & { end(): void };

export type EventWatch = {
  begin(): EventWatcher;
  stop(): void;
};

/**
 * Wakes its watchers when events were handed out, by this process or another. All of them share one small query, which is
 * made only while somebody watches.
 */
export const createEventWatch = (database: Database, log: Log): EventWatch => {
  const watchers = new Set<Wake>();
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const lookAgainLater = (): void => {
    timer = isStopped || watchers.size === 0 ? undefined : setTimeout(() => void look(), everyMs);
  };
  const look = async (): Promise<void> => {
    try {
      const latest = await readLastSequence(database.reads);
      if (latest !== last) for (const watcher of watchers) watcher.wake();
      last = latest;
    } catch (error) {
      log.warn({ err: error }, 'new events could not be looked for');
    } finally {
      lookAgainLater();
    }
  };

  return {
    begin: () => {
      const wake = createWake();
      watchers.add(wake);
      if (timer === undefined) lookAgainLater();
      return { ...wake, end: () => void watchers.delete(wake) };
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.wake();
    },
  };
};
