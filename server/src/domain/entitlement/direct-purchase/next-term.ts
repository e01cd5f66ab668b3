import type { ActCall } from '../../../contract/call.ts';
import { decimalFromJson } from '../../../kit/decimal.ts';
import { addMonths, wholeMonths } from '../../../kit/months.ts';
import type { Entitlement, Term } from '../entitlement.ts';

/** The shortest term that another one follows: one of a moment would be followed by endlessly many. */
export const renewedTermMs = 86_400_000;

/**
 * The end of the term that follows: as many months later as the term had, counted from the first start, so that a term
 * from the 31st does not drift to the 28th. A term that is not a whole number of months is followed by one that lasts
 * exactly as long, or a day. All in UTC, where days have 24 hours.
 */
const nextEnd = (firstStart: Date, { start, end }: { start: Date; end: Date }): Date => {
  const before = wholeMonths(firstStart, start);
  const after = wholeMonths(firstStart, end);
  return before === null || after === null || after === before
    ? new Date(end.getTime() + Math.max(renewedTermMs, end.getTime() - start.getTime()))
    : addMonths(firstStart, after + (after - before));
};

/** The term that follows the one that ends: the same purchase again, with nothing used of it. */
export const nextTerm = (call: ActCall, { info, start_time: firstStart }: Entitlement, last: Term): Term => {
  const start = last.end_time ?? call.now;
  return {
    ...last,
    id: call.newId(),
    type: 'AutoRenew',
    start_time: start,
    end_time: nextEnd(firstStart ?? last.start_time, { start: last.start_time, end: start }),
    commit_amount: decimalFromJson(info.commitAmount ?? 0) ?? '0',
    used_commit_amount: '0',
    credit_amount: '0',
    used_credit_amount: '0',
    reported_amount: '0',
    divided_amount: '0',
    info: {},
    entitlement_info: info,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
};
