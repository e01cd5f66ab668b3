/** Records may be shown this long after their time of change: a CRM stamps a change before it commits or indexes it. */
const overlapMs = 2 * 60_000;
const firstMs = 24 * 3_600_000;

/** A place in a list of changes: everything up to this time, and of records of this very time up to this id, was read. */
export type ChangePlace = { time: Date; id: string };

export const readCursor = (cursor: string | null, now: Date): ChangePlace => {
  const [, time = '', id = ''] = /^([^|]+)\|(.*)$/.exec(cursor ?? '') ?? [];
  const parsed = new Date(time);
  return Number.isNaN(parsed.getTime()) ? { time: new Date(now.getTime() - firstMs), id: '' } : { time: parsed, id };
};

/** The cursor after a list whose last record is `last`. At its end, what may still be shown late is asked for again. */
export const writeCursor = (last: ChangePlace, { isEnd, now }: { isEnd: boolean; now: Date }): string => {
  const settled = new Date(now.getTime() - overlapMs);
  const { time, id } = isEnd && last.time > settled ? { time: settled, id: '' } : last;
  return `${time.toISOString()}|${id}`;
};
