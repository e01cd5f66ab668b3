import type { ActCall } from '../../../contract/call.ts';
import type { WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { writeEntitlement } from '../change.ts';
import type { Entitlement, Term } from '../entitlement.ts';
import { entitlementTransitions } from '../states.ts';
import { findTerms } from '../term/store.ts';
import type { EntitlementView } from '../view.ts';

const laterOf = (left: Date, right: Date): Date => (left > right ? left : right);

/** A term that would last longer ends then; one that has not begun ends where it begins, and holds no hour. */
const cutTerm = (term: Term, time: Date): Term =>
  term.end_time !== null && term.end_time <= time ? term : { ...term, end_time: laterOf(time, term.start_time) };

/**
 * Ends a directly billed purchase with all of its terms: now, or at the time for which its end was scheduled, however
 * late that is noticed. What is still to be charged or refunded follows from the ends of the terms. Emits
 * entitlement.cancelled.
 */
export const endPurchase = async (
  call: ActCall,
  old: Entitlement,
  { meta = old.meta_info, at = call.now }: { meta?: WorkloadMetaInfo | undefined; at?: Date | undefined } = {},
): Promise<EntitlementView> => {
  const status = nextStatus('Entitlement', entitlementTransitions, 'endNow', old);
  const oldTerms = await findTerms(call.db, old.id);
  const terms = oldTerms.map((term) => cutTerm(term, at)).filter((term) => !oldTerms.includes(term));
  const next: Entitlement = {
    ...old,
    status,
    status_before: null,
    end_time: old.end_time && old.end_time <= at ? old.end_time : laterOf(at, old.start_time ?? at),
    meta_info: meta,
  };
  return writeEntitlement(call, old, next, { terms, oldTerms, events: ['entitlement.cancelled'] });
};
