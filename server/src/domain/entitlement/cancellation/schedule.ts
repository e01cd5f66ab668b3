import { isMarketplace } from '../../../contract/marketplaces/marketplaces.ts';
import { parseTime } from '../../../kit/time.ts';
import type { Entitlement } from '../entitlement.ts';

/** Kind of the `due` row of a scheduled cancellation. Its entity is the entitlement's UUID. */
export const scheduledKind = 'entitlement.cancel';

/**
 * A subscription at a marketplace renews itself at its end, which is given as a day. It is ended this long before, which
 * leaves time to repeat a request that is not answered.
 */
const leadMs = 6 * 3_600_000;

type Scheduled = Pick<Entitlement, 'partner' | 'meta_info'>;

/** The time that a schedule names, as it is stored; null without a schedule, and for one that never waits. */
const scheduledDateOf = ({ meta_info: meta }: Pick<Entitlement, 'meta_info'>): Date | null => {
  const { type, cancelDate } = meta.entitlementCancellationSchedule ?? {};
  return type === 'Immediate' || typeof cancelDate !== 'string' ? null : parseTime(cancelDate);
};

/** When a scheduled cancellation begins; null if nothing waits. */
export const scheduledTimeOf = (entitlement: Scheduled): Date | null => {
  const date = scheduledDateOf(entitlement);
  const isEarly =
    entitlement.meta_info.entitlementCancellationSchedule?.type === 'EndOfTerm' && isMarketplace(entitlement.partner);
  return date && new Date(date.getTime() - (isEarly ? leadMs : 0));
};

/**
 * A cancellation at the end of the term moves with this end. It does not move to another term: if the term was renewed
 * all the same, the cancellation is overdue, and is not postponed to the end of the next term.
 */
export const scheduleAfter = (old: Entitlement, next: Entitlement): Partial<Entitlement> => {
  const schedule = next.meta_info.entitlementCancellationSchedule;
  const isMoved =
    schedule?.type === 'EndOfTerm' &&
    next.end_time !== null &&
    old.end_time?.getTime() !== next.end_time.getTime() &&
    old.entitlement_term_id === next.entitlement_term_id;
  if (!isMoved) return {};
  const cancelDate = (next.end_time as Date).toISOString();
  return { meta_info: { ...next.meta_info, entitlementCancellationSchedule: { ...schedule, cancelDate } } };
};
