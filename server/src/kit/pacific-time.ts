/** Days in Los Angeles, which Google uses for offers and months, and local times of other zones. */

export const pacific = 'America/Los_Angeles';

const dayMs = 86_400_000;
const zonesKept = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError for an unknown zone. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const kept = formats.get(zone);
  if (kept) return kept;
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
  if (formats.size < zonesKept) formats.set(zone, format);
  return format;
};

/** The local time of a zone; `month` counts from 1. */
export type LocalTime = { year: number; month: number; day: number; hours: number; minutes: number; seconds: number };

export const localTimeOf = (time: Date, zone = pacific): LocalTime => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hours: of('hour'),
    minutes: of('minute'),
    seconds: of('second'),
  };
};

const asUtc = ({ year, month, day, hours, minutes, seconds }: LocalTime): number =>
  Date.UTC(year, month - 1, day, hours, minutes, seconds);

const offsetAt = (time: number, zone: string): number =>
  asUtc(localTimeOf(new Date(time), zone)) - Math.floor(time / 1000) * 1000;

/** The instant at which a zone's clocks show this local time. */
export const instantAt = (local: LocalTime, zone = pacific): Date => {
  const shown = asUtc(local);
  const near = shown - offsetAt(shown, zone);
  // The offset may differ on the other side of a daylight saving change.
  return new Date(shown - offsetAt(near, zone));
};

const midnight = { hours: 0, minutes: 0, seconds: 0 };

/** The midnight at the start of a Pacific day, YYYY-MM-DD. */
export const startOfPacificDay = (day: string): Date => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return instantAt({ year, month, day: date, ...midnight });
};

/** The midnight at the end of a Pacific day, YYYY-MM-DD. */
export const midnightAfterPacificDay = (day: string): Date =>
  startOfPacificDay(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10));

/** The day of a time there, YYYY-MM-DD. */
export const pacificDayOf = (time: Date): string => new Date(asUtc(localTimeOf(time))).toISOString().slice(0, 10);

/** The time itself if it is a midnight, otherwise the next midnight. */
export const nextPacificMidnight = (time: Date): Date => {
  const day = pacificDayOf(time);
  return startOfPacificDay(day).getTime() === time.getTime() ? time : midnightAfterPacificDay(day);
};

/** The same day of the month, `months` later, or that month's last day; at the same time of day, or at another one. */
const pacificMonthsLater = (time: Date, months: number, timeOfDay?: typeof midnight): Date => {
  const { year, month, day, hours, minutes, seconds } = localTimeOf(time);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return instantAt({
    year: first.getUTCFullYear(),
    month: first.getUTCMonth() + 1,
    day: Math.min(day, lastDay),
    ...(timeOfDay ?? { hours, minutes, seconds }),
  });
};

/** The midnight at the start of the same day of the month, `months` later, or of that month's last day. */
export const pacificMidnightLater = (time: Date, months: number): Date => pacificMonthsLater(time, months, midnight);

/** The same day and time of day, `months` later, or on that month's last day. */
export const addPacificMonths = (time: Date, months: number): Date =>
  new Date(pacificMonthsLater(time, months).getTime() + (((time.getTime() % 1000) + 1000) % 1000));

/** How many whole months lie between two times, as `addPacificMonths` counts them; null if it is not a whole number. */
export const wholePacificMonths = (start: Date, end: Date): number | null => {
  const [from, until] = [localTimeOf(start), localTimeOf(end)];
  const months = (until.year - from.year) * 12 + until.month - from.month;
  return addPacificMonths(start, months).getTime() === end.getTime() ? months : null;
};

/** The midnight at the start of the next month. */
export const nextPacificMonth = (time: Date): Date =>
  pacificMidnightLater(instantAt({ ...localTimeOf(time), day: 1, ...midnight }), 1);
