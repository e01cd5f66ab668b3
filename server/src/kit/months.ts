/** The same day that many months later, in UTC; the last day of the month if the month is too short for it. */
export const addMonths = (start: Date, months: number): Date => {
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return first;
};

/** How many whole months lie between two times, as `addMonths` counts them; null if it is not a whole number. */
export const wholeMonths = (start: Date, end: Date): number | null => {
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return addMonths(start, months).getTime() === end.getTime() ? months : null;
};
