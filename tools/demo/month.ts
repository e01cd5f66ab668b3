const hourMs = 3_600_000;
/** The hours of the story, and those after it: settling, and the last report. */
const marginHours = 4;
/** After the marketplace has closed the previous month (06:00 UTC). */
const firstHour = 7;

/**
 * When hours of usage should begin that cannot begin earlier than now: at once, or on the first of the next month if
 * they would extend into it. Marketplaces accept usage of an earlier month for six hours only, and the story includes
 * later usage. A plan longer than a month begins at once.
 */
export const clearOfMonthEnd = (now: number, hours: number): number => {
  const date = new Date(now);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1, firstHour);
  const needed = (hours + marginHours) * hourMs;
  const monthEnd = next - firstHour * hourMs;
  const after = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 1);
  return now + needed <= monthEnd || next + needed > after ? now : next;
};

/** The first end of a month (UTC) that is at least some hours away. */
export const monthEndAfter = (now: number, hours: number): number => {
  const date = new Date(now + hours * hourMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};
