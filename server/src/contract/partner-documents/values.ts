import { decimalToJson } from '../../kit/decimal.ts';
import { isRawNumber, type JsonNumber } from '../../kit/json.ts';
import { parseTime } from '../../kit/time.ts';

// Converts one partner value to the reference's form, or returns undefined if that is impossible. A correct value is
// returned unchanged.

const numberText = (value: unknown): string | null =>
  isRawNumber(value) ? value.rawJSON : typeof value === 'number' && Number.isFinite(value) ? String(value) : null;

export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : (numberText(value) ?? undefined);

const decimalText = /^-?\d{1,18}(\.\d{1,18})?$/;

export const readNumber = (value: unknown): JsonNumber | undefined => {
  if (numberText(value) !== null) return value as JsonNumber;
  return typeof value === 'string' && decimalText.test(value) ? decimalToJson(value) : undefined;
};

export const readInteger = (value: unknown): JsonNumber | undefined => {
  const read = readNumber(value);
  return read !== undefined && /^-?\d+$/.test(numberText(read) ?? '') ? read : undefined;
};

export const readFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : undefined;
};

/** `2026-01-31`, optionally with a time of day whose zone may be missing (UTC) or written without a colon. */
const looseTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Microsoft and Go use their earliest time for an absent one. */
const noTime = /^000[01]-/;
/** Seconds since 1970 reach this in the year 5138; larger numbers are milliseconds. */
const secondsMax = 1e11;
const millisecondsMax = 8.64e15;

export const readTime = (value: unknown): string | undefined => {
  const count = Number(numberText(value) ?? Number.NaN);
  if (!Number.isNaN(count)) {
    const milliseconds = Math.abs(count) < secondsMax ? count * 1000 : count;
    const time = Math.abs(milliseconds) <= millisecondsMax ? new Date(milliseconds).toISOString() : '';
    return /^\d/.test(time) && !noTime.test(time) ? time : undefined;
  }
  const [, day, clock = '00:00:00', fraction = '', zone = 'Z'] =
    looseTime.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (day === undefined || noTime.test(day)) return undefined;
  const text = `${day}T${clock}${fraction}${zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`;
  return parseTime(text) === null ? undefined : text;
};

/** Words are compared without case, spaces, hyphens and underscores: partners vary in how they write the same word. */
const folded = (word: string): string => word.replace(/[\s_-]/g, '').toLowerCase();

/** A reader for a closed list of words. */
export const readerOfWords = (words: readonly string[]): ((value: unknown) => string | undefined) => {
  const known = new Set(words);
  const byFolded = new Map(words.filter((word) => word !== '').map((word) => [folded(word), word]));
  return (value) => (typeof value !== 'string' ? undefined : known.has(value) ? value : byFolded.get(folded(value)));
};
