import type { Term } from '../entitlement.ts';
import { currentTerm } from '../term-sequence.ts';

/** The current term, ignoring parts of a divided commit; undefined if none has started or the last one has ended. */
export const termNow = (terms: readonly Term[], now: Date): Term | undefined => {
  const term = currentTerm(terms, now);
  return term && term.start_time <= now && (term.end_time === null || term.end_time > now) ? term : undefined;
};
