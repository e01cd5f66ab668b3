const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** AWS and AZURE let an offer be accepted until its last day is over, in UTC. */
export const endOfUtcDay = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), 23, 59, 59, 999));

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What the clocks of Los Angeles show, in milliseconds as if they showed UTC. */
const pacificMs = (time: Date): number => {
  const parts = new Map(pacific.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

/** The midnight of Los Angeles that ends a day, YYYY-MM-DD: clocks are never changed at midnight there. */
export const midnightAfterPacificDay = (day: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`) + dayMs;
  const near = new Date(midnight + 8 * hourMs);
  return new Date(near.getTime() - (pacificMs(near) - midnight));
};

/** GCP's offers go by days of Los Angeles: the midnight that a time is, or the next one. */
export const nextPacificMidnight = (time: Date): Date => {
  const local = pacificMs(time);
  const isMidnight = local % dayMs === 0 && time.getMilliseconds() === 0;
  return isMidnight ? time : midnightAfterPacificDay(new Date(local).toISOString().slice(0, 10));
};

/** The midnight of Los Angeles with which the same day of the month begins, `months` later. */
export const pacificMidnightLater = (time: Date, months: number): Date => {
  const local = monthsLater(new Date(pacificMs(time)), months);
  return midnightAfterPacificDay(new Date(local.getTime() - dayMs).toISOString().slice(0, 10));
};

/** The same day of the month, or that month's last one, in `months` months. */
const monthsLater = (time: Date, months: number): Date => {
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months + 1, 0)).getUTCDate();
  const later = new Date(time);
  later.setUTCDate(1);
  later.setUTCMonth(time.getUTCMonth() + months);
  later.setUTCDate(Math.min(time.getUTCDate(), lastDay));
  return later;
};
