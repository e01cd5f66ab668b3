import type { Throttle } from '../auth/throttle.ts';
import type { Bucket } from '../auth/throttle-store.ts';
import { Refusal } from '../kit/errors.ts';

/** Attempts in progress in this process that may still fail; until then each holds a place in its buckets. */
export type AttemptsInProgress = {
  /** Takes a place if one is free. Returns a function that releases it. */
  enter(buckets: readonly Bucket[]): (() => void) | undefined;
  /**
   * Waits while other attempts hold all places. Returns undefined if the buckets are full of failures. Throws a
   * Refusal: 503.
   */
  enterInTurn(buckets: readonly Bucket[]): Promise<(() => void) | undefined>;
};

const waitingMax = 200;

/** Many concurrent attempts get no further than the same attempts one after another. */
export const limitAttemptsInProgress = (throttle: Throttle, now: () => Date): AttemptsInProgress => {
  const held = new Map<string, number>();
  let waiting: (() => void)[] = [];

  const enter = (buckets: readonly Bucket[]): (() => void) | undefined => {
    const time = now();
    if (buckets.some((bucket) => (held.get(bucket.key) ?? 0) >= throttle.room(bucket, time))) return undefined;
    for (const { key } of buckets) held.set(key, (held.get(key) ?? 0) + 1);
    return () => {
      for (const { key } of buckets) {
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      }
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    };
  };

  return {
    enter,
    enterInTurn: async (buckets) => {
      for (;;) {
        const leave = enter(buckets);
        if (leave || throttle.secondsToWait(buckets, now()) > 0) return leave;
        if (waiting.length >= waitingMax) {
          throw new Refusal('ServiceUnavailable', 'Too many people are signing in at once; try again.', undefined, {
            'retry-after': '1',
          });
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
};
