import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';

/** Keeps a copy of something in the database fresh by polling. */
export type Watch = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Undefined if the last poll is more recent than this; otherwise a poll that the caller has to wait for. */
  freshWithin(ms: number): Promise<void> | undefined;
  /** Starts a poll now: it sees everything committed so far. */
  lookNow(): Promise<void>;
};

type WatchOptions = {
  look: () => Promise<void>;
  everyMs: number;
  /** How often, when nobody has asked for a while: who asks then looks first. */
  idleEveryMs: number;
  clock: Pick<Clock, 'wallNow'>;
  log: Log;
  what: string;
};

/** Maximum age of what a process knows: tokens of deleted apps, and keys that were given up, stop within one second on every replica. */
export const freshnessMs = 900;

/** Nobody has asked for a while after this time. */
const idleAfterMs = 5_000;

export const createWatch = ({ look, everyMs, idleEveryMs, clock, log, what }: WatchOptions): Watch => {
  let lookedAt = 0;
  let askedAt = 0;
  let isIdle = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Callers share one poll. Its age counts from its start: later commits may be missing. */
  const lookOnce = (): Promise<void> => {
    if (!looking) {
      const began = clock.wallNow().getTime();
      looking = look()
        .then(() => {
          lookedAt = began;
        })
        .finally(() => {
          looking = undefined;
        });
    }
    return looking;
  };

  const again = (): void => {
    if (stopped) return;
    isIdle = clock.wallNow().getTime() - askedAt > idleAfterMs;
    timer = setTimeout(
      () => {
        lookOnce()
          .catch((error: Error) =>
            log.warn({ what, reason: error.message }, 'could not look; callers look for themselves'),
          )
          .finally(again);
      },
      isIdle ? idleEveryMs : everyMs,
    );
    timer.unref();
  };

  /** The second poll begins after this call, whatever the clock says: one that was set back would make the first too old for hours. */
  const lookUntil = async (since: number): Promise<void> => {
    await lookOnce();
    if (lookedAt < since) await lookOnce();
  };

  return {
    start: async () => {
      stopped = false;
      askedAt = clock.wallNow().getTime();
      await lookOnce();
      again();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking?.catch(() => {});
    },
    lookNow: async () => {
      await looking?.catch(() => {});
      await lookOnce();
    },
    freshWithin: (ms) => {
      askedAt = clock.wallNow().getTime();
      if (isIdle) {
        clearTimeout(timer);
        again();
      }
      const since = askedAt - ms;
      // A poll in the future was made before the clock was set back.
      return lookedAt >= since && lookedAt <= askedAt ? undefined : lookUntil(since);
    },
  };
};
