import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../kit/log.ts';

export type DatabaseWait = {
  seconds: number;
  log: Pick<Log, 'info' | 'warn'>;
  /** Ends the wait with an error. */
  stopping?: AbortSignal | undefined;
};

/**
 * Codes of Node and PostgreSQL for a server that is not up yet, is starting, or has no connection left. A wrong password or a
 * database that does not exist is not among them: waiting does not help.
 */
const notYetCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '53300',
  '57P01',
  '57P03',
]);

/** A server that accepts connections but does not answer is not up yet either. */
const ask = { text: 'select 1', query_timeout: 5000 };

type Failure = Error & { code?: string };

/** `pg` has no code for these; class 08 is what a pooler says when it does not reach its server. */
const isNotYet = ({ code = '', message }: Failure): boolean =>
  notYetCodes.has(code) || code.startsWith('08') || /timeout|Connection terminated/i.test(message);

const shortestPauseMs = 100;
const longestPauseMs = 2000;
const saidEveryMs = 10_000;

/**
 * Waits until PostgreSQL answers, and logs what it waits for. Throws the last error, with `waitedSeconds`, if it does not answer in time, and at once if
 * waiting would not help. An attempt that gets no answer takes as long as the pool lets it, so it may end a little later.
 */
export const waitForPostgres = async (pool: pg.Pool, { seconds, log, stopping }: DatabaseWait): Promise<void> => {
  const began = performance.now();
  const until = began + seconds * 1000;
  let saidAt = Number.NEGATIVE_INFINITY;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await pool.query(ask);
      if (saidAt > 0) log.info({}, 'PostgreSQL answers');
      return;
    } catch (error) {
      const now = performance.now();
      const leftMs = until - now;
      const failure = error as Failure;
      if (!isNotYet(failure)) throw error;
      if (leftMs <= 0) throw Object.assign(failure, { waitedSeconds: seconds });
      if (now - saidAt >= saidEveryMs) {
        saidAt = now;
        const reason = failure.code ?? failure.message;
        const secondsLeft = Math.ceil(leftMs / 1000);
        log.warn({ reason, secondsLeft }, 'waiting for the PostgreSQL of DATABASE_URL, which does not answer yet');
      }
      await sleep(Math.min(pauseMs, leftMs), undefined, stopping && { signal: stopping }).catch(() => {
        throw new Error('Stopped while waiting for the PostgreSQL of DATABASE_URL.');
      });
    }
  }
};
