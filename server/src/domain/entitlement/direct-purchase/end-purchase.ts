import type { ActCall } from '../../../contract/call.ts';
import type { WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { writeEntitlement } from '../change.ts';
import type { Entitlement, Term } from '../entitlement.ts';
import { entitlementTransitions } from '../states.ts';
import { findTerms } from '../term/store.ts';
import type { EntitlementView } from '../view.ts';

const laterOf = (left: Date, right: Date): Date => (left > right ? left : right);

/** A term that would last longer ends now; one that has not begun ends where it begins, and holds no hour. */
const cutTerm = (term: Term, now: Date): Term =>
  term.end_time !== null && term.end_time <= now ? term : { ...term, end_time: laterOf(now, term.start_time) };

/**
 * Ends a directly billed purchase now, with all of its terms. What is still to be charged or refunded follows from the
 * ends of the terms. Emits entitlement.cancelled.
 */
export const endPurchaseNow = async (
  call: ActCall,
  old: Entitlement,
  meta: WorkloadMetaInfo = old.meta_info,
): Promise<EntitlementView> => {
  const status = nextStatus('Entitlement', entitlementTransitions, 'endNow', old);
  const oldTerms = await findTerms(call.db, old.id);
  const terms = oldTerms.map((term) => cutTerm(term, call.now)).filter((term) => !oldTerms.includes(term));
  const next: Entitlement = {
    ...old,
    status,
    status_before: null,
    end_time: old.end_time && old.end_time <= call.now ? old.end_time : laterOf(call.now, old.start_time ?? call.now),
    meta_info: meta,
  };
  return writeEntitlement(call, old, next, { terms, oldTerms, events: ['entitlement.cancelled'] });
};
