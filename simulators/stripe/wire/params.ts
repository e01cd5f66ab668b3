import type { Json, JsonValue } from '../state.ts';
import { badParam } from './errors.ts';

/** The type of a parameter. */
export type ParamKind =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'metadata'
  | 'texts'
  | 'any'
  | { oneOf: readonly string[] }
  | { fields: ParamSpec }
  | { list: ParamSpec };
export type ParamSpec = { [name: string]: ParamKind };

/**
 * Checks the parameters of a request and converts them to their types. An empty string unsets a string, hash or list:
 * it becomes null. Unknown parameters are refused, as are missing required ones.
 */
export const readParams = (given: Json, spec: ParamSpec, required: readonly string[] = []): Json => {
  for (const name of required) {
    if (given[name] === undefined) throw badParam(name, `Missing required param: ${name}.`, 'parameter_missing');
    if (given[name] === '') throw emptyParam(name);
  }
  return readHash(given, { ...spec, expand: 'texts' }, '');
};

const readHash = (given: Json, spec: ParamSpec, prefix: string): Json => {
  const read: Json = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    const full = prefix === '' ? name : `${prefix}[${name}]`;
    if (kind === undefined) unknown.push(full);
    else read[name] = readValue(value, kind, full);
  }
  const [first] = unknown;
  if (first !== undefined) {
    const plural = unknown.length > 1 ? 'parameters' : 'parameter';
    throw badParam(first, `Received unknown ${plural}: ${unknown.join(', ')}`, 'parameter_unknown');
  }
  return read;
};

const readValue = (value: JsonValue, kind: ParamKind, name: string): JsonValue => {
  if (kind === 'any') return value;
  if (kind === 'metadata') return readMetadata(value, name);
  if (kind === 'integer') return readInteger(value, name);
  if (kind === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw value === '' ? emptyParam(name) : badParam(name, `Invalid boolean: ${shown(value)}`);
  }
  if (value === '') return null;
  if (kind === 'text') {
    if (typeof value === 'string') return value;
    throw badParam(name, `Invalid string: ${shown(value)}`);
  }
  if (kind === 'texts') {
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw badParam(name, 'Invalid array');
  }
  if ('oneOf' in kind) {
    if (typeof value === 'string' && kind.oneOf.includes(value)) return value;
    throw badParam(name, `Invalid ${name}: must be one of ${kind.oneOf.join(', ')}`);
  }
  if ('list' in kind) {
    if (!Array.isArray(value)) throw badParam(name, 'Invalid array');
    return value.map((item, index) => readHash(hashOf(item, name), kind.list, `${name}[${index}]`));
  }
  return readHash(hashOf(value, name), kind.fields, name);
};

const readInteger = (value: JsonValue, name: string): number => {
  if (value === '') throw emptyParam(name);
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw badParam(name, `Invalid integer: ${shown(value)}`, 'parameter_invalid_integer');
};

const readMetadata = (value: JsonValue, name: string): JsonValue => {
  if (value === '') return null;
  const entries = Object.entries(hashOf(value, name));
  if (entries.length > 50) throw badParam(name, 'Metadata can have up to 50 keys');
  for (const [key, text] of entries) {
    const at = `${name}[${key}]`;
    if (typeof text !== 'string') throw badParam(at, `Invalid string: ${shown(text)}`);
    if (key.length > 40) {
      throw badParam(at, `Invalid metadata key: ${key}. Metadata keys can be up to 40 characters long`);
    }
    if (text.length > 500) {
      throw badParam(
        at,
        `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length}`,
      );
    }
  }
  return Object.fromEntries(entries);
};

const hashOf = (value: JsonValue, name: string): Json => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw badParam(name, 'Invalid object');
};

const emptyParam = (name: string): Error => {
  const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
  return badParam(name, message, 'parameter_invalid_empty');
};

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Metadata after a change: given keys are set, keys with an empty value are removed, null removes all. */
export const mergeMetadata = (old: JsonValue | undefined, given: JsonValue | undefined): Json => {
  if (given === null) return {};
  const merged = { ...hash(old), ...hash(given) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
};

/** Those of the parameters `names` that were given. */
export const pick = (params: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

/** A value as a hash; empty if it is not one. */
export const hash = (value: JsonValue | undefined): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** A value as a string, or null if it is not one. */
export const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** A value as a number; 0 if it is not one. */
export const numberOf = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0);

/** A value as a list of strings; empty if it is not one. */
export const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
