/** The rest of a commit on a day, actual or projected. */
export type BurnPoint = { day: string; left?: number; projected?: number };

export type Burn = {
  points: BurnPoint[];
  /** The day on which the commit would be used up; absent if some is left at the end. */
  usedUpOn?: string;
  /** The projected rest at the end; absent if the term has no end, or nothing would be left. */
  leftAtEnd?: number;
};

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The burn-down of a commit: the actual values, and a straight line from today at the average pace so far. */
export const burnOf = ({
  commit,
  used,
  begin,
  end,
  known,
  now,
}: {
  commit: number;
  used: number;
  begin: number;
  end?: number;
  /** The use at earlier times. */
  known: readonly { time: number; used: number }[];
  now: number;
}): Burn => {
  const today = dayOf(now);
  const days = new Map<string, number>([[dayOf(begin), commit]]);
  for (const point of [...known].sort((a, b) => a.time - b.time)) days.set(dayOf(point.time), commit - point.used);
  days.set(today, commit - used);
  const points: BurnPoint[] = [...days]
    .filter(([day]) => day <= today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, left]) => ({ day, left }));
  const pace = used / Math.max(now - begin, dayMs);
  const last = points.at(-1);
  if (last) last.projected = last.left;
  const usedUp = pace > 0 ? now + (commit - used) / pace : Number.POSITIVE_INFINITY;
  const stop = Math.min(usedUp, end ?? usedUp);
  if (!Number.isFinite(stop) || stop <= now) return { points };
  const left = Math.max(0, commit - used - pace * (stop - now));
  points.push({ day: dayOf(stop), projected: left });
  return usedUp <= stop ? { points, usedUpOn: dayOf(usedUp) } : { points, leftAtEnd: left };
};
