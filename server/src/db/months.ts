import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { allowTime } from './response-time.ts';
import type { Tables } from './tables.ts';

/** The statements for tables with a partition for each month, of all organizations, as `mos_system`. */
type Statements = Kysely<Tables>;

/** Tables whose months are dropped together: `monthly_table.family`. */
export type Family = 'usage' | 'operation' | 'event' | 'message' | 'call' | 'audit';

/** `held`: what must be settled first, {reason: how many}; `organizations` are the first ten of those that it belongs to. */
export type DropOutcome =
  | { outcome: 'DROPPED' | 'BUSY' }
  | { outcome: 'HELD'; held: Record<string, number>; organizations: string[] };

/** This month and the next two: partitions are made long before the first row comes. */
const monthsMade = 3;

/**
 * Creates the partitions of all monthly tables for the months from `now` on, each in its own transaction; a row whose month has no
 * partition goes into the default one. Returns how many could not be created because their table was in use. The next call creates them.
 */
export const makeMonths = async (database: Database, now: Date): Promise<number> => {
  const { rows: missing } = await database.system((statements) =>
    sql<{ base: string; month: string }>`
      select m.base, to_char(m.month, 'YYYY-MM-DD') as month
      from mos_missing_months(${now.toISOString().slice(0, 10)}::date, ${monthsMade}::int) as m
    `.execute(statements),
  );
  const changed = new Set<string>();
  let inUse = 0;
  for (const { base, month } of missing) {
    const outcome = await database.system(async (statements) => {
      const { rows } = await sql<{ outcome: 'MADE' | 'NOT_NEEDED' | 'IN_USE' }>`
        select mos_make_month(${base}, ${month}::date) as outcome
      `.execute(statements);
      return rows[0]?.outcome;
    });
    if (outcome === 'MADE') changed.add(base);
    if (outcome === 'IN_USE') inUse += 1;
  }
  for (const base of changed)
    await database.system((statements) => sql`select mos_analyze_months(${base})`.execute(statements));
  return inUse;
};

/** Months before `cutoff` that still have rows of the family, oldest first: `YYYY-MM-DD`. */
export const findMonthsBefore = async (statements: Statements, family: Family, cutoff: string): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select to_char(mos_months_before(${family}, ${cutoff}::date), 'YYYY-MM-DD') as month
  `.execute(statements);
  return [...new Set(rows.map(({ month }) => month))].sort();
};

const lockNotAvailable = '55P03';

/** Adding up a month of millions of rows takes minutes. */
const dropMs = 30 * 60_000;

/**
 * Drops a month in this transaction, or returns the reason why it is kept. BUSY: another process is dropping it, or the tables were in use
 * all the time; the transaction has failed or changed nothing.
 */
export const dropMonth = async (
  statements: Statements,
  { family, month, tries }: { family: Family; month: string; tries: number },
): Promise<DropOutcome> => {
  await allowTime(statements, dropMs);
  const { rows } = await sql<{ answer: DropOutcome }>`
    select mos_drop_month(${family}, ${month}::date, ${tries}::int) as answer
  `.execute(statements);
  return rows[0]?.answer ?? { outcome: 'BUSY' };
};

export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === lockNotAvailable;

/** Removes the tables of months that were dropped. Waits for them only briefly. */
export const removeDropped = async (statements: Statements): Promise<number> => {
  await sql`set local lock_timeout = '1s'`.execute(statements);
  const { rows } = await sql<{ count: number }>`select mos_remove_dropped() as count`.execute(statements);
  return rows[0]?.count ?? 0;
};

/** Months that are past their retention and held back, by family and reason: one month counts for each of its reasons. */
export const readHeldMonths = async (
  statements: Statements,
): Promise<{ family: Family; reason: string; count: number }[]> => {
  const { rows } = await sql<{ family: Family; reason: string; count: number }>`
    select family, reason, count(*)::int as count from month_retention cross join lateral jsonb_object_keys(held) as reason
    where dropped_time is null group by family, reason
  `.execute(statements);
  return rows;
};
