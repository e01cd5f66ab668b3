const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/**
 * An RFC 3339 time with an offset; null when it is none. `Date` alone would take 30 February for 2 March, and 24:00 for the
 * next day.
 */
export const parseTime = (text: string): Date | null => {
  const [, year, month, day] = rfc3339.exec(text) ?? [];
  if (year === undefined) return null;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const time = new Date(text);
  return midnight.getUTCDate() === Number(day) && !Number.isNaN(time.getTime()) ? time : null;
};
