import { sql } from 'kysely';
import type { Statements } from './store.ts';

interface AuthThrottleTable {
  key: string;
  drain_time: Date;
  clear_time: Date;
  width: string;
}

declare module '../db/tables.ts' {
  interface Tables {
    auth_throttle: AuthThrottleTable;
  }
}

/** A leaky bucket: it is full at `burst` drops, and one leaks out in each interval. */
export type Bucket = { key: string; intervalMs: number; burst: number };

/**
 * A bucket that was filled with a clock that is ahead by no more than this is full; otherwise it counts as empty, so that a clock
 * that is wrong by days does not lock anybody out.
 */
export const aheadMsMax = 3_600_000;
const aheadMax = sql`${aheadMsMax} * interval '1 millisecond'`;

/** When each bucket will be empty, in milliseconds since 1970; empty buckets are absent. */
export type Drains = Readonly<Record<string, number>>;

/** The select list of a statement over `auth_throttle` that returns `Drains`. */
export const drainsOf = sql<Drains>`coalesce(jsonb_object_agg(key, floor(extract(epoch from drain_time) * 1000)::bigint), '{}')`;

export const selectDrains = async (reads: Statements, keys: readonly string[]): Promise<Drains> => {
  const { rows } = await sql<{ drains: Drains }>`
    select ${drainsOf} as drains from auth_throttle where key = any(${keys}::text[])
  `.execute(reads);
  return rows[0]?.drains ?? {};
};

/**
 * Adds failures to buckets in one statement, and returns their new state. A full bucket accepts no more. Buckets are
 * updated in the order of their keys, so that replicas never deadlock.
 */
export const recordFailures = async (
  system: Statements,
  failures: readonly (Bucket & { count: number })[],
  now: Date,
): Promise<Drains> => {
  const sorted = failures.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  // A bucket that takes longer to drain than its width was filled with a clock that was ahead: `drained` makes it full.
  const before = sql`case when bucket.drain_time > ${now}::timestamptz + excluded.width + ${aheadMax}
    then ${now}::timestamptz else bucket.drain_time end`;
  const drained = sql`least(greatest(${before}, ${now}) + (excluded.drain_time - ${now}::timestamptz),
    ${now}::timestamptz + excluded.width)`;
  const { rows } = await sql<{ drains: Drains }>`
    with filled as (
      insert into auth_throttle as bucket (key, drain_time, clear_time, width)
      select key, ${now}::timestamptz + pace * count, ${now}::timestamptz + pace * (count - burst + 1), pace * burst
      from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ intervalMs }) => intervalMs)}::int[],
        ${sorted.map(({ burst }) => burst)}::int[], ${sorted.map(({ count, burst }) => Math.min(count, burst))}::int[])
        as failed (key, interval_ms, burst, count),
        lateral (select failed.interval_ms * interval '1 millisecond') as paced (pace)
      on conflict (key) do update set
        drain_time = ${drained},
        clear_time = ${drained} - (excluded.drain_time - excluded.clear_time)
      returning key, drain_time
    )
    select ${drainsOf} as drains from filled
  `.execute(system);
  return rows[0]?.drains ?? {};
};

/** Removes the buckets that are empty, and those that count as empty because they were filled with a clock that was far ahead. */
export const purgeThrottle = async (system: Statements, now: Date): Promise<void> => {
  await sql`
    delete from auth_throttle where drain_time < ${now} or drain_time > ${now}::timestamptz + 2 * ${aheadMax}
  `.execute(system);
};
