import type { Throttle } from '../auth/throttle.ts';
import type { Bucket } from '../auth/throttle-store.ts';
import { Refusal } from '../kit/errors.ts';

/** Tries that this process has begun and that may yet turn out wrong: until then each holds a place in its buckets. */
export type UnderWay = {
  /** Takes a place, if there is one now. Answers what gives it back. */
  enter(buckets: readonly Bucket[]): (() => void) | undefined;
  /** Waits while all places are held by others. Undefined when the buckets are full with what was wrong. Throws a Refusal: 503. */
  enterInTurn(buckets: readonly Bucket[]): Promise<(() => void) | undefined>;
};

const waitingMax = 200;

/** Many tries at once come no further than the same tries one after another would. */
export const createUnderWay = (throttle: Throttle, now: () => Date): UnderWay => {
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
          throw new Refusal('ServiceUnavailable', 'Too many people sign in at once; try again.', undefined, {
            'retry-after': '1',
          });
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
};
