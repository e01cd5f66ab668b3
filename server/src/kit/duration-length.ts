/** The length of an ISO 8601 duration in one unit; empty if it has none, such as P1M15D. Two weeks are 14 days. */
export const durationLength = (duration: string | null): { length?: number; timeUnit?: 'DAY' | 'MONTH' } => {
  const [, years = '0', months = '0'] = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?$/.exec(duration ?? '') ?? [];
  const count = Number(years) * 12 + Number(months);
  if (count > 0) return { length: count, timeUnit: 'MONTH' };
  const [, number = '0', unit] = /^P(\d{1,5})([DW])$/.exec(duration ?? '') ?? [];
  return Number(number) === 0 ? {} : { length: Number(number) * (unit === 'W' ? 7 : 1), timeUnit: 'DAY' };
};
