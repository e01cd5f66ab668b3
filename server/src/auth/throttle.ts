import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { Refusal } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { globalReads } from './store.ts';
import { aheadMsMax, type Bucket, type Drains, purgeThrottle, recordFailures, selectDrains } from './throttle-store.ts';

/**
 * Wrong secrets leak out of a bucket at one per interval; a bucket holds `burst` of them, and while it is full its
 * owner is refused. The narrow bucket is for a client *at an address*: if it were for the client alone, anyone who
 * knows a client ID could lock out its owner. Secrets of clients are too long to be guessed even from many addresses.
 * The wide bucket stops one address from trying many clients.
 */
const limits = {
  pair: { burst: 10, intervalMs: 6_000 },
  address: { burst: 30, intervalMs: 2_000 },
} as const satisfies Record<string, { burst: number; intervalMs: number }>;

/** The buckets that an attempt by this client from this address fills. */
export const bucketsOf = (clientId: string, address: string): Bucket[] => {
  const network = networkOf(address);
  return [
    { key: keyOf('pair', clientId, network), ...limits.pair },
    { key: keyOf('address', network), ...limits.address },
  ];
};

/** The bucket of an address alone, for credentials that do not identify a client. */
export const addressBucket = (address: string): Bucket => ({
  key: keyOf('address', networkOf(address)),
  ...limits.address,
});

/**
 * The bucket of an address for session tokens, kept separate so that a signed-out browser does not lock out programs.
 */
export const sessionBucket = (address: string): Bucket => ({
  key: keyOf('session', networkOf(address)),
  ...limits.address,
});

/**
 * Counts wrong secrets in rows shared by all replicas, without a write for each: a process adds up its own and writes
 * them ten times a second in one statement. Until then only this process knows them.
 */
export type Throttle = {
  /** How many seconds the owner of these buckets has to wait; 0 if this process knows of none that is full. */
  secondsToWait(buckets: readonly Bucket[], now: Date): number;
  /** How many more failures the bucket holds, as far as this process knows. */
  room(bucket: Bucket, now: Date): number;
  /** `secondsToWait` with the database's state, for callers that do not already read the rows in another statement. */
  askSecondsToWait(buckets: readonly Bucket[], now: Date): Promise<number>;
  /** Takes over the state read by a statement. */
  learn(drains: Drains): void;
  fail(buckets: readonly Bucket[], now: Date): void;
  /** Writes the counts not yet written. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Throws a Refusal (429) while the owner of these buckets has to wait, as far as this process knows. */
export const refuseThrottled = (throttle: Throttle, buckets: readonly Bucket[], now: Date): void => {
  const seconds = throttle.secondsToWait(buckets, now);
  if (seconds > 0)
    throw new Refusal('TooManyRequests', 'Too many failed attempts; try again later.', undefined, {
      'retry-after': `${seconds}`,
    });
};

type ThrottleParts = { database: Database; now: () => Date; log: Log };

/** A bucket: when it is empty, by this process's clock, and the latest time that was read of it. */
type Known = { drainMs: number; readMs: number };

const writeEveryMs = 100;
const purgeEveryWrites = 100;
const knownMax = 100_000;
/** Maximum written by one statement; of more failures within a tenth of a second, only this process knows. */
const writtenMax = 10_000;

export const createThrottle = ({ database, now, log }: ThrottleParts): Throttle => {
  const reads = globalReads(database);
  const known = new LRUCache<string, Known>({ max: knownMax });
  let counted = new Map<string, Bucket & { count: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writes = 0;

  const learn = (drains: Drains): void => {
    for (const [key, readMs] of Object.entries(drains)) {
      const before = known.get(key);
      if (before?.readMs !== readMs) known.set(key, { drainMs: Math.max(before?.drainMs ?? 0, readMs), readMs });
    }
  };

  /**
   * When the bucket is empty. No bucket takes longer than its width to drain: a later time was written with a clock that was ahead. Such
   * a bucket is full when its time is first read, and drains from then on; one that is too far ahead is not believed at all, because it would
   * lock its owner out for as long.
   */
  const drainOf = ({ key, intervalMs, burst }: Bucket, time: Date): number => {
    const bucket = known.get(key);
    const fullMs = time.getTime() + intervalMs * burst;
    if (bucket === undefined || bucket.drainMs > fullMs + aheadMsMax) return 0;
    bucket.drainMs = Math.min(bucket.drainMs, fullMs);
    return bucket.drainMs;
  };

  const secondsToWait = (buckets: readonly Bucket[], time: Date): number => {
    const waits = buckets.map(
      (bucket) => drainOf(bucket, time) - bucket.intervalMs * (bucket.burst - 1) - time.getTime(),
    );
    return Math.max(0, Math.ceil(Math.max(...waits) / 1000));
  };

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (counted.size === 0) return;
    const written = [...counted.values()];
    counted = new Map();
    writes += 1;
    const time = now();
    learn(
      await database.system(async (system) => {
        if (writes % purgeEveryWrites === 0) await purgeThrottle(system, time);
        return recordFailures(system, written, time);
      }),
    );
  };

  let writing: Promise<void> = Promise.resolve();

  /** One write at a time: who asks for one also waits for the one that has begun. */
  const flush = (): Promise<void> => {
    writing = writing.catch(() => {}).then(write);
    return writing;
  };

  const flushQuietly = (): Promise<void> =>
    flush().catch((error: Error) =>
      log.warn({ reason: error.message }, 'wrong secrets are counted by this process only'),
    );

  return {
    secondsToWait,
    room: (bucket, time) =>
      Math.floor(bucket.burst - Math.max(0, drainOf(bucket, time) - time.getTime()) / bucket.intervalMs),
    askSecondsToWait: async (buckets, time) => {
      const already = secondsToWait(buckets, time);
      if (already > 0) return already;
      learn(
        await selectDrains(
          reads,
          buckets.map(({ key }) => key),
        ),
      );
      return secondsToWait(buckets, time);
    },
    learn,
    fail: (buckets, time) => {
      for (const bucket of buckets) {
        const { key, intervalMs, burst } = bucket;
        const drainMs = Math.max(drainOf(bucket, time), time.getTime()) + intervalMs;
        const readMs = known.get(key)?.readMs ?? 0;
        known.set(key, { drainMs: Math.min(drainMs, time.getTime() + intervalMs * burst), readMs });
        const before = counted.get(key);
        if (before) before.count += 1;
        else if (counted.size < writtenMax) counted.set(key, { ...bucket, count: 1 });
      }
      timer ??= setTimeout(flushQuietly, writeEveryMs).unref();
    },
    flush,
    stop: flushQuietly,
  };
};

/** Hashed, because client IDs come from anyone and may be long, and people's addresses are not stored. */
export const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');

/** IPv6 is counted by /64, which usually belongs to one machine; IPv4-mapped IPv6 counts as IPv4. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};
