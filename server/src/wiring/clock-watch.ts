import type { Database } from '../db/database.ts';
import { readClockAhead } from '../db/operating.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';

/** A clock that is further off than this is a fault of the machine. */
const aheadMaxSeconds = 5;

/** Further off, and partners refuse signatures, and hours of usage close too early or too late. */
const problemSeconds = 60;

const everyMs = 5 * 60_000;

export type ClockWatch = {
  /** Compares the clocks now, and logs what is wrong. */
  look(): Promise<void>;
  /** What people should know of the clock, as of the last look. */
  problem(): string | undefined;
  /** Looks now and every five minutes, until the returned function is called. */
  start(): Promise<() => void>;
};

const amount = (seconds: number): string => `${Math.abs(seconds)} seconds`;

/**
 * Watches this process's clock: against the database's, and against the time that has passed in the process. The latter is all there is where the database
 * is embedded, as it has the same clock.
 */
export const createClockWatch = ({
  database,
  clock,
  log,
  passedMs = () => performance.now(),
}: {
  database: Pick<Database, 'system'>;
  clock: Pick<Clock, 'wallNow'>;
  log: Log;
  /** A clock that is never set. */
  passedMs?: () => number;
}): ClockWatch => {
  let problem: string | undefined;
  const offset = (): number => clock.wallNow().getTime() - passedMs();
  let known = offset();

  const look = async (): Promise<void> => {
    const moved = Math.round((offset() - known) / 1000);
    known = offset();
    if (Math.abs(moved) > problemSeconds) {
      const message = `the clock of this machine was set ${moved > 0 ? 'forward' : 'back'} by ${amount(moved)} while the service ran, or the machine was suspended`;
      log.warn({ clockMovedSeconds: moved }, message);
    }
    const seconds = Math.round(await database.system((db) => readClockAhead(db, clock.wallNow)));
    const difference = `${amount(seconds)} ${seconds > 0 ? 'ahead of' : 'behind'} the database's`;
    if (Math.abs(seconds) > aheadMaxSeconds) {
      const message = `the clock of this machine is ${difference}: synchronize the clocks of all machines`;
      log.warn({ clockAheadSeconds: seconds }, message);
    }
    problem =
      Math.abs(seconds) > problemSeconds
        ? `The clock of this machine is ${difference}: synchronize the clocks of all machines.`
        : undefined;
  };

  return {
    look,
    problem: () => problem,
    start: async () => {
      await look();
      const failed = (error: unknown): void => log.warn({ err: error }, 'the clocks could not be compared');
      const timer = setInterval(() => void look().catch(failed), everyMs).unref();
      return () => clearInterval(timer);
    },
  };
};
