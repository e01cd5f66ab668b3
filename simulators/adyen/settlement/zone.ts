import type { Terms } from './terms.ts';

/** The abbreviations of each time zone in winter and in summer, as in the column TimeZone. */
const names: Record<Terms['timeZone'], [winter: string, summer: string]> = {
  'America/New_York': ['EST', 'EDT'],
  'Europe/Amsterdam': ['CET', 'CEST'],
  'Europe/London': ['GMT', 'BST'],
  UTC: ['UTC', 'UTC'],
};

const months = 'January February March April May June July August September October November December'.split(' ');

/** A time zone's offset from UTC at a time, in milliseconds. */
const offsetAt = (at: number, timeZone: string): number => {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat('en-US', { ...options, ...clock }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - (at - (at % 1000));
};

/** A time as `YYYY-MM-DD HH:MM:SS` in a time zone, and the abbreviation of that zone at the time. */
export const localTime = (at: number, timeZone: Terms['timeZone']): { time: string; zone: string } => {
  const offset = offsetAt(at, timeZone);
  const winter = offsetAt(Date.UTC(new Date(at).getUTCFullYear(), 0, 1), timeZone);
  return {
    time: new Date(at + offset).toISOString().slice(0, 19).replace('T', ' '),
    zone: names[timeZone][offset === winter ? 0 : 1],
  };
};

/** The month of a time in a time zone: `March 2026`. */
export const monthOf = (at: number, timeZone: Terms['timeZone']): string => {
  const local = new Date(at + offsetAt(at, timeZone));
  return `${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
};
