import type { AgreementStatus } from '../../adapters/marketplace/port.ts';
import { allows, nextStatus } from '../../kit/transitions.ts';
import type { Term } from './entitlement.ts';
import { type EntitlementStatus, entitlementTransitions } from './states.ts';

/**
 * What follows from the agreements of one purchase, whatever the order in which they were read: the kinds of its terms,
 * where one ends because the next begins, which one is current, and the entitlement's status.
 */

type Course = 'WAITING' | 'IN_FORCE' | 'ENDED' | 'SUCCEEDED';

const courses = {
  PENDING: 'WAITING',
  ACTIVE: 'IN_FORCE',
  SUSPENDED: 'IN_FORCE',
  ENDING: 'IN_FORCE',
  CANCELLED: 'ENDED',
  TERMINATED: 'ENDED',
  EXPIRED: 'ENDED',
  ROLLED_BACK: 'ENDED',
  ARCHIVED: 'ENDED',
  RENEWED: 'SUCCEEDED',
  REPLACED: 'SUCCEEDED',
  SUPERSEDED: 'SUCCEEDED',
} as const satisfies Record<AgreementStatus, Course>;

export const courseOf = (status: string): Course | undefined =>
  Object.hasOwn(courses, status) ? courses[status as AgreementStatus] : undefined;

/** Of each agreement its status at the partner. */
export type Statuses = ReadonlyMap<string, string>;

const statusOf = (term: Term, statuses: Statuses): string => statuses.get(term.external_entitlement_id ?? '') ?? '';

/** Terms that agreements made, in the order of time; shares of a divided commit lie within them. */
const chain = (terms: readonly Term[]): Term[] =>
  terms
    .filter((term) => term.type !== 'DivideCommit')
    .sort((left, right) => left.start_time.getTime() - right.start_time.getTime() || (left.id < right.id ? -1 : 1));

const typeOf = (term: Term, before: Term | undefined, statuses: Statuses, isNew: boolean): Term['type'] => {
  if (!before) return 'Signup';
  if (term.type === 'QuantityChange') return term.type;
  const renewal = before.entitlement_info.autoRenew ? 'AutoRenew' : 'ManualRenew';
  const told = statusOf(before, statuses);
  if (told === 'RENEWED') return renewal;
  if (told === 'REPLACED' || told === 'SUPERSEDED') return 'PlanChange';
  if (!isNew && term.type !== 'Signup') return term.type;
  return before.end_time !== null && term.start_time >= before.end_time ? renewal : 'PlanChange';
};

/** The terms with their kinds, each ending where the next begins at the latest. `added` is the id of the new one. */
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

/** The youngest term that has begun; before the first one begins, that. */
export const currentTerm = (terms: readonly Term[], now: Date): Term | undefined => {
  const ordered = chain(terms);
  return ordered.findLast((term) => term.start_time <= now) ?? ordered[0];
};

/** Which move the youngest agreement makes; one whose successor was not read yet only starts. */
const moveOf = (
  terms: readonly Term[],
  statuses: Statuses,
  status: EntitlementStatus,
  now: Date,
): keyof typeof entitlementTransitions | undefined => {
  const ordered = chain(terms);
  const youngest = ordered.at(-1);
  if (!youngest) return undefined;
  const course = courseOf(statusOf(youngest, statuses));
  if (course === 'ENDED') return 'end';
  const hasBegun = ordered.some((term) => term.start_time <= now);
  if (course === undefined || !hasBegun) return undefined;
  if (course === 'SUCCEEDED') return 'start';
  if (status === 'CANCELLED') return 'revive';
  return status === 'SUSPENDED' ? 'reinstate' : 'start';
};

/** The entitlement's status after a read. A move that its status does not allow is not made. */
export const statusAfter = (
  terms: readonly Term[],
  statuses: Statuses,
  status: EntitlementStatus,
  now: Date,
): EntitlementStatus => {
  const move = moveOf(terms, statuses, status, now);
  return move && allows(entitlementTransitions, move, status)
    ? nextStatus('Entitlement', entitlementTransitions, move, status)
    : status;
};
