import type { Database } from '../db/database.ts';
import {
  type DropOutcome,
  dropMonth,
  type Family,
  findMonthsBefore,
  isLockTimeout,
  makeMonths,
  removeDropped,
} from '../db/months.ts';
import { eventDays } from '../db/outbox.ts';
import { lookAtClock } from '../db/steady-time.ts';
import type { Clock } from '../kit/clock.ts';
import { encodeId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop } from '../kit/wake.ts';

/** How long a family keeps its rows: whole months before the current one, or at least these days. */
export type Term = { months: number } | { days: number };

/** null: for ever. */
export type Retention = Record<Family, Term | null>;

/** The first month (UTC) that is kept. */
export const firstKeptMonth = (now: Date, term: Term): string => {
  const first = 'days' in term ? new Date(now.getTime() - term.days * 86_400_000) : now;
  const before = 'months' in term ? term.months : 0;
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - before, 1)).toISOString().slice(0, 10);
};

/** Tries to have the tables alone: half a second apart, so for about ten seconds. */
const standardTries = 20;

type Dropping = { database: Database; log: Log; tries?: number };

const tryMonth = async (
  { database, tries = standardTries }: Dropping,
  family: Family,
  month: string,
): Promise<DropOutcome> => {
  try {
    return await database.system((statements) => dropMonth(statements, { family, month, tries }));
  } catch (error) {
    if (isLockTimeout(error)) return { outcome: 'BUSY' };
    throw error;
  }
};

const noteOutcome = (log: Log, family: Family, month: string, answer: DropOutcome): void => {
  if (answer.outcome === 'HELD') {
    const organizations = answer.organizations.map((id) => encodeId('org', id));
    log.warn({ family, month, held: answer.held, organizations }, 'a month is past its retention and not settled');
  } else log.info({ family, month, outcome: answer.outcome }, 'retention');
};

/**
 * Drops every month of a family before `firstKept` that is settled. Any number of processes may run this: a month is dropped by one of
 * them, in one transaction. Returns the outcome of each month.
 */
export const dropOldMonths = async (
  dropping: Dropping,
  { family, firstKept }: { family: Family; firstKept: string },
  isStopping: () => boolean = () => false,
): Promise<Map<string, DropOutcome>> => {
  const { database, log } = dropping;
  const outcomes = new Map<string, DropOutcome>();
  // A process may have been killed between detaching a month and removing its tables.
  await database.system(removeDropped);
  for (const month of await database.system((statements) => findMonthsBefore(statements, family, firstKept))) {
    if (isStopping()) break;
    const answer = await tryMonth(dropping, family, month);
    noteOutcome(log, family, month, answer);
    outcomes.set(month, answer);
    if (answer.outcome === 'DROPPED') await database.system(removeDropped);
  }
  return outcomes;
};

/** The retention periods of the settings, in months. Events are kept for the days that clients have to read them. */
export const readRetention = (settings: Record<Exclude<Family, 'event'>, number | null>): Retention => {
  const term = (months: number | null): Term | null => (months === null ? null : { months });
  return {
    usage: term(settings.usage),
    call: term(settings.call),
    audit: term(settings.audit),
    operation: term(settings.operation),
    message: term(settings.message),
    event: { days: eventDays },
  };
};

const everyMs = 3_600_000;

/**
 * Business time as far as it is certain: without what the clock of this process is ahead of the deployment's steady time, so that neither a
 * process whose clock is ahead nor a clock of the database that jumped drops a month for good.
 */
export const certainTime = async (database: Database, clock: Clock): Promise<Date> => {
  const steady = await database.system(lookAtClock);
  const aheadMs = clock.wallNow().getTime() - steady.time.getTime();
  return new Date(clock.now().getTime() - Math.max(0, aheadMs));
};

/** Drops what is past its retention, every hour. */
export const startRetention = (dropping: Dropping & { clock: Clock; retention: Retention }): Loop => {
  const { clock, database, log, retention } = dropping;
  const failed = (error: unknown): void => log.warn({ err: error }, 'old months could not be dropped');
  return startLoop({ everyMs, failed }, async (isStopping) => {
    const now = await certainTime(database, clock);
    for (const [family, term] of Object.entries(retention) as [Family, Term | null][]) {
      if (term === null || isStopping()) continue;
      await dropOldMonths(dropping, { family, firstKept: firstKeptMonth(now, term) }, isStopping);
    }
    return false;
  });
};

const makeEveryMs = 6 * 3_600_000;

/** Makes the partitions of the coming months, now and every six hours. */
export const keepMonths = async ({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}): Promise<() => void> => {
  const make = async (): Promise<void> => {
    const missed = await makeMonths(database, clock.now());
    if (missed > 0) log.info({ missed }, 'partitions of coming months are created later: their tables are in use');
  };
  await make();
  const timer = setInterval(
    () => void make().catch((error) => log.warn({ err: error }, 'partitions could not be created')),
    makeEveryMs,
  ).unref();
  return () => clearInterval(timer);
};
