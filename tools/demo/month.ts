const hourMs = 3_600_000;
/** The hours of the story, and what comes after: settling, and the last telling. */
const marginHours = 4;
/** After the marketplace has closed the month before (06:00 UTC). */
const firstHour = 7;

/**
 * When hours of usage that begin now at the earliest are to begin: at once, or on the first of the next month where they would
 * reach into it. Marketplaces take usage of an earlier month for six hours only, and the story has usage that is later than
 * that. More hours than a month has begin at once.
 */
export const clearOfMonthEnd = (now: number, hours: number): number => {
  const date = new Date(now);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1, firstHour);
  const needed = (hours + marginHours) * hourMs;
  const monthEnd = next - firstHour * hourMs;
  const after = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 1);
  return now + needed <= monthEnd || next + needed > after ? now : next;
};
