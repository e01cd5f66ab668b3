import type { AgreementStatus } from '../../adapters/marketplace/port.ts';
import { allows, nextStatus } from '../../kit/transitions.ts';
import type { Entitlement, Term } from './entitlement.ts';
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

/** Where an entitlement stands, and where a cancellation that is under way began. */
export type Standing = Pick<Entitlement, 'status' | 'status_before'>;

/** Which move the youngest agreement makes; one whose successor was not read yet only starts. `before`: what it was last. */
const moveOf = (
  terms: readonly Term[],
  statuses: Statuses,
  { status, before, now }: { status: EntitlementStatus; before: string | null; now: Date },
): keyof typeof entitlementTransitions | undefined => {
  const ordered = chain(terms);
  const youngest = ordered.at(-1);
  if (!youngest) return undefined;
  const told = statusOf(youngest, statuses);
  const course = courseOf(told);
  if (course === 'ENDED') return 'end';
  const hasBegun = ordered.some((term) => term.start_time <= now);
  if (course === undefined || course === 'WAITING' || !hasBegun) return undefined;
  if (course === 'SUCCEEDED' || status === 'PENDING_START') return 'start';
  if (status === 'CANCELLED') return 'revive';
  if (told === 'ENDING') return 'cancel';
  if (status === 'PENDING_CANCEL') return before === 'ENDING' ? 'cancelRefused' : undefined;
  return told === 'SUSPENDED' ? 'suspend' : 'reinstate';
};

/** One that is met late may have gone several ways at once. */
const movesMax = 3;

/**
 * Where the entitlement stands after a read. A move that its status does not allow is not made. `before` is the status that
 * the read agreement had at its last read.
 */
export const standingAfter = (
  terms: readonly Term[],
  statuses: Statuses,
  old: Standing,
  { before, now }: { before: string | null; now: Date },
): Standing => {
  let { status, status_before } = old;
  for (let moves = 0; moves < movesMax; moves += 1) {
    const move = moveOf(terms, statuses, { status, before, now });
    if (!move || !allows(entitlementTransitions, move, status)) break;
    const next = nextStatus('Entitlement', entitlementTransitions, move, { status, status_before });
    if (next === status) break;
    status_before = next === 'PENDING_CANCEL' ? status : null;
    status = next;
  }
  return { status, status_before };
};

/** Whether what is left of an agreement's usage has to be told at once: it is over, or another one goes on. */
export const isOver = (status: string): boolean => {
  const course = courseOf(status);
  return course === 'ENDED' || course === 'SUCCEEDED';
};
