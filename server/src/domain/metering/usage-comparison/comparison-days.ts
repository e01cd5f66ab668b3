import type { UsageWindow } from '../../../contract/marketplaces/facts.ts';
import { addDays, type Day, dayOf, startOfDay, type UsageComparison } from './usage-comparison.ts';

/** How far back days are read that were not read yet, or are not final. */
export const daysBack = 31;
/** A day is read daily for this long after it could first be read: the marketplace's status changes later. */
const watchedDays = 7;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const firstMinute = 3 * 60;
const spreadMinutes = 120;

/** The last day of which no more usage is accepted. */
export const lastSettledDay = (now: Date, { deadlineOf }: Pick<UsageWindow, 'deadlineOf'>): Day => {
  let day = addDays(dayOf(now), -1);
  // The last instant of the day.
  while (deadlineOf(new Date(startOfDay(day).getTime() + dayMs - 1)) > now) day = addDays(day, -1);
  return day;
};

type Account = { accountId: string; connectedTime: Date };

/**
 * Days of which a comparison is expected by now, oldest first. The day on which the account was connected is left out:
 * its first hours were another tool's. After a reconnection of the same account, the days in between are included.
 */
export const expectedDays = (
  stored: readonly Pick<UsageComparison, 'day' | 'account_id'>[],
  { accountId, connectedTime }: Account,
  last: Day,
): Day[] => {
  const known = stored.filter((one) => one.account_id === accountId).map(({ day }) => day);
  const first = [addDays(dayOf(connectedTime), 1), ...known].sort()[0] as Day;
  const days: Day[] = [];
  for (let back = daysBack - 1; back >= 0; back -= 1) {
    const day = addDays(last, -back);
    if (day >= first) days.push(day);
  }
  return days;
};

/** Those of the days that are to be read now. */
export const daysToRead = (
  days: readonly Day[],
  stored: readonly Pick<UsageComparison, 'day' | 'account_id' | 'final'>[],
  accountId: string,
): Day[] => {
  const done = new Set(stored.filter((one) => one.final && one.account_id === accountId).map(({ day }) => day));
  return days.filter((day) => !done.has(day));
};

/** Whether a day need not be read again. */
export const isFinalDay = (day: Day, last: Day, { open, waiting }: { open: number; waiting: number }): boolean =>
  open === 0 && waiting === 0 && addDays(day, watchedDays) <= last;

/** When an organization's usage is next compared: daily from 03:00 to 05:00 UTC, at a minute that depends on the organization. */
export const nextComparisonAfter = (now: Date, orgId: string): Date => {
  const minute = firstMinute + (Number.parseInt(orgId.slice(-4), 16) % spreadMinutes);
  const today = startOfDay(dayOf(now)).getTime() + minute * minuteMs;
  return new Date(today > now.getTime() ? today : today + dayMs);
};
