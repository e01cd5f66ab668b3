import { addDays, type Day, daysBetween } from '../usage-comparison/usage-comparison.ts';

/** How many of a meter's last days with usage the rule looks at. */
export const rememberedDays = 29;

/** A rhythm is known after this many days with usage, over this many days. */
const leastDays = 4;
const leastSpan = 14;
/** Pauses that ended longer ago than this before the last day with usage are forgotten; the last three never are. */
const rememberedSpan = 28;
const leastPauses = 3;

export type Rhythm = {
  /** The longest usual pause from one day with usage to the next, in days; 1: every day. */
  intervalDays: number;
  lastDay: Day;
  /** As many whole days without usage in a row make the meter silent: one and a half times the usual interval. */
  allowedDays: number;
  /** Whole days without usage since then. */
  emptyDays: number;
  isSilent: boolean;
};

/**
 * The rhythm of a meter, by its days with usage in ascending order (UTC). Null: too little is known. `today`: the
 * current day, which is not over and therefore not empty. `pausedThrough`: no usage was expected until the end of that
 * day.
 *
 * The usual interval is the longest pause between two days with usage that ended in the four weeks before the last one, or
 * of its last three pauses if those are older. The meter is silent when one and a half times as many whole days have passed
 * without usage. Usage may arrive a day late, so a steady meter with pauses of up to `n` days has at most `n` empty days.
 */
export const findRhythm = (
  days: readonly Day[],
  { today, pausedThrough }: { today: Day; pausedThrough?: Day | undefined },
): Rhythm | null => {
  const [first] = days;
  const lastDay = days.at(-1);
  if (first === undefined || lastDay === undefined) return null;
  if (days.length < leastDays || daysBetween(first, lastDay) < leastSpan) return null;
  const start = addDays(lastDay, -rememberedSpan);
  const pauses = days.slice(1).map((day, index) => daysBetween(days[index] as Day, day));
  const usual = pauses.filter((_, index) => index >= pauses.length - leastPauses || (days[index + 1] as Day) >= start);
  const intervalDays = Math.max(...usual);
  const expectedFrom = pausedThrough !== undefined && pausedThrough > lastDay ? pausedThrough : lastDay;
  const allowedDays = Math.ceil(intervalDays * 1.5);
  const emptyDays = Math.max(0, daysBetween(expectedFrom, today) - 1);
  return { intervalDays, lastDay, allowedDays, emptyDays, isSilent: emptyDays >= allowedDays };
};
