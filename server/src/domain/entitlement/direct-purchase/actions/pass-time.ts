import type { ActCall } from '../../../../contract/call.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { scheduledTimeOf } from '../../cancellation/schedule.ts';
import { changeEntitlement, writeEntitlement } from '../../change.ts';
import type { Entitlement, Term } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { directPartners } from '../direct-purchase.ts';
import { endPurchase } from '../end-purchase.ts';
import { nextTerm } from '../next-term.ts';

const lockDirect = async (call: ActCall, id: string): Promise<Entitlement | undefined> => {
  const entitlement = await lockEntitlement(call.db, id);
  return entitlement && directPartners.includes(entitlement.partner) ? entitlement : undefined;
};

/** Starts a direct purchase whose start has come. Emits entitlement.started. */
export const startDirectPurchase = async (
  call: ActCall,
  { entitlementId }: { entitlementId: string },
): Promise<void> => {
  const old = await lockDirect(call, entitlementId);
  if (!old?.start_time || old.start_time > call.now) return;
  if (!allows(entitlementTransitions, 'start', old.status)) return;
  const status = nextStatus('Entitlement', entitlementTransitions, 'start', old);
  await changeEntitlement(call, old, { status, status_before: null }, 'entitlement.started');
};

/** Whether a term is followed by another one: it renews itself, and nothing else was scheduled. */
const renews = (old: Entitlement): boolean =>
  old.info.autoRenew === true &&
  allows(entitlementTransitions, 'renew', old.status) &&
  !(old.end_time && (scheduledTimeOf(old)?.getTime() ?? Number.POSITIVE_INFINITY) <= old.end_time.getTime());

const lastTerm = (terms: readonly Term[], { entitlement_term_id: id }: Entitlement): Term | undefined =>
  terms.find((term) => term.id === id && term.type !== 'DivideCommit') ??
  terms.findLast((term) => term.type !== 'DivideCommit');

/**
 * Handles the end of a term of a direct purchase: the next term begins if it renews itself, otherwise it ends. After a
 * long pause each term that has passed has its turn, and a cancellation that was scheduled for before the end counts. Emits entitlement.renewed or entitlement.cancelled.
 */
export const endDirectPurchase = async (call: ActCall, { entitlementId }: { entitlementId: string }): Promise<void> => {
  const old = await lockDirect(call, entitlementId);
  if (!old?.end_time || old.end_time > call.now) return;
  const oldTerms = renews(old) ? await findTerms(call.db, old.id) : [];
  const last = lastTerm(oldTerms, old);
  if (last) {
    const term = nextTerm(call, old, { ...last, end_time: old.end_time });
    const status = nextStatus('Entitlement', entitlementTransitions, 'renew', old);
    const next: Entitlement = { ...old, status, entitlement_term_id: term.id, end_time: term.end_time };
    await writeEntitlement(call, old, next, { terms: [term], oldTerms, events: ['entitlement.renewed'] });
    return;
  }
  if (!allows(entitlementTransitions, 'end', old.status)) return;
  const scheduled = scheduledTimeOf(old);
  if (scheduled && scheduled < old.end_time && allows(entitlementTransitions, 'endNow', old.status)) {
    await endPurchase(call, old, { at: scheduled });
    return;
  }
  const status = nextStatus('Entitlement', entitlementTransitions, 'end', old);
  await changeEntitlement(call, old, { status, status_before: null }, 'entitlement.cancelled');
};
