import { type Schedule, weekdays } from '../balance/terms.ts';

// Days are those of UTC. Bank holidays are not simulated.

const dayMs = 86_400_000;
const midnightOf = (at: number): number => at - (at % dayMs);
const isBusinessDay = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

/** Midnight, `days` business days after a time. */
export const afterBusinessDays = (at: number, days: number): number => {
  let day = midnightOf(at);
  for (let left = days; left > 0; ) {
    day += dayMs;
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
};

/** Whether a schedule pays out on the day of a time. A day that a month does not have becomes its last day. */
const isOnSchedule = (schedule: Schedule, at: number): boolean => {
  const date = new Date(at);
  if (schedule.interval === 'daily') return isBusinessDay(at);
  if (schedule.interval === 'weekly') {
    return schedule.weeklyDays.some((name) => weekdays.indexOf(name) + 1 === date.getUTCDay());
  }
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return schedule.monthlyDays.some((day) => Math.min(day, last) === date.getUTCDate());
};

/** The first midnight from a time on at which a schedule pays out; null if it never does. */
export const nextRunOf = (schedule: Schedule, at: number): number | null => {
  if (schedule.interval === 'manual') return null;
  let day = midnightOf(at + dayMs - 1);
  for (let tries = 0; tries < 62; tries += 1, day += dayMs) if (isOnSchedule(schedule, day)) return day;
  return null;
};
