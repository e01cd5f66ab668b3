const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$/i;

/**
 * Parses an RFC 3339 time with an offset of at most 14 hours, as no zone has more and .NET reads no more; null if it is not one. `Date` alone
 * would accept 30 February as 2 March, and 24:00 as the next day.
 */
export const parseTime = (text: string): Date | null => {
  const [, year, month, day] = rfc3339.exec(text) ?? [];
  if (year === undefined) return null;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const time = new Date(text);
  return midnight.getUTCDate() === Number(day) && !Number.isNaN(time.getTime()) ? time : null;
};

/** 0001-01-01T00:00:00Z, and the last instant that RFC 3339 can write in UTC. */
const zeroTimeMs = -62_135_596_800_000;
const lastTimeMs = 253_402_300_799_999;

/** Whether it is Go's zero time, which Go clients send for an absent time. */
export const isGoZeroTime = (time: Date | null): boolean => time?.getTime() === zeroTimeMs;

/** Parses a time of the years 1 to 9999, which every client can write and read; null for anything else. */
export const parseWritableTime = (text: string): Date | null => {
  const time = parseTime(text);
  return time && time.getTime() > zeroTimeMs && time.getTime() <= lastTimeMs ? time : null;
};

/** Whether a value of a document is such a time, in upper case, which every client reads. */
export const isWritableTime = (value: unknown): boolean =>
  typeof value === 'string' && parseWritableTime(value) !== null && !/[a-z]/.test(value);

/**
 * An RFC 3339 time in the one spelling that every client's own has in common: in UTC, without zeros at the end of its fraction.
 * Any other text as it is.
 */
export const plainTime = (text: string): string => {
  const time = parseTime(text);
  if (time === null) return text;
  const fraction = /\.(\d*[1-9])/.exec(text)?.[1];
  return `${time.toISOString().replace(/\..*/, '')}${fraction === undefined ? '' : `.${fraction}`}Z`;
};
