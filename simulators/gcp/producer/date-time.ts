import type { Json } from '../state.ts';

const pacific = 'America/Los_Angeles';
const minute = 60_000;
const dayMs = 24 * 60 * minute;

/**
 * Parses a google.type.DateTime to epoch milliseconds; null if invalid. Without zone and offset it is local time in Los
 * Angeles, whose days Google uses for offers.
 */
export const readDateTime = (value: unknown): number | null => {
  if (value === null || typeof value !== 'object') return null;
  const { year, month, day, hours = 0, minutes = 0, seconds = 0, utcOffset, timeZone } = value as Json;
  const parts = [year, month, day, hours, minutes, seconds].map(Number);
  if (parts.some((part) => !Number.isInteger(part))) return null;
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = parts;
  const local = Date.UTC(y, m - 1, d, h, min, s);
  const read = new Date(local);
  if (read.getUTCFullYear() !== y || read.getUTCMonth() !== m - 1 || read.getUTCDate() !== d) return null;
  if (typeof utcOffset === 'string') {
    const [, offset] = /^(-?\d+)s$/.exec(utcOffset) ?? [];
    return offset === undefined ? null : local - Number(offset) * 1000;
  }
  const zone = (timeZone as Json | undefined)?.id ?? pacific;
  try {
    return fromLocal(local, String(zone));
  } catch {
    return null;
  }
};

/** A time as google.type.DateTime in Los Angeles. */
export const dateTimeOf = (time: number): Json => {
  const local = new Date(time + offsetAt(time, pacific));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hours: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    seconds: local.getUTCSeconds(),
    timeZone: { id: pacific },
  };
};

/** Whether a time is midnight in Los Angeles. */
export const isDayBoundary = (time: number): boolean => (time + offsetAt(time, pacific)) % dayMs === 0;

const laterBy = (time: number, months: number, timeOfDay?: number): number => {
  const local = new Date(time + offsetAt(time, pacific));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + months, local.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return fromLocal(Date.UTC(year, month, Math.min(day, lastDay)) + (timeOfDay ?? local.getTime() % dayMs), pacific);
};

/**
 * The same day and time of day in Los Angeles, `months` later: an offer "will end on the same day of the month after this
 * duration. If that date is not available, the offer will end on the last day of the month" (PrivateOffer.Term).
 */
export const monthsLater = (time: number, months: number): number => laterBy(time, months);

/** The midnight in Los Angeles at the start of the day that is `months` months after a time. */
export const midnightAfterMonths = (time: number, months: number): number => laterBy(time, months, 0);

const fromLocal = (local: number, zone: string): number => {
  const first = local - offsetAt(local, zone);
  // The offset may differ on the other side of a daylight saving change.
  return local - offsetAt(first, zone);
};

/** A zone's offset from UTC at a time, in milliseconds. */
const offsetAt = (time: number, zone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minutes, second) - Math.floor(time / 1000) * 1000;
};
