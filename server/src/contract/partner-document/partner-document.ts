import { decimalToJson } from '../../kit/decimal.ts';
import { isRawNumber, type JsonNumber } from '../../kit/json.ts';
import { parseTime } from '../../kit/time.ts';
import { awsObjects } from './aws-objects.ts';
import { azureObjects } from './azure-objects.ts';
import { gcpObjects } from './gcp-objects.ts';
import { paymentObjects } from './payment-objects.ts';
import type { ObjectShapes, Shape } from './shape.ts';

const objects = { ...awsObjects, ...azureObjects, ...gcpObjects, ...paymentObjects };
const shapes: ObjectShapes = objects;

export type PartnerObject = keyof typeof objects;
type Document = Record<string, unknown>;

const numberText = (value: unknown): string | null =>
  isRawNumber(value) ? value.rawJSON : typeof value === 'number' && Number.isFinite(value) ? String(value) : null;

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : (numberText(value) ?? undefined);

const decimalText = /^-?\d{1,18}(\.\d{1,18})?$/;

const readNumber = (value: unknown): JsonNumber | undefined => {
  if (numberText(value) !== null) return value as JsonNumber;
  return typeof value === 'string' && decimalText.test(value) ? decimalToJson(value) : undefined;
};

const readInteger = (value: unknown): JsonNumber | undefined => {
  const read = readNumber(value);
  return read !== undefined && /^-?\d+$/.test(numberText(read) ?? '') ? read : undefined;
};

const readFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : undefined;
};

/** `2026-01-31`, or a time of day behind it that may lack its zone (UTC) or write it without a colon. */
const looseTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Microsoft's and Go's beginning of time means that there is none. */
const noTime = /^000[01]-/;
/** Seconds since 1970 reach this in the year 5138; what is larger counts milliseconds. */
const secondsMax = 1e11;
const millisecondsMax = 8.64e15;

const readTime = (value: unknown): string | undefined => {
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

/** Words are compared without case, blanks, hyphens and underscores: partners write the same one in several ways. */
const folded = (word: string): string => word.replace(/[\s_-]/g, '').toLowerCase();

const readWord = (words: readonly string[], value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  return words.includes(value) ? value : words.find((word) => word !== '' && folded(word) === folded(value));
};

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

const present = (entries: [string, unknown][]): Document =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));

const readValue = (shape: Shape, value: unknown): unknown => {
  if (value === null || value === undefined) return undefined;
  if (shape === 'text') return readText(value);
  if (shape === 'time') return readTime(value);
  if (shape === 'number') return readNumber(value);
  if (shape === 'int') return readInteger(value);
  if (shape === 'flag') return readFlag(value);
  if (shape === 'document') return isDocument(value) ? value : undefined;
  if ('words' in shape) return readWord(shape.words, value);
  if ('list' in shape)
    return Array.isArray(value)
      ? value.map((item) => readValue(shape.list, item)).filter((item) => item !== undefined)
      : undefined;
  if (!isDocument(value)) return undefined;
  const entries = Object.entries(value);
  if ('map' in shape) return present(entries.map(([key, item]) => [key, readValue(shape.map, item)]));
  const members = shapes[shape.object] ?? {};
  return present(
    entries.map(([key, item]) => [key, Object.hasOwn(members, key) ? readValue(members[key] as Shape, item) : item]),
  );
};

/**
 * A partner's object in the reference's words and formats, as clients read it. What cannot be said in them, an unknown word,
 * a text that is no time, null, is left out. Members that the reference does not name stay as the partner wrote them.
 */
export const partnerDocument = (object: PartnerObject, document: Document): Document =>
  readValue({ object }, document) as Document;
