import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What a value must be, in plain words. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  date: 'a time',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  undefined: 'absent',
};

/** What a text must look like. */
const formats: Readonly<Record<string, string>> = {
  date: 'a day, YYYY-MM-DD',
  datetime: 'an RFC 3339 time with an offset',
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'a UUID',
};

const counted = (count: unknown, one: string, many: string): string => `${count} ${Number(count) === 1 ? one : many}`;

/** `at least` or `at most`, in the unit of the value's kind. */
const bounded = (origin: string, way: 'at least' | 'at most', limit: unknown): string => {
  if (origin === 'string') return `must have ${way} ${counted(limit, 'character', 'characters')}`;
  if (origin === 'array' || origin === 'set') return `must contain ${way} ${counted(limit, 'item', 'items')}`;
  if (origin === 'object' || origin === 'record') return `must have ${way} ${counted(limit, 'member', 'members')}`;
  return `must be ${way} ${limit}`;
};

const isNumber = (origin: string): boolean => ['number', 'int', 'bigint'].includes(origin);

const quoted = (values: readonly unknown[]): string => values.filter((value) => value !== '').join(', ');

type Say = (issue: never) => string;

/** One sentence for each kind of fault: what is wrong, and what is allowed. */
const sentences = {
  invalid_type: ({ expected, input }: { expected: string; input: unknown }) =>
    input === undefined ? 'is required' : `must be ${kinds[expected] ?? expected}`,
  too_small: ({ origin, minimum, inclusive }: { origin: string; minimum: unknown; inclusive?: boolean }) => {
    if (isNumber(origin) && inclusive === false) return `must be more than ${minimum}`;
    if (Number(minimum) === 1 && !isNumber(origin)) return 'must not be empty';
    return bounded(origin, 'at least', minimum);
  },
  too_big: ({ origin, maximum, inclusive }: { origin: string; maximum: unknown; inclusive?: boolean }) =>
    isNumber(origin) && inclusive === false ? `must be less than ${maximum}` : bounded(origin, 'at most', maximum),
  invalid_format: ({ format, pattern }: { format: string; pattern?: string }) => {
    if (formats[format]) return `must be ${formats[format]}`;
    return pattern === undefined ? 'does not have the required format' : `must match ${pattern}`;
  },
  not_multiple_of: ({ divisor }: { divisor: unknown }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ inst }: { inst?: unknown }) => {
    const names = Object.keys((inst as { _zod?: { def: { shape?: object } } })?._zod?.def.shape ?? {});
    return names.length === 0
      ? 'is unknown here, where nothing is taken; leave it out'
      : `is unknown here; there are ${names.join(', ')}`;
  },
  invalid_union: () => 'matches none of the accepted forms',
  invalid_key: () => 'must be a name in the form that the API document describes',
  invalid_element: () => 'must be a value in the form that the API document describes',
  invalid_value: ({ values }: { values: readonly unknown[] }) =>
    values.length === 1 ? `must be ${values[0]}` : `must be one of ${quoted(values)}`,
  custom: () => 'is not valid',
} satisfies Record<Issue['code'], Say>;

/**
 * The message of a fault for which the schema sets none: the validator's own words never reach a caller. Pass it to
 * every parse of client input.
 */
export const sayFault = (issue: Issue): string => (sentences[issue.code] as Say)(issue as never);
