import { randomUUID } from 'node:crypto';
import type { NumberSpan } from './json-scan.ts';

/**
 * JSON without loss: numbers that a binary float cannot hold digit for digit are kept as `JSON.rawJSON` objects, which
 * `JSON.stringify` writes back unchanged (Node 22 and later). Numbers of at most 15 significant digits survive a float.
 */
export type RawNumber = { readonly rawJSON: string };
export type JsonNumber = number | RawNumber;

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

export const isRawNumber = (value: unknown): value is RawNumber => JSON.isRawJSON(value);

/**
 * Only text with a long run of digits, or a number with an exponent, can contain a number that a float would change.
 */
const longNumber = /\d[\d.]{15}/;
const exponent = /[:[,]\s*-?\d[\d.]*[eE]/;

const keepSource = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const source = context.source;
  if (source.length <= 15 && value !== 0 && Number.isFinite(value)) return value;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  if (digits.length <= 15 && Number.isFinite(value) && (value !== 0 || digits === '')) return value;
  return JSON.rawJSON(source);
};

const parseKeepingDigits = (text: string): unknown =>
  JSON.parse(text, keepSource as (key: string, value: unknown) => unknown);

/** Parses JSON text. Throws SyntaxError like `JSON.parse`. */
export const parseJson = (text: string): unknown =>
  longNumber.test(text) || exponent.test(text) ? parseKeepingDigits(text) : JSON.parse(text);

/** Like `parseJson`, for documents from the database, which writes numbers without exponents. */
export const parseStoredJson = (text: string): unknown =>
  longNumber.test(text) ? parseKeepingDigits(text) : JSON.parse(text);

/** JSON text that is inserted into a reply unchanged: a stored document is not parsed only to be serialized again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return `${mark}:${texts.push(this.text) - 1}`;
  }
}

export const isJsonText = (value: unknown): value is JsonText => value instanceof JsonText;

/** Random, so that no caller's text can be mistaken for one of these marks. */
const mark = randomUUID();
const markPattern = new RegExp(`"${mark}:(\\d+)"`, 'g');
let texts: string[] = [];

export const jsonText = (text: string): JsonText => new JsonText(text);

/** `JSON.stringify` with support for `jsonText`. */
export const encodeJson = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (texts.length === 0) return text;
  const found = texts;
  texts = [];
  return text.replace(markPattern, (_whole, index: string) => found[Number(index)] ?? 'null');
};

const numberGrammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const numberMark = `${mark}=`;
const colon = 0x3a;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether the number is in the place of an object's name. That is not valid JSON, but a string there would be. */
const isBeforeColon = (bytes: Buffer, from: number): boolean => {
  let at = from;
  while (blanks.has(bytes[at] ?? 0)) at += 1;
  return bytes[at] === colon;
};

/** The text with its long numbers as marked strings; null if one is not a number. */
const markNumbers = (bytes: Buffer, numbers: readonly NumberSpan[]): string | null => {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of numbers) {
    const digits = bytes.toString('latin1', from, to);
    if (!numberGrammar.test(digits) || isBeforeColon(bytes, to)) return null;
    parts.push(bytes.toString('utf8', done, from), `"${numberMark}${digits}"`);
    done = to;
  }
  return parts.join('') + bytes.toString('utf8', done);
};

const unmarkNumbers = (value: unknown): unknown => {
  if (typeof value === 'string') {
    if (!value.startsWith(numberMark)) return value;
    const source = value.slice(numberMark.length);
    return keepSource('', Number(source), { source });
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = unmarkNumbers(members[key]);
  return value;
};

/** RFC 8259, 8.1: a byte order mark may be ignored; older .NET clients write one. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/**
 * Parses JSON text whose long numbers are already located (`createJsonScan`): several times as fast as a reviver, which
 * is called for every value. Throws SyntaxError like `JSON.parse`.
 */
export const parseScannedJson = (bytes: Buffer, longNumbers: readonly NumberSpan[]): unknown => {
  if (longNumbers.length > 0) {
    const marked = markNumbers(bytes, longNumbers);
    try {
      if (marked !== null) return unmarkNumbers(JSON.parse(withoutMark(marked)));
    } catch {
      // Parsing the original text gives a better error message.
    }
  }
  return JSON.parse(withoutMark(bytes.toString('utf8')));
};

const maxJsonDepth = 32;

const faultOf = (text: string): string | null =>
  text.includes('\0') ? 'nul_character' : text.isWellFormed() ? null : 'lone_surrogate';

type Forbidden = { path: string; code: string };

const magnitudeMax = 1e64;

/** A few characters such as 1e99999 become that many digits wherever they are stored. */
const isOutOfRange = (value: JsonNumber): boolean => {
  const magnitude = Math.abs(Number(isRawNumber(value) ? value.rawJSON : value));
  if (magnitude === 0) return isRawNumber(value) && /^-?[0.]*[1-9]/.test(value.rawJSON);
  return magnitude > magnitudeMax || magnitude < 1 / magnitudeMax;
};

const outOfRange: Forbidden = { path: '', code: 'number_out_of_range' };

/** The path to a fault is built while returning, so that a valid body costs no strings. */
const under = (key: string, found: Forbidden): Forbidden => ({
  ...found,
  path: found.path === '' ? key : `${key}.${found.path}`,
});

/**
 * Finds what PostgreSQL or clients cannot handle: nesting beyond 32 levels, U+0000, half a surrogate pair, numbers of
 * more than 64 digits. Returns the JSON path of the first.
 */
export const findForbidden = (value: unknown, depth = 1): Forbidden | null => {
  if (typeof value === 'string') {
    const code = faultOf(value);
    return code === null ? null : { path: '', code };
  }
  if (typeof value === 'number' || isRawNumber(value)) return isOutOfRange(value) ? outOfRange : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > maxJsonDepth) return { path: '', code: 'too_deep' };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = findForbidden(value[index], depth + 1);
      if (found) return under(String(index), found);
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    const code = faultOf(key);
    if (code !== null) return { path: key.replaceAll('\0', '\\u0000').toWellFormed(), code };
    const found = findForbidden((value as Record<string, unknown>)[key], depth + 1);
    if (found) return under(key, found);
  }
  return null;
};
