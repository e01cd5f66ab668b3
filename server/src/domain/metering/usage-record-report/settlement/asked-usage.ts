import type { UsageRead } from '../../../../adapters/marketplace/port.ts';
import type { EndedAttempt } from './store.ts';

/** So long after an attempt its answer may still come in and decide by itself. */
export const answerWaitMs = 15 * 60_000;

/** What a marketplace said of rows before they are settled. Where it cannot be asked both are empty. */
export type AskedUsage = {
  /** What it shows of the day of the report, as of `askedAt`; null: it shows none. */
  shown: UsageRead[] | null;
  askedAt: Date;
  /** Rows that were sent again, as they were, and how that ended. */
  resent: EndedAttempt[];
};

/** Midnight UTC at the beginning of the day. */
export const dayOf = (time: Date): Date => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);
