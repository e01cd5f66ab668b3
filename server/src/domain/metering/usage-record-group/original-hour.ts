import { type RawBuilder, sql } from 'kysely';

/**
 * The document `{"originalHour": …}` of the hour (UTC) of a time, such as 2026-03-01T07:00:00Z. Of immutable functions only: `to_char()` is
 * stable, and a distributed database refuses it in an UPDATE.
 */
export const originalHour = (time: RawBuilder<unknown>): RawBuilder<unknown> => {
  const part = (name: string, digits: number) =>
    sql`lpad(extract(${sql.raw(name)} from ${time} at time zone 'UTC')::text, ${sql.lit(digits)}, '0')`;
  return sql`('{"originalHour":"' || ${part('year', 4)} || '-' || ${part('month', 2)} || '-' || ${part('day', 2)} || 'T'
    || ${part('hour', 2)} || ':00:00Z"}')::jsonb`;
};
