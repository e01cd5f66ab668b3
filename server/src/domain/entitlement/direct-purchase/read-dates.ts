import type { Fault } from '../../../kit/errors.ts';
import { addMonths } from '../../../kit/months.ts';
import { parseTime } from '../../../kit/time.ts';
import { renewedTermMs } from './next-term.ts';

const zeroTimes = ['', '0001-01-01T00:00:00Z'];

/** Parses a time, a day (as its midnight in UTC), or null for no date. Returns undefined if the value is invalid. */
export const readDate = (value: string | null | undefined): Date | null | undefined => {
  if (value === null || value === undefined || zeroTimes.includes(value)) return null;
  const time = parseTime(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
  return time !== null && time.getUTCFullYear() >= 1000 && time.getUTCFullYear() < 9999 ? time : undefined;
};

/** A purchase that is recorded afterwards is billed from its start. Before that lies a mistake: a bill for each day since. */
const startedYearsMax = 10;

/**
 * The end of a purchase that renews itself: its last second counts as the end of the month that it belongs to, as `23:59:59` is often written
 * for the end of a day. Terms of a second less than whole months would last exactly as long again, and drift against the calendar.
 */
const wholeEndOf = (start: Date, end: Date): Date => {
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const whole = [months, months + 1].map((count) => addMonths(start, count));
  return whole.find((time) => time > start && time >= end && time.getTime() - end.getTime() <= 1000) ?? end;
};

type Given = { startDate?: string | null | undefined; endDate?: string | null | undefined };

/**
 * When a purchase begins and ends. Adds faults to `faults`. A purchase that has already ended began no later than it
 * ended.
 */
export const readDates = (
  { startDate, endDate }: Given,
  now: Date,
  faults: Fault[],
  renewsItself = false,
): { startTime: Date; endTime: Date | null } => {
  const start = readDate(startDate);
  const end = readDate(endDate);
  const message = 'must be an RFC 3339 time, or a day as YYYY-MM-DD';
  if (start === undefined) faults.push({ path: 'startDate', code: 'time', message });
  if (end === undefined) faults.push({ path: 'endDate', code: 'time', message });
  if (start && end && end <= start)
    faults.push({ path: 'endDate', code: 'order', message: 'must be later than startDate' });
  const isOver = end && end <= now;
  if (start && !isOver && start < addMonths(now, -12 * startedYearsMax)) {
    const early = `must not be more than ${startedYearsMax} years ago: it is billed from then on`;
    faults.push({ path: 'startDate', code: 'range', message: early });
  }
  const startTime = start ?? now;
  if (renewsItself && end && end > startTime && !isOver && end.getTime() - startTime.getTime() < renewedTermMs) {
    const short = 'must be at least a day later than startDate: the purchase renews itself for as long again';
    faults.push({ path: 'endDate', code: 'range', message: short });
  }
  const isWhole = renewsItself && end && end > startTime && !isOver;
  return {
    startTime: start ?? (end && end < now ? end : now),
    endTime: isWhole ? wholeEndOf(startTime, end) : (end ?? null),
  };
};
