import type { UsageRead } from '../../../../adapters/marketplace/port.ts';
import type { EndedAttempt } from './store.ts';

/** How long after an attempt its answer may still arrive and decide by itself. */
export const answerWaitMs = 15 * 60_000;

/** A marketplace's answers about rows before they are settled; nothing is shown or resent if it cannot be queried. */
export type AskedUsage = {
  /** What it shows for the day of the report, as of `askedAt`; null: nothing. */
  shown: UsageRead[] | null;
  askedAt: Date;
  /** Rows that were sent again unchanged, and how that ended. */
  resent: EndedAttempt[];
};

/** Midnight UTC at the start of the day. */
export const dayOf = (time: Date): Date => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);
