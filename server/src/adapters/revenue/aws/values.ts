const dateShape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?)?(?:Z|[+-]00:?00| UTC)?$/;
/** How nearly every date is written, except on the 29th of February. A file has millions. */
const plainDate =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const fractionDigits = 9;

/**
 * A date of a feed as text that sorts by time, in UTC; null if it is none. The Seller Guide writes them like
 * 2018-12-31T00:00:00Z ("Storage and structure of AWS Marketplace data feeds"), and in some examples like
 * 2025-10-01 01:03:41.0.
 */
export const sortableDate = (text: string): string | null => {
  if (plainDate.test(text)) return `${text.slice(0, -1)}.000000000Z`;
  const [, day = '', time = '00:00:00', fraction = ''] = dateShape.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  // JavaScript takes the 31st of February for a day in March.
  if (Number.isNaN(read.getTime()) || read.getUTCDate() !== Number(day.slice(8))) return null;
  return `${day}T${time}.${fraction.padEnd(fractionDigits, '0')}Z`;
};

export const isDate = (text: string): boolean => plainDate.test(text) || sortableDate(text) !== null;

const timeOf = (text: string): Date | null => {
  if (plainDate.test(text)) return new Date(text);
  const sortable = sortableDate(text);
  return sortable === null ? null : new Date(`${sortable.slice(0, 23)}Z`);
};

/** Rows of a file are of few days. */
const knownMax = 1000;
const known = new Map<string, Date | null>();

/** The time of a date of a feed, to the millisecond; null if it is none. */
export const readDate = (text: string): Date | null => {
  let time = known.get(text);
  if (time !== undefined) return time;
  time = timeOf(text);
  if (known.size >= knownMax) known.clear();
  known.set(text, time);
  return time;
};
