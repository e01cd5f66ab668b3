import type { Database } from '../db/database.ts';
import { readLastPlaces } from '../db/outbox.ts';
import type { Log } from '../kit/log.ts';
import { createWake, type Wake } from '../kit/wake.ts';

const everyMs = 100;

/** Waits for events of an organization. */
export type EventWatcher = Wake & { end(): void };

export type EventWatch = {
  begin(orgId: string): EventWatcher;
  stop(): void;
};

/**
 * Wakes its watchers when events of their organization were handed out, by this process or another. All of them share one small query,
 * which is made only while somebody watches.
 */
export const createEventWatch = (database: Database, log: Log): EventWatch => {
  const watchers = new Map<Wake, string>();
  let places = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const lookAgainLater = (): void => {
    timer = isStopped || watchers.size === 0 ? undefined : setTimeout(() => void look(), everyMs);
  };
  const look = async (): Promise<void> => {
    try {
      const found = await readLastPlaces(database.reads, [...new Set(watchers.values())]);
      const latest = new Map(found.map((place) => [place.org_id, place.last_sequence]));
      for (const [watcher, orgId] of watchers) if (latest.get(orgId) !== places.get(orgId)) watcher.wake();
      places = latest;
    } catch (error) {
      log.warn({ err: error }, 'new events could not be looked for');
    } finally {
      lookAgainLater();
    }
  };

  return {
    begin: (orgId) => {
      const wake = createWake();
      watchers.set(wake, orgId);
      if (timer === undefined) lookAgainLater();
      return { ...wake, end: () => void watchers.delete(wake) };
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers.keys()) watcher.wake();
    },
  };
};
