import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables.ts';

/** `held`: what must be settled first, {reason: how many}; `organizations` are the first ten of those that it belongs to. */
export type DropOutcome =
  | { outcome: 'DROPPED' | 'BUSY' }
  | { outcome: 'HELD'; held: Record<string, number>; organizations: string[] };

/** Months before `cutoff` that still have usage, oldest first: `YYYY-MM-DD`. */
export const findMonthsBefore = async (statements: Kysely<Tables>, cutoff: string): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select to_char(mos_usage_months_before(${cutoff}::date), 'YYYY-MM-DD') as month
  `.execute(statements);
  return [...new Set(rows.map(({ month }) => month))].sort();
};

const lockNotAvailable = '55P03';

/** Adding up a month of millions of groups takes minutes. */
const dropTimeout = '30min';

/**
 * Drops a month in this transaction, or says what holds it back. BUSY: another process is at it, or the tables were in use
 * all the time; the transaction has failed or changed nothing.
 */
export const dropMonth = async (statements: Kysely<Tables>, month: string, tries: number): Promise<DropOutcome> => {
  await sql`set local statement_timeout = ${sql.lit(dropTimeout)}`.execute(statements);
  const { rows } = await sql<{ answer: DropOutcome }>`
    select mos_drop_usage_month(${month}::date, ${tries}::int) as answer
  `.execute(statements);
  return rows[0]?.answer ?? { outcome: 'BUSY' };
};

export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === lockNotAvailable;

/** Removes the tables of months that were dropped. Waits for them only briefly. */
export const removeDropped = async (statements: Kysely<Tables>): Promise<number> => {
  await sql`set local lock_timeout = '1s'`.execute(statements);
  const { rows } = await sql<{ count: number }>`select mos_remove_dropped_usage() as count`.execute(statements);
  return rows[0]?.count ?? 0;
};
