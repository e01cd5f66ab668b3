const lastDayOf = (time: Date): number =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();

/** The same day that many months later, in UTC; the last day of the month if the month is too short for it. */
export const addMonths = (start: Date, months: number): Date => {
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  first.setUTCDate(Math.min(start.getUTCDate(), lastDayOf(first)));
  return first;
};

/**
 * The latest time that counts as that many months later. The last day of a month may stand for the 31st, so that a month
 * from 28 February may end on 28 March or as late as on 31 March; a month from another day ends as `addMonths` says.
 */
export const addMonthsAtMost = (start: Date, months: number): Date => {
  const later = addMonths(start, months);
  if (start.getUTCDate() === lastDayOf(start)) later.setUTCDate(lastDayOf(later));
  return later;
};

/** How many whole months lie between two times, as `addMonths` counts them; null if it is not a whole number. */
export const wholeMonths = (start: Date, end: Date): number | null => {
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return addMonths(start, months).getTime() === end.getTime() ? months : null;
};
