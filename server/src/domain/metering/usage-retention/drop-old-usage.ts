import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../kit/clock.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Log } from '../../../kit/log.ts';
import { startLoop } from '../../../kit/wake.ts';
import { type DropOutcome, dropMonth, findMonthsBefore, isLockTimeout, removeDropped } from './store.ts';

/** The first month that is kept: `months` whole months before the current one (UTC). */
export const firstKeptMonth = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);

/** Tries to have the tables alone: half a second apart, so for about ten seconds. */
const standardTries = 20;

type Retention = { database: Database; log: Log; months: number; tries?: number };

const tryMonth = async ({ database, tries = standardTries }: Retention, month: string): Promise<DropOutcome> => {
  try {
    return await database.system((statements) => dropMonth(statements, month, tries));
  } catch (error) {
    if (isLockTimeout(error)) return { outcome: 'BUSY' };
    throw error;
  }
};

const noteOutcome = (log: Log, month: string, answer: DropOutcome): void => {
  if (answer.outcome === 'HELD') {
    const organizations = answer.organizations.map((id) => encodeId('org', id));
    log.warn({ month, held: answer.held, organizations }, 'a month of usage is past its retention and not settled');
  } else log.info({ month, outcome: answer.outcome }, 'retention of usage');
};

/**
 * Drops every month of usage that is past its retention and settled. Any number of processes may run this: a month is
 * dropped by one of them, in one transaction. Returns what became of each month.
 */
export const dropOldUsage = async (
  retention: Retention,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<Map<string, DropOutcome>> => {
  const { database, log, months } = retention;
  const outcomes = new Map<string, DropOutcome>();
  // A process may have been killed between detaching a month and removing its tables.
  await database.system(removeDropped);
  for (const month of await database.system((statements) =>
    findMonthsBefore(statements, firstKeptMonth(now, months)),
  )) {
    if (isStopping()) break;
    const answer = await tryMonth(retention, month);
    noteOutcome(log, month, answer);
    outcomes.set(month, answer);
    if (answer.outcome === 'DROPPED') await database.system(removeDropped);
  }
  return outcomes;
};

const everyMs = 3_600_000;

/** Drops old usage every hour. Returns how to stop. */
export const startUsageRetention = (retention: Retention & { clock: Clock }): (() => Promise<void>) => {
  const { clock, log } = retention;
  const failed = (error: unknown): void => log.warn({ err: error }, 'old usage could not be dropped');
  const loop = startLoop({ everyMs, failed }, async (isStopping) => {
    await dropOldUsage(retention, clock.now(), isStopping);
    return false;
  });
  return () => loop.stop();
};
