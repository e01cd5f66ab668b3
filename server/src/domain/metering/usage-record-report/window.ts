import type { UsageWindow } from '../../../contract/marketplaces/facts.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { addHours, hourOf } from '../../../kit/hours.ts';

const hourMs = 3_600_000;

/** Undefined for a partner to which no usage is reported. */
export const findUsageWindow = (partner: string): UsageWindow | undefined => findMarketplaceFacts(partner)?.usage;

/** Until when usage of that time should be submitted; never after its deadline. */
export const plannedLimitOf = (time: Date, window: UsageWindow): Date =>
  new Date(Math.min(addHours(time, window.plannedHours).getTime(), window.deadlineOf(time).getTime()));

/**
 * When an hour is submitted: `settleMinutes` after its end, but no later than an hour before its planned limit and
 * before the month's cut-off.
 */
export const dueTimeOf = (hour: Date, settleMinutes: number, window: UsageWindow): Date => {
  const end = addHours(hour, 1).getTime();
  const lastChance = addHours(
    new Date(Math.min(plannedLimitOf(hour, window).getTime(), window.cutOffOf(hour).getTime())),
    -1,
  ).getTime();
  return new Date(Math.max(end, Math.min(end + settleMinutes * 60_000, lastChance)));
};

/** The longest time that an account may let its hours settle. */
const longestSettleMinutes = 240;

/** How long before its deadline usage is submitted at once: a busy marketplace needs more than one attempt. */
export const urgentHours = 3;

/**
 * Whether an hour's usage is submitted at once: its planned limit passes before the next look, or its deadline is near.
 */
export const isUrgent = (hour: Date, now: Date, nextLook: Date, window: UsageWindow): boolean => {
  const [planned, deadline] = [plannedLimitOf(hour, window), window.deadlineOf(hour)];
  const isDue = dueTimeOf(hour, longestSettleMinutes, window) <= now;
  return (planned > now && planned <= nextLook) || (isDue && deadline > now && deadline <= addHours(now, urgentHours));
};

/** No window is longer than that of a month whose first day is reckoned in California. */
const longestWindowHours = 33 * 24;

/** The last hour whose deadline is not after `time`. Later hours have later deadlines. */
export const lastHourTakenUntil = (time: Date, window: UsageWindow): Date => {
  const first = hourOf(time);
  let [near, far] = [-1, longestWindowHours];
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    if (window.deadlineOf(addHours(first, -middle)) <= time) far = middle;
    else near = middle;
  }
  return addHours(first, -far);
};

/** Hours that have begun and whose usage is submitted at once (`isUrgent`), oldest first. */
export const urgentHoursAt = (now: Date, nextLook: Date, window: UsageWindow): Date[] => {
  const current = hourOf(now);
  const nearDeadline = lastHourTakenUntil(addHours(now, urgentHours), window);
  const nearPlan = addHours(current, -window.plannedHours - 1);
  const hours: Date[] = [];
  for (let hour = addHours(lastHourTakenUntil(now, window), 1); hour <= current; hour = addHours(hour, 1)) {
    if (hour > nearDeadline && hour < nearPlan) hour = nearPlan;
    if (isUrgent(hour, now, nextLook, window)) hours.push(hour);
  }
  return hours;
};

const nearCutOffStepMs = 5 * 60_000;

/** The next time at which hours may have become due: hourly after settling, every 5 minutes before a month's cut-off. */
export const nextTickAfter = (now: Date, settleMinutes: number, window: UsageWindow): Date => {
  const settleMs = settleMinutes * 60_000;
  const tick = Math.floor((now.getTime() - settleMs) / hourMs) * hourMs + hourMs + settleMs;
  const cutOff = window.cutOffOf(addHours(now, -6)).getTime();
  const isNear = now.getTime() >= cutOff - hourMs && now.getTime() < cutOff;
  return new Date(isNear ? Math.min(tick, now.getTime() + nearCutOffStepMs) : tick);
};

/** So long before its deadline held usage is looked at once more: what holds it may be gone. */
export const lastLookMs = 10 * 60_000;

const maxPauseMs = 15 * 60_000;

const minPauseMs = 60_000;

const lastPauseMs = 5_000;

/**
 * The longest pause in milliseconds where a deadline is `leftMs` ahead: half of the time that is left, so that usage whose answer was lost is
 * sent once more before its deadline.
 */
export const pauseBeforeDeadlineMs = (leftMs: number): number => Math.max(lastPauseMs, leftMs / 2);

/** The pause before a row is sent again; the nearer its deadline, the shorter. */
export const resendPauseMs = (attempts: number, leftMs: number = Number.POSITIVE_INFINITY): number =>
  Math.min(
    minPauseMs * 2 ** Math.max(0, attempts - 1),
    maxPauseMs,
    Math.max(minPauseMs, leftMs / 8),
    pauseBeforeDeadlineMs(leftMs),
  );
