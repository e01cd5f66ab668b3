const minuteMs = 60_000;

/** Minutes ahead of UTC that a zone has at a time. */
const offsetOf = (time: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** Whether a text names a zone, as HubSpot writes it: `US/Eastern`. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A time as people in a zone read it, with its offset: `2026-12-31T00:00:00.000+01:00`. */
export const timeIn = (time: Date, zone: string): string => {
  const offset = offsetOf(time.getTime(), zone);
  const local = new Date(time.getTime() + offset * minuteMs).toISOString().slice(0, -1);
  const two = (count: number): string => String(count).padStart(2, '0');
  const ahead = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
};

/** When a day, as YYYY-MM-DD, begins in a zone: at midnight, or later where clocks are put forward then. */
export const beginningOf = (day: string, zone: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetOf(midnight, zone) * minuteMs;
  const times = [guess, midnight - offsetOf(guess, zone) * minuteMs].sort((left, right) => left - right);
  return new Date(times.find((time) => timeIn(new Date(time), zone).startsWith(day)) ?? guess);
};
