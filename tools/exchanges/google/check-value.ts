import { masked } from '../../../simulators/kit/mask.ts';
import { show } from '../difference.ts';
import type { Field, Protos } from './protos.ts';

/** Reports a value that does not match: its location, the rule, and the value with what was expected. */
export type Report = (at: string, rule: string, detail: string) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const decimal = /^-?\d+$/;
const whole = (value: unknown, bits: 32 | 64): boolean =>
  bits === 64 ? typeof value === 'string' && decimal.test(value) : Number.isInteger(value);

/** The JSON form of protobuf scalars: 64-bit numbers and bytes are strings. */
const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => typeof value === 'string' && /^[\w+/=-]*$/.test(value),
  double: (value) => typeof value === 'number' || value === 'NaN' || value === 'Infinity' || value === '-Infinity',
  float: (value) => typeof value === 'number',
  int32: (value) => whole(value, 32),
  uint32: (value) => whole(value, 32),
  int64: (value) => whole(value, 64),
  uint64: (value) => whole(value, 64),
  'google.protobuf.Timestamp': (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  'google.protobuf.Duration': (value) => typeof value === 'string' && /^-?\d+(\.\d{1,9})?s$/.test(value),
  'google.protobuf.FieldMask': (value) => typeof value === 'string' && /^[\w.]+(,[\w.]+)*$/.test(value),
  'google.protobuf.Any': isObject,
  'google.protobuf.Struct': isObject,
};

const open: Omit<Field, 'type'> = { repeated: false, mapOf: null, required: false, outputOnly: false };
const of = (type: string): Field => ({ ...open, type });

/** Messages that other Google files define (google/type, google/rpc). */
const known: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'google.protobuf.Empty': {},
  'google.type.Money': { currencyCode: of('string'), units: of('int64'), nanos: of('int32') },
  'google.type.Decimal': { value: of('string') },
  'google.type.TimeZone': { id: of('string'), version: of('string') },
  'google.type.DateTime': {
    ...Object.fromEntries(
      ['year', 'month', 'day', 'hours', 'minutes', 'seconds', 'nanos'].map((name) => [name, of('int32')]),
    ),
    utcOffset: of('google.protobuf.Duration'),
    timeZone: of('google.type.TimeZone'),
  },
  'google.rpc.Status': {
    code: of('int32'),
    message: of('string'),
    details: { ...of('google.protobuf.Any'), repeated: true },
  },
};

/**
 * Checks a value by the JSON mapping of proto3. `side` matters for fields that are allowed only in a request or only in
 * a response.
 */
export const checkValue = (protos: Protos, type: string, value: unknown, at: string, report: Report): void => {
  if (value === masked) return;
  const scalar = scalars[type];
  if (scalar) {
    if (!scalar(value)) report(at, `no ${type}`, show(value));
    return;
  }
  const words = protos.enums.get(type);
  if (words) {
    if (!words.includes(value as string)) report(at, 'not in the enum', `${show(value)}: ${words.join('|')}`);
    return;
  }
  const members = protos.messages.get(type) ?? known[type];
  if (!members) {
    report(at, 'unknown type', type);
    return;
  }
  if (!isObject(value)) {
    report(at, 'not an object', show(value));
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    const field = members[name];
    const place = at === '' ? name : `${at}.${name}`;
    if (!field) report(place, 'unknown member', show(item));
    else checkField(protos, field, item, place, report);
  }
};

const checkField = (protos: Protos, field: Field, value: unknown, at: string, report: Report): void => {
  if (field.mapOf !== null) {
    if (!isObject(value)) report(at, 'not an object', show(value));
    else for (const item of Object.values(value)) checkValue(protos, field.mapOf, item, `${at}{}`, report);
    return;
  }
  if (!field.repeated) checkValue(protos, field.type, value, at, report);
  else if (!Array.isArray(value)) report(at, 'not a list', show(value));
  else for (const item of value) checkValue(protos, field.type, item, `${at}[]`, report);
};
