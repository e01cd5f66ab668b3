import type { Entitlement } from '../entitlement.ts';

/** Kind of the `due` row of the notice that a term is about to end. Its entity is the entitlement's UUID. */
export const endSoonKind = 'entitlement.end_soon';

const dayMs = 86_400_000;
export const standardDays = 15;
export const earlyDays = 45;

type Ending = Pick<Entitlement, 'end_time' | 'entitlement_term_id' | 'end_soon_term_id' | 'info'>;

/**
 * When the end of the current term is announced: 15 days before it, or 45 if `info.alertDaysBeforeEnd` says so. Null if
 * the term has no end, or was announced already and does not end so much later now that it would be announced again.
 */
export const endSoonTimeOf = ({ end_time: end, info, ...terms }: Ending, now: Date): Date | null => {
  if (end === null || end <= now) return null;
  const days = info.alertDaysBeforeEnd === earlyDays ? earlyDays : standardDays;
  const time = new Date(end.getTime() - days * dayMs);
  return terms.end_soon_term_id === terms.entitlement_term_id && time <= now ? null : time;
};
