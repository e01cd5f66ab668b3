import { z } from 'zod';
import { isRawNumber } from '../../kit/json.ts';
import { isLargerJson } from '../../kit/json-size.ts';
import { isGoZeroTime, isWritableTime, parseTime } from '../../kit/time.ts';
import { componentOf } from '../shapes.ts';

/** Each reference object is defined once, for requests and replies. */
export type Way = 'request' | 'reply';

type Shape = Record<string, z.ZodType>;

/** Go clients send `""`, the zero time or null for unset members. */
const isUnset = (value: unknown): boolean =>
  value === '' || (typeof value === 'string' && value.startsWith('000') && isGoZeroTime(parseTime(value)));
const isAbsent = (value: unknown): boolean => value === null || isUnset(value);

const drop =
  (means: (member: unknown) => boolean) =>
  (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(means)
      ? Object.fromEntries(Object.entries(value).filter(([, member]) => !means(member)))
      : value;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** Removes null members, which are never stored. `everywhere`: not only in lists, whose items a change replaces. */
const dropNulls = (value: unknown, everywhere: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => dropNulls(item, true));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => !everywhere || member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, dropNulls(member, everywhere)]));
};

const choices = new WeakMap<z.ZodType, readonly string[]>();

const choiceOf = <T>(values: readonly string[], words: readonly (string | null)[]): z.ZodType<T> =>
  z
    .custom<T>((value) => words.includes(value as string | null), `must be one of ${values.join(', ')}`)
    .meta({ type: ['string', 'object', ...(words.includes(null) ? ['null'] : [])], enum: [...words] });

/**
 * One of a closed list, where the reference API's own document says "object" (a quirk of its generator) although text
 * is sent. Our document allows both types and lists the words, so that only they are valid and clients generated from
 * either document work.
 */
export const untypedChoice = <const T extends readonly string[]>(values: T): z.ZodType<T[number]> => {
  const choice = choiceOf<T[number]>(values, values);
  choices.set(choice, values);
  return choice;
};

const orNull = (field: z.ZodType): z.ZodType => {
  const values = choices.get(field);
  return values ? choiceOf(values, [...values, null]) : field.nullable();
};

const nullable = <S extends Shape>(fields: S): { [K in keyof S]: z.ZodNullable<S[K]> } =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, orNull(field)])) as never;

/** A PATCH of an object: absent members are kept, null clears. */
export type ChangeOf<T> = { [K in keyof T]?: T[K] | null };

/** Limits a document's size in bytes as JSON, and states the limit in the API document. */
const limitBytes = <T extends z.ZodType>(schema: T, maxBytes: number): T =>
  schema.superRefine((value, context) => {
    if (!isLargerJson(value, maxBytes)) return;
    const message = `is larger than ${maxBytes} bytes as JSON: keep less in it`;
    context.addIssue({ code: 'custom', message, params: { code: 'too_large' } });
  });

/**
 * Defines a reference object whose members are all optional. Requests drop unset and unknown members; replies contain
 * only the listed members. An accepted value can be stored and returned as it is. `change` is the request of a PATCH,
 * which distinguishes null from absence. `maxBytes` limits requests. `neverZero` names the numbers that cannot be 0, such as
 * a length or a quantity: the 0 of a Go client means that the member is not set.
 */
export const referenceObject = <S extends Shape>(
  id: string,
  fields: (way: Way) => S,
  { maxBytes, neverZero = [] }: { maxBytes?: number; neverZero?: readonly (keyof S & string)[] } = {},
) => {
  const dropZeros = (value: unknown): unknown =>
    isObject(value) && neverZero.some((name) => value[name] === 0)
      ? Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== 0 || !neverZero.includes(name)))
      : value;
  const named = (schema: z.ZodType, name: string): z.ZodType =>
    maxBytes === undefined
      ? schema.meta(componentOf(name))
      : limitBytes(schema, maxBytes).meta({ ...componentOf(name), 'x-max-bytes': maxBytes });
  const reply = z.strictObject(fields('reply')).partial().meta({ id });
  const request = z.preprocess(
    (value) => dropZeros(drop(isAbsent)(dropNulls(value, true))),
    named(z.object(fields('request')).partial(), `${id}Input`),
  );
  const change = z.preprocess(
    (value) => dropZeros(drop(isUnset)(dropNulls(value, false))),
    named(z.object(nullable(fields('request'))).partial(), `${id}Change`),
  );
  // All have the same members; only the wrapping differs.
  return {
    reply,
    request: request as unknown as z.ZodType<z.output<typeof reply>, z.input<typeof reply>>,
    change: change as unknown as z.ZodType<ChangeOf<z.output<typeof reply>>, ChangeOf<z.input<typeof reply>>>,
  };
};

/** A point in time inside a document stored as JSON; keeps the caller's offset. */
export const timeText = z
  .string()
  .overwrite((value) => value.toUpperCase())
  .refine(isWritableTime, 'must be an RFC 3339 time with an offset, in the years 1 to 9999 UTC')
  .meta({ format: 'date-time' });
