import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The clock by which things grow old, of the whole deployment, as `mos_system`. */
type Statements = Kysely<Tables>;

/** Between two looks, which are a minute apart, a clock does not move further than this unless it was set, or nothing ran. */
const leap = sql`interval '1 hour'`;

/** How long a clock must have advanced steadily after a jump. */
const wait = sql`interval '1 day'`;

/**
 * The time by which old rows are deleted: the database's clock, as long as it advances steadily. After a jump it is the time before the jump,
 * until a day has been lived through. Before the first look it is the clock.
 */
export const steadyNow = sql<Date>`coalesce((
  select case when waited >= ${wait} and abs(extract(epoch from now() - seen_time)) <= extract(epoch from ${leap}) then now()
    else least(now(), steady_time) end
  from steady_clock), now())`;

/** How far the clock has moved since the last look. Differences of times and comparisons are all that a statement for shards may compute. */
const moved = sql`excluded.seen_time - steady_clock.seen_time`;

const waited = sql`case
  when ${moved} < -${leap} then interval '0'
  when ${moved} <= ${leap} then least(steady_clock.waited + greatest(${moved}, interval '0'), ${wait})
  when steady_clock.waited < ${wait} then steady_clock.waited
  else interval '0' end`;

/** `waitSeconds`: how long nothing is deleted yet; 0: the clock advances steadily. */
export type SteadyTime = { time: Date; waitSeconds: number };

/**
 * Looks at the clock of the database, and records what it was. What looks the same, a deployment that was off and a clock that was set ahead,
 * is treated the same: a day later both are taken for the truth. Time that is off does not count for the day, and does not begin it anew.
 */
export const lookAtClock = async (db: Statements): Promise<SteadyTime> => {
  const clock = await sql<{ now: Date }>`select now() as now`.execute(db);
  const now = clock.rows[0]?.now as Date;
  const { rows } = await sql<SteadyTime>`
    insert into steady_clock (seen_time, steady_time, waited) values (${now}, ${now}, ${wait})
    on conflict (one) do update set
      seen_time = excluded.seen_time, waited = ${waited},
      steady_time = case when ${waited} >= ${wait} then excluded.seen_time else least(steady_clock.steady_time, excluded.seen_time) end
    returning steady_time as time, extract(epoch from ${wait} - waited)::float8 as "waitSeconds"
  `.execute(db);
  return rows[0] as SteadyTime;
};

/** `steadyNow`, as a parameter for statements that delete: those are sent to shards, which compute no time of their own. */
export const readSteadyTime = async (db: Statements): Promise<Date> => {
  const { rows } = await sql<{ time: Date }>`select ${steadyNow} as time`.execute(db);
  return rows[0]?.time as Date;
};

/** For how many seconds nothing is deleted by its age. */
export const readWait = async (db: Statements): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${wait} - waited)::float8 as seconds from steady_clock
  `.execute(db);
  return rows[0]?.seconds ?? 0;
};
