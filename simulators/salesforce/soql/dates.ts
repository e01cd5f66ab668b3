const dayMs = 86_400_000;

type Unit = 'DAYS' | 'WEEKS' | 'MONTHS' | 'QUARTERS' | 'YEARS';

/** The start of the unit that contains a time, plus `steps` units; UTC, weeks begin on Sunday, as for an org in the USA. */
const startOf = (time: number, unit: Unit, steps: number): number => {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === 'DAYS') return Date.UTC(year, month, day + steps);
  if (unit === 'WEEKS') return Date.UTC(year, month, day - date.getUTCDay() + 7 * steps);
  if (unit === 'MONTHS') return Date.UTC(year, month + steps, 1);
  if (unit === 'QUARTERS') return Date.UTC(year, month - (month % 3) + 3 * steps, 1);
  return Date.UTC(year + steps, 0, 1);
};

const single: Readonly<Record<string, readonly [Unit, number]>> = {
  YESTERDAY: ['DAYS', -1],
  TODAY: ['DAYS', 0],
  TOMORROW: ['DAYS', 1],
};
const places: Readonly<Record<string, number>> = { LAST: -1, THIS: 0, NEXT: 1 };

/**
 * The time from `start` until before `end` that a date literal means (SOQL reference, Date Formats and Date Literals).
 * `LAST_N_DAYS:n` begins n days ago and includes today; other units leave out the current one.
 */
export const rangeOf = (literal: string, now: number): { start: number; end: number } => {
  const one = (unit: Unit, steps: number) => ({ start: startOf(now, unit, steps), end: startOf(now, unit, steps + 1) });
  const known = single[literal];
  if (known) return one(...known);
  const [, place = '', unit = ''] = /^(LAST|THIS|NEXT)_(WEEK|MONTH|QUARTER|YEAR)$/.exec(literal) ?? [];
  if (unit !== '') return one(`${unit}S` as Unit, places[place] ?? 0);
  const [, ago, count] = /^N_([A-Z]+)_AGO:(\d+)$/.exec(literal) ?? [];
  if (ago !== undefined) return one(ago as Unit, -Number(count));
  const [, side, units, steps] = /^(LAST|NEXT)_(?:90_DAYS|N_([A-Z]+):(\d+))$/.exec(literal) ?? [];
  const [many, size] = [(units ?? 'DAYS') as Unit, Number(steps ?? 90)];
  const today = startOf(now, 'DAYS', 0);
  if (side === 'NEXT') return { start: startOf(now, many, 1), end: startOf(now, many, size + 1) };
  return { start: startOf(now, many, -size), end: many === 'DAYS' ? today + dayMs : startOf(now, many, 0) };
};
