import { awsError } from '../errors.ts';
import type { Json, JsonValue } from '../state.ts';

/**
 * The shape of a request, with the constraints of a service model. Like the services, it ignores members that the model
 * does not have, and treats null as absent (AWS JSON 1.0 protocol).
 */
export type Shape =
  | { kind: 'text'; min?: number; max?: number; pattern?: string; oneOf?: readonly string[] }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'time' }
  | { kind: 'list'; item: Shape; min: number; max: number }
  | { kind: 'object'; required: Members; optional: Members; isUnion: boolean };
export type Members = Readonly<Record<string, Shape>>;

/** A constraint that a request breaks; `code` is a ValidationExceptionErrorCode. */
export type Problem = { code: ProblemCode; field: string; message: string };
export type ProblemCode =
  | 'REQUIRED_FIELD_MISSING'
  | 'INVALID_ENUM_VALUE'
  | 'INVALID_STRING_FORMAT'
  | 'INVALID_VALUE'
  | 'NOT_ENOUGH_VALUES'
  | 'TOO_MANY_VALUES'
  | 'INVALID_RESOURCE_STATE'
  | 'DUPLICATE_KEY_VALUE'
  | 'VALUE_OUT_OF_RANGE'
  | 'ACTION_NOT_PERMITTED';

export const anyText: Shape = { kind: 'text' };
export const time: Shape = { kind: 'time' };
/** A text of any characters, with its length in code points. */
export const textOf = (min: number, max: number): Shape => ({ kind: 'text', min, max });
export const matching = (pattern: string, min?: number, max?: number): Shape => ({
  kind: 'text',
  pattern,
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
export const oneOf = (values: readonly string[]): Shape => ({ kind: 'text', oneOf: values });
export const whole = (min: number, max: number): Shape => ({ kind: 'whole', min, max });
export const listOf = (item: Shape, min = 0, max = Number.POSITIVE_INFINITY): Shape => ({
  kind: 'list',
  item,
  min,
  max,
});
export const object = (required: Members, optional: Members = {}): Shape => ({
  kind: 'object',
  required,
  optional,
  isUnion: false,
});
/** An object with exactly one of the members. */
export const union = (members: Members): Shape => ({ kind: 'object', required: {}, optional: members, isUnion: true });

const compiled = new Map<string, RegExp>();

/** Whether a pattern of a model matches the whole text. */
export const matches = (pattern: string, text: string): boolean => {
  let regex = compiled.get(pattern);
  if (!regex) {
    regex = new RegExp(`^(?:${pattern})$`, 'u');
    compiled.set(pattern, regex);
  }
  return regex.test(text);
};

type Reading = { problems: Problem[] };

/**
 * Parses a request. Returns the members that the model has, and their faults; throws SerializationException if
 * a value is of another JSON type, which is refused before the service sees the request.
 */
export const readShape = (shape: Shape, value: JsonValue): { value: Json; problems: Problem[] } => {
  const reading: Reading = { problems: [] };
  return { value: read(reading, shape, value, '') as Json, problems: reading.problems };
};

const wrongType = (field: string): Error =>
  awsError('SerializationException', 400, `${field === '' ? 'The body' : field} is of the wrong JSON type.`);

const isoTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const read = (reading: Reading, shape: Shape, value: JsonValue, field: string): JsonValue => {
  const report = (code: ProblemCode, message: string): void => void reading.problems.push({ code, field, message });
  switch (shape.kind) {
    case 'text': {
      if (typeof value !== 'string') throw wrongType(field);
      checkText(shape, value, report);
      return value;
    }
    case 'whole': {
      if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(field);
      if (value < shape.min || value > shape.max) {
        report('VALUE_OUT_OF_RANGE', `must be between ${shape.min} and ${shape.max}`);
      }
      return value;
    }
    case 'time': {
      if (typeof value !== 'string' || !isoTime.test(value) || Number.isNaN(Date.parse(value))) throw wrongType(field);
      return value;
    }
    case 'list': {
      if (!Array.isArray(value)) throw wrongType(field);
      if (value.length > shape.max) report('TOO_MANY_VALUES', `may have at most ${shape.max} values`);
      if (value.length < shape.min) report('NOT_ENOUGH_VALUES', `must have at least ${shape.min} values`);
      return value.map((item, index) => read(reading, shape.item, item, `${field}[${index}]`));
    }
    case 'object':
      return readObject(reading, shape, value, field);
  }
};

const checkText = (
  shape: Extract<Shape, { kind: 'text' }>,
  value: string,
  report: (code: ProblemCode, message: string) => void,
): void => {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, oneOf: values } = shape;
  const length = Array.from(value).length;
  if (values && !values.includes(value)) report('INVALID_ENUM_VALUE', `must be one of: ${values.join(' | ')}`);
  if (length < min || length > max) report('INVALID_STRING_FORMAT', `must have ${min} to ${max} characters`);
  else if (pattern !== undefined && !matches(pattern, value)) {
    report('INVALID_STRING_FORMAT', `does not match ${pattern}`);
  }
};

const readObject = (
  reading: Reading,
  shape: Extract<Shape, { kind: 'object' }>,
  value: JsonValue,
  field: string,
): Json => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrongType(field);
  const found: Json = {};
  const fieldOf = (name: string): string => (field === '' ? name : `${field}.${name}`);
  for (const [name, inner] of Object.entries({ ...shape.required, ...shape.optional })) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && given !== null) found[name] = read(reading, inner, given, fieldOf(name));
    else if (Object.hasOwn(shape.required, name)) {
      reading.problems.push({ code: 'REQUIRED_FIELD_MISSING', field: fieldOf(name), message: 'must be given' });
    }
  }
  if (shape.isUnion && Object.keys(found).length !== 1) {
    const message = `must have exactly one of: ${Object.keys(shape.optional).join(' | ')}`;
    reading.problems.push({ code: 'INVALID_VALUE', field, message });
  }
  return found;
};
