import { badRequest } from '../../kit/errors.ts';

const dayMs = 86_400_000;

/** Days of one request whose response has figures for each day. */
const maxDays = 1_830;

/** Both inclusive, `YYYY-MM-DD`, UTC. */
export type Days = { from: string; through: string };

type Asked = { startDate?: string | null | undefined; endDate?: string | null | undefined };

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The days that are asked for; by default the 30 days before the last one, which is today. */
export const readDays = ({ startDate, endDate }: Asked, now: Date): Days => {
  const through = endDate || dayOf(now);
  const from = startDate || dayOf(new Date(Date.parse(through) - 30 * dayMs));
  if (from > through) throw badRequest([{ path: 'startDate', code: 'order', message: 'is after endDate' }]);
  return { from, through };
};

/** The same, not too many of them. */
export const readBoundedDays = (asked: Asked, now: Date): Days => {
  const days = readDays(asked, now);
  if ((Date.parse(days.through) - Date.parse(days.from)) / dayMs < maxDays) return days;
  const message = `must be at most ${maxDays} days from startDate; ask for a shorter time`;
  throw badRequest([{ path: 'endDate', code: 'range', message }]);
};
