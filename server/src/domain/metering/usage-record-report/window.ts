import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import { nextPacificMonth } from '../../../kit/pacific-time.ts';

const hourMs = 3_600_000;

/** The hour that holds a time, by its first instant. */
export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hourMs) * hourMs);

export const addHours = (time: Date, hours: number): Date => new Date(time.getTime() + hours * hourMs);

/** What one marketplace asks of usage: how large a quantity may be, until when an hour is taken, where its month ends. */
export type UsageWindow = {
  /** The largest quantity of one record; a larger sum is held, never cut. */
  maxQuantity: string;
  /** Usage should be told within so many hours of its time. Only planning looks at it: nothing is refused because of it. */
  plannedHours: number;
  /** The instant from which usage of that time is no longer taken. */
  deadlineOf(time: Date): Date;
  /** The end of the billing month that holds the hour: late usage never moves past it. */
  monthEndOf(hour: Date): Date;
  /** From then on what is left of the month must be told: hours settle at once. */
  cutOffOf(hour: Date): Date;
  /** Usage for an hour that was told already: added to the next untold one, or told by itself with its own time. */
  late: 'NEXT_HOUR' | 'BY_ITSELF';
};

const nextMonthUtc = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));

/** AWS takes usage for 24 h, and usage of an earlier month until 06:00 UTC of the 1st; 6 h are planned. */
const awsWindow: UsageWindow = {
  maxQuantity: '2147483647',
  plannedHours: 6,
  deadlineOf: (time) => new Date(Math.min(addHours(time, 24).getTime(), addHours(nextMonthUtc(time), 6).getTime())),
  monthEndOf: nextMonthUtc,
  cutOffOf: (hour) => addHours(nextMonthUtc(hour), 6),
  late: 'NEXT_HOUR',
};

/** AZURE takes usage for 24 h, also over the end of a month: the last hour of it until the 1st is over. */
const azureWindow: UsageWindow = {
  maxQuantity: '2147483647',
  plannedHours: 6,
  deadlineOf: (time) => addHours(time, 24),
  monthEndOf: nextMonthUtc,
  cutOffOf: (hour) => addHours(nextMonthUtc(hour), 24),
  late: 'NEXT_HOUR',
};

/**
 * GCP wants usage within the hour after its own (planning keeps one of these hours free), and takes that of a month until
 * 01:00 on the 1st in California. No other limit is known.
 */
const gcpWindow: UsageWindow = {
  maxQuantity: '2147483647',
  plannedHours: 3,
  deadlineOf: (time) => addHours(nextPacificMonth(time), 1),
  monthEndOf: nextPacificMonth,
  cutOffOf: (hour) => addHours(nextPacificMonth(hour), 1),
  late: 'BY_ITSELF',
};

/** Marketplaces that usage is told to so far. */
export const usageWindows: Partial<Record<MarketplaceCode, UsageWindow>> = {
  AWS: awsWindow,
  AZURE: azureWindow,
  GCP: gcpWindow,
};

/** Until when usage of that time should be told; never after its deadline. */
export const plannedLimitOf = (time: Date, window: UsageWindow): Date =>
  new Date(Math.min(addHours(time, window.plannedHours).getTime(), window.deadlineOf(time).getTime()));

/**
 * When an hour is told: `settleMinutes` after its end, but no later than an hour before its planned limit and before the
 * month's cut-off.
 */
export const dueTimeOf = (hour: Date, settleMinutes: number, window: UsageWindow): Date => {
  const end = addHours(hour, 1).getTime();
  const lastChance = addHours(
    new Date(Math.min(plannedLimitOf(hour, window).getTime(), window.cutOffOf(hour).getTime())),
    -1,
  ).getTime();
  return new Date(Math.max(end, Math.min(end + settleMinutes * 60_000, lastChance)));
};

/** The longest that an account may let its hours settle. */
const longestSettleMinutes = 240;

/** So long before its deadline usage is told at once: a marketplace that is busy needs more than one attempt. */
export const hurryHours = 3;

/**
 * Whether an hour's usage is told at once: its planned limit passes until the next look, or its deadline soon after.
 */
export const isUrgent = (hour: Date, now: Date, nextLook: Date, window: UsageWindow): boolean => {
  const [planned, deadline] = [plannedLimitOf(hour, window), window.deadlineOf(hour)];
  const isDue = dueTimeOf(hour, longestSettleMinutes, window) <= now;
  return (planned > now && planned <= nextLook) || (isDue && deadline > now && deadline <= addHours(now, hurryHours));
};

/** No window is longer: that of a month, with its first day in California. */
const longestWindowHours = 33 * 24;

/** The last hour whose deadline is not after `time`. Deadlines come in the order of their hours. */
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

const nearCutOffStepMs = 5 * 60_000;

/** The next time at which hours may have become due: hourly after settling, every 5 minutes before a month's cut-off. */
export const nextTickAfter = (now: Date, settleMinutes: number, window: UsageWindow): Date => {
  const settleMs = settleMinutes * 60_000;
  const tick = Math.floor((now.getTime() - settleMs) / hourMs) * hourMs + hourMs + settleMs;
  const cutOff = window.cutOffOf(addHours(now, -6)).getTime();
  const isNear = now.getTime() >= cutOff - hourMs && now.getTime() < cutOff;
  return new Date(isNear ? Math.min(tick, now.getTime() + nearCutOffStepMs) : tick);
};

const maxPauseMs = 15 * 60_000;

const minPauseMs = 60_000;

/** The pause before a row is sent again; the nearer its deadline, the shorter. */
export const resendPauseMs = (attempts: number, leftMs: number = Number.POSITIVE_INFINITY): number =>
  Math.min(minPauseMs * 2 ** Math.max(0, attempts - 1), maxPauseMs, Math.max(minPauseMs, leftMs / 8));
