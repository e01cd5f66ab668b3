import { type Kysely, sql } from 'kysely';
import type { Statement } from './bounded-rows.ts';
import type { Tables } from './tables.ts';

/**
 * A live server answers each statement within its `statement_timeout`, which is at most ten seconds in this service. A connection without
 * an answer for that long is dead: the machine is gone, or something in between dropped the connection silently. The operating system would
 * wait for minutes, or forever.
 */
export const responseMs = 20_000;

/** The time that a transaction has given to its statements; absent: the time of the pool. */
export type ResponseTime = { extraMs?: number | undefined };

const times = new WeakMap<Kysely<Tables>, ResponseTime>();

/** Remembers where the time of a connection is kept. */
export const rememberTime = (statements: Kysely<Tables>, time: ResponseTime): void => void times.set(statements, time);

/** Allows the statements of this transaction this much time, and extends the wait for their answers equally. */
export const allowTime = async (statements: Kysely<Tables>, ms: number): Promise<void> => {
  await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(statements);
  const time = times.get(statements);
  if (time) time.extraMs = ms;
};

/** The statement, as it is sent where its transaction has more time. */
export const withTime = <S extends Partial<Statement>>(statement: S, { extraMs }: ResponseTime): S =>
  extraMs === undefined ? statement : { ...statement, query_timeout: responseMs + extraMs };

/** Whether `pg` waited for an answer in vain. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
