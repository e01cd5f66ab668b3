import type { UsageWindow } from '../../../contract/marketplaces/facts.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import type { ReportKind } from './usage-record-report.ts';
import { dueTimeOf, plannedLimitOf } from './window.ts';

/** Waiting items of one entitlement: all of one dimension, term and hour. */
export type OpenHour = { dimension: string; termId: string; hour: Date; test: boolean };

export type MeteredTerm = {
  id: string;
  start: Date;
  end: Date | null;
  /** What the partner deduplicates an hour by (license, or product and customer); null: not yet known. */
  scope: string | null;
  /** Hours before it are submitted at once: the license has ended. */
  flushThrough: Date | null;
};

export type ClosingPolicy = {
  now: Date;
  settleMinutes: number;
  latePolicy: 'ROLL_FORWARD' | 'HOLD';
  mode: 'LIVE' | 'SHADOW';
  /** Usage of hours before it was submitted by another tool. */
  reportFrom: Date | null;
  suspended: boolean;
  /** The entitlement has ended: every hour that has begun is submitted at once. */
  ended: boolean;
  window: UsageWindow;
};

export type HeldCause =
  | 'SUSPENDED'
  | 'NO_LICENSE'
  | 'NO_TERM'
  | 'LATE_HOLD'
  | 'TOO_LARGE'
  | 'NO_PRICE'
  | 'INCLUDED_UNKNOWN';

/** What happens to one open hour. `SUBMIT`: it goes into the report row of `hour`; `MOVE`: it waits for that hour. */
export type HourDecision =
  | {
      does: 'SUBMIT';
      kind: ReportKind;
      term: MeteredTerm;
      scope: string;
      hour: Date;
      timestamp: Date;
      deadline: Date;
      /** The hour was submitted before; this usage is submitted separately. */
      again: boolean;
    }
  | { does: 'MOVE'; hour: Date }
  | { does: 'HOLD'; cause: HeldCause }
  | { does: 'INVALID'; cause: 'LATE' }
  | { does: 'WAIT' };

/** Returns whether an hour was already submitted. */
export type WasSubmitted = (kind: ReportKind, scope: string, dimension: string, hour: Date) => boolean;

/** Whole seconds, not before the agreement began, and within the hour. */
const timestampOf = (hour: Date, term: MeteredTerm): Date => {
  const start = Math.ceil(Math.max(hour.getTime(), term.start.getTime()) / 1000) * 1000;
  return new Date(Math.min(start, addHours(hour, 1).getTime() - 1000));
};

const isDue = (hour: Date, term: MeteredTerm, policy: ClosingPolicy): boolean =>
  (policy.ended && hour <= policy.now) ||
  (term.flushThrough !== null && hour < term.flushThrough) ||
  dueTimeOf(hour, policy.settleMinutes, policy.window) <= policy.now;

/**
 * The next hour after a submitted one, within the term and the billing month, that has not been submitted and is within
 * its planned limit; if there is none, the next one that is still accepted. Null: none.
 */
const nextFreeHour = (
  open: OpenHour,
  term: MeteredTerm,
  policy: ClosingPolicy,
  isSubmitted: (hour: Date) => boolean,
): Date | null => {
  const { window, now } = policy;
  const monthEnd = window.monthEndOf(open.hour);
  const end = term.end !== null && term.end < monthEnd ? term.end : monthEnd;
  let stillTaken: Date | null = null;
  for (let hour = addHours(open.hour, 1); hour < end; hour = addHours(hour, 1)) {
    if (isSubmitted(hour)) continue;
    const time = timestampOf(hour, term);
    if (plannedLimitOf(time, window) > now) return hour;
    if (stillTaken === null && window.deadlineOf(time) > now) stillTaken = hour;
  }
  return stillTaken;
};

/** Decides what happens to one open hour. What was submitted stays; late usage moves to a later hour, or is invalid. */
export const decideHour = (
  open: OpenHour,
  term: MeteredTerm | undefined,
  policy: ClosingPolicy,
  wasSubmitted: WasSubmitted,
): HourDecision => {
  if (!term) return { does: 'HOLD', cause: 'NO_TERM' };
  const isBeforeCutOver = policy.reportFrom !== null && open.hour < policy.reportFrom;
  const kind = open.test ? 'TEST' : policy.mode === 'SHADOW' || isBeforeCutOver ? 'SHADOW' : 'LIVE';
  const scope = term.scope ?? term.id;
  const isSubmitted = (hour: Date): boolean => wasSubmitted(kind, scope, open.dimension, hour);
  const isTooLate = policy.window.deadlineOf(timestampOf(open.hour, term)) <= policy.now;

  let { hour } = open;
  const again = isSubmitted(hour);
  if (again && kind === 'LIVE' && policy.latePolicy === 'HOLD') return { does: 'HOLD', cause: 'LATE_HOLD' };
  if (again && policy.window.late === 'NEXT_HOUR') {
    const next = nextFreeHour(open, term, policy, isSubmitted);
    if (next === null) return { does: 'INVALID', cause: 'LATE' };
    hour = next;
  } else if (kind === 'LIVE' && isTooLate) {
    return { does: 'INVALID', cause: 'LATE' };
  }

  if (!isDue(hour, term, policy)) return hour === open.hour ? { does: 'WAIT' } : { does: 'MOVE', hour };
  if (kind === 'LIVE' && policy.suspended) return { does: 'HOLD', cause: 'SUSPENDED' };
  if (kind === 'LIVE' && term.scope === null) return { does: 'HOLD', cause: 'NO_LICENSE' };
  const timestamp = timestampOf(hour, term);
  const deadline = policy.window.deadlineOf(timestamp);
  return { does: 'SUBMIT', kind, term, scope, hour, timestamp, deadline, again: again && hour === open.hour };
};

export type ClosedQuantity = { quantity: Decimal; carriedOut: Decimal };

/**
 * The whole number to submit and the fraction to carry, both exact: nothing is rounded away. A negative carry (from
 * earlier releases) is paid off before anything is submitted. Null: more than the partner accepts in one record.
 */
export const closeQuantity = (accepted: Decimal, carriedIn: Decimal, max: Decimal): ClosedQuantity | null => {
  const total = new Big(accepted).plus(carriedIn);
  const quantity = total.gt(0) ? total.round(0, Big.roundDown) : new Big(0);
  if (quantity.gt(max)) return null;
  return { quantity: quantity.toFixed(), carriedOut: total.minus(quantity).toFixed() };
};
