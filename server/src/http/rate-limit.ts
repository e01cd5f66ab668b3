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

const createBuckets = ({ perSecond, burst }: NonNullable<RateLimit>, nowMs: () => number) => {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxBuckets });
  /** `cost`: tokens that are taken if there is one; 0: it is only looked at. */
  return (caller: string, cost: 0 | 1): RateDecision => {
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= cost;
    if (cost > 0) buckets.set(caller, bucket);
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

/**
 * A token bucket for each caller of this process. It protects the service and is not a quota. `nowMs` is monotonic wall
 * time.
 */
export const createRateLimiter = (limit: RateLimit, nowMs: () => number): ((caller: string) => RateDecision) => {
  if (!limit) return () => ({ allowed: true, headers: {} });
  const take = createBuckets(limit, nowMs);
  return (caller) => take(caller, 1);
};

/** A limit of what is refused: a caller whose requests are accepted is never limited. */
export type RefusalLimit = { look(caller: string): RateDecision; count(caller: string): void };

/** As `createRateLimiter`, of requests that turn out to be refused. */
export const createRefusalLimit = (limit: RateLimit, nowMs: () => number): RefusalLimit => {
  if (!limit) return { look: () => ({ allowed: true, headers: {} }), count: () => {} };
  const take = createBuckets(limit, nowMs);
  return { look: (caller) => take(caller, 0), count: (caller) => void take(caller, 1) };
};
