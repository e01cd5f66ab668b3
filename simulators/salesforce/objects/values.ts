import type { ApiError } from '../errors.ts';
import { sfTime } from '../state.ts';
import { type Field, isNumber, isText } from './fields.ts';
import { readId } from './ids.ts';

type Read = { value: unknown } | { error: ApiError };

const bad = (errorCode: string, message: string, field: Field): Read => ({
  error: { errorCode, message, fields: [field.name] },
});

const parserError = (type: string, raw: unknown): Read => ({
  error: {
    errorCode: 'JSON_PARSER_ERROR',
    message: `Cannot deserialize instance of ${type} from ${kindOf(raw)} value ${show(raw)} or request may be missing a required field at [line:1, column:1]`,
  },
});

const show = (raw: unknown): string => (typeof raw === 'object' ? JSON.stringify(raw) : String(raw));

const kindOf = (raw: unknown): string => {
  if (typeof raw === 'string') return 'VALUE_STRING';
  if (typeof raw === 'boolean') return raw ? 'VALUE_TRUE' : 'VALUE_FALSE';
  return typeof raw === 'number' ? 'VALUE_NUMBER' : 'START_OBJECT';
};

const datePattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const emailPattern = /^[^\s@<>()[\],;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether a text is a valid date, such as `2026-11-24`. */
const isDate = (text: string): boolean =>
  datePattern.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** The epoch milliseconds of an ISO 8601 time with a zone (`Z`, `+0100`, `+01:00`); null if it is none. */
export const readTime = (text: string): number | null => {
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  if (day === undefined || time === undefined || !isDate(day)) return null;
  const value = Date.parse(`${day}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(value) ? null : value;
};

/**
 * Reads one value of a JSON body for a field. As in Salesforce, texts are trimmed, and an empty one is null.
 * Codes and messages: Object Reference, Core Data Types (StatusCode), and answers published in issues of its clients.
 */
export const readValue = (field: Field, raw: unknown): Read => {
  if (raw === null || raw === undefined) return { value: null };
  if (field.type === 'reference' || field.type === 'id') return readReference(field, raw);
  if (field.type === 'boolean') return typeof raw === 'boolean' ? { value: raw } : parserError('boolean', raw);
  if (isNumber(field)) return readNumber(field, raw);
  if (field.type === 'date' || field.type === 'datetime') return readMoment(field, raw);
  return readText(field, raw);
};

const readReference = (field: Field, raw: unknown): Read => {
  if (typeof raw !== 'string') return parserError('reference', raw);
  if (raw === '') return { value: null };
  const id = readId(raw);
  return id === null ? bad('MALFORMED_ID', `${field.label}: id value of incorrect type: ${raw}`, field) : { value: id };
};

const readNumber = (field: Field, raw: unknown): Read => {
  const isNumeric = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw);
  const value = isNumeric ? Number(raw) : raw;
  if (typeof value !== 'number') return parserError(field.type === 'int' ? 'int' : 'double', raw);
  if (field.type === 'int' && !Number.isInteger(value)) return parserError('int', raw);
  if (Math.abs(value) >= 1e18)
    return bad('NUMBER_OUTSIDE_VALID_RANGE', `${field.label}: value outside of valid range`, field);
  return { value };
};

const readMoment = (field: Field, raw: unknown): Read => {
  if (raw === '') return { value: null };
  if (typeof raw !== 'string') return parserError(field.type, raw);
  const time = readTime(raw);
  if (field.type === 'datetime') {
    const at = time ?? (isDate(raw) ? Date.parse(`${raw}T00:00:00Z`) : null);
    return at === null ? parserError('datetime', raw) : { value: sfTime(at) };
  }
  if (isDate(raw)) return { value: raw };
  return time === null ? parserError('date', raw) : { value: new Date(time).toISOString().slice(0, 10) };
};

const readText = (field: Field, raw: unknown): Read => {
  if (typeof raw === 'object' || !isText(field)) return parserError('string', raw);
  const value = String(raw).trim();
  if (value === '') return { value: null };
  if ([...value].length > field.length) {
    const message = `${field.label}: data value too large: ${value} (max length=${field.length})`;
    return bad('STRING_TOO_LONG', message, field);
  }
  const chosen = field.type === 'multipicklist' ? value.split(';') : [value];
  const unknown = chosen.find((one) => !field.picklist?.some((known) => known.value === one));
  if (field.restricted && unknown !== undefined) {
    const message = `${field.label}: bad value for restricted picklist field: ${unknown}`;
    return bad('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', message, field);
  }
  if (field.type === 'email' && !emailPattern.test(value)) {
    return bad('INVALID_EMAIL_ADDRESS', `${field.label}: invalid email address: ${value}`, field);
  }
  return { value };
};
