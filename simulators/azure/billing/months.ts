import { addDuration } from '../../kit/duration.ts';

export const dayMs = 86_400_000;

/** The first instant (UTC) of the month of a time, or of one some months later. */
export const monthOf = (time: number, later = 0): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
};

/** The next first instant of a day of the month, strictly after a time. */
export const nextMonthDay = (time: number, day: number): number => {
  const at = monthOf(time) + (day - 1) * dayMs;
  return at > time ? at : monthOf(time, 1) + (day - 1) * dayMs;
};

/** A time some whole units (`P1M`, `P1Y`) after another. */
export const addUnits = (time: number, unit: string, count: number): number => {
  const months = Number(unit.slice(1, -1)) * (unit.endsWith('Y') ? 12 : 1) * count;
  return addDuration(time, { years: 0, months, days: 0, hours: 0, minutes: 0, seconds: 0 });
};
