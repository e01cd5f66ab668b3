import { LRUCache } from 'lru-cache';

/** Tokens per second and bucket size; null disables the limit. */
export type RateLimit = { perSecond: number; burst: number } | null;

export type RateDecision = {
  allowed: boolean;
  headers: Record<string, string>;
  /** Absent if there is no limit. */
  use?: { limit: number; used: number };
};

const maxBuckets = 20_000;

/**
 * A token bucket for each caller of this process. It protects the service and is not a quota. `nowMs` is monotonic wall
 * time.
 */
export const createRateLimiter = (limit: RateLimit, nowMs: () => number): ((caller: string) => RateDecision) => {
  if (!limit) return () => ({ allowed: true, headers: {} });
  const { perSecond, burst } = limit;
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxBuckets });
  return (caller) => {
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    buckets.set(caller, bucket);
    const untilFull = Math.ceil((burst - bucket.tokens) / perSecond);
    return {
      allowed,
      use: { limit: burst, used: Math.ceil(burst - bucket.tokens) },
      headers: {
        'ratelimit-limit': String(burst),
        'ratelimit-remaining': String(Math.floor(bucket.tokens)),
        'ratelimit-reset': String(untilFull),
        ...(allowed ? {} : { 'retry-after': String(Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))) }),
      },
    };
  };
};
