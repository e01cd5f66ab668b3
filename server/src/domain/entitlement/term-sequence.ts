import type { AgreementStatus } from '../../adapters/marketplace/port.ts';
import { allows, nextStatus } from '../../kit/transitions.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { agreementIs, type EntitlementStatus, entitlementIs, entitlementTransitions } from './states.ts';

/**
 * Derives from the agreements of one purchase, whatever the order in which they were read: the kinds of its terms,
 * where a term ends because the next one begins, the current term, and the entitlement's status.
 */

/** The status at the partner, by agreement. */
export type Statuses = ReadonlyMap<string, AgreementStatus>;

const statusOf = (term: Term, statuses: Statuses): AgreementStatus | undefined =>
  statuses.get(term.external_entitlement_id ?? '');

/** Terms created by agreements, in chronological order; parts of a divided commit lie within them. */
const chain = (terms: readonly Term[]): Term[] =>
  terms
    .filter((term) => term.type !== 'DivideCommit')
    .sort((left, right) => left.start_time.getTime() - right.start_time.getTime() || (left.id < right.id ? -1 : 1));

const typeOf = (term: Term, before: Term | undefined, statuses: Statuses, isNew: boolean): Term['type'] => {
  if (!before) return 'Signup';
  if (term.type === 'QuantityChange') return term.type;
  const renewal = before.entitlement_info.autoRenew ? 'AutoRenew' : 'ManualRenew';
  const reported = statusOf(before, statuses);
  if (agreementIs.renewed(reported)) return renewal;
  if (agreementIs.succeeded(reported)) return 'PlanChange';
  if (!isNew && term.type !== 'Signup') return term.type;
  return before.end_time !== null && term.start_time >= before.end_time ? renewal : 'PlanChange';
};

/** The terms with their kinds, each cut off where the next one begins. `added` is the id of the new term. */
export const arrangeTerms = (terms: readonly Term[], statuses: Statuses, added: string | null): Term[] => {
  const ordered = chain(terms);
  const typed = ordered.map((term, index) => ({
    ...term,
    type: typeOf(term, ordered[index - 1], statuses, term.id === added),
  }));
  return typed.map((term, index) => {
    const next = typed[index + 1]?.start_time;
    return next !== undefined && (term.end_time === null || term.end_time > next) ? { ...term, end_time: next } : term;
  });
};

/** The latest term that has begun, or the first term if none has begun. */
export const currentTerm = (terms: readonly Term[], now: Date): Term | undefined => {
  const ordered = chain(terms);
  return ordered.findLast((term) => term.start_time <= now) ?? ordered[0];
};

/** An entitlement's status, and the status in which a cancellation in progress began. */
export type EntitlementStatuses = Pick<Entitlement, 'status' | 'status_before'>;

/**
 * The transition caused by the latest agreement. If it was superseded by an agreement that was not read yet, it can
 * only start the entitlement. `before` is the agreement's previous status.
 */
const moveOf = (
  terms: readonly Term[],
  statuses: Statuses,
  { status, before, now }: { status: EntitlementStatus; before: AgreementStatus | null; now: Date },
): keyof typeof entitlementTransitions | undefined => {
  const ordered = chain(terms);
  const youngest = ordered.at(-1);
  if (!youngest) return undefined;
  const reported = statusOf(youngest, statuses);
  if (agreementIs.ended(reported)) return 'end';
  const hasBegun = ordered.some((term) => term.start_time <= now);
  const isSucceeded = agreementIs.succeeded(reported);
  if ((!isSucceeded && !agreementIs.inForce(reported)) || !hasBegun) return undefined;
  if (isSucceeded || entitlementIs.waiting(status)) return 'start';
  if (entitlementIs.ended(status)) return 'revive';
  if (agreementIs.ending(reported)) return 'cancel';
  if (entitlementIs.cancelling(status)) return agreementIs.ending(before) ? 'cancelRefused' : undefined;
  return agreementIs.suspended(reported) ? 'suspend' : 'reinstate';
};

/** A late read may have missed several transitions. */
const movesMax = 3;

/**
 * The entitlement's standing after a read. Transitions that its status does not allow are skipped. `before` is the
 * status of the agreement at its previous read.
 */
export const statusesAfter = (
  terms: readonly Term[],
  statuses: Statuses,
  old: EntitlementStatuses,
  { before, now }: { before: AgreementStatus | null; now: Date },
): EntitlementStatuses => {
  let { status, status_before } = old;
  for (let moves = 0; moves < movesMax; moves += 1) {
    const move = moveOf(terms, statuses, { status, before, now });
    if (!move || !allows(entitlementTransitions, move, status)) break;
    const next = nextStatus('Entitlement', entitlementTransitions, move, { status, status_before });
    if (next === status) break;
    status_before = entitlementIs.cancelling(next) ? status : null;
    status = next;
  }
  return { status, status_before };
};
