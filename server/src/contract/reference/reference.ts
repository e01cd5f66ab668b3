import { z } from 'zod';
import { isRawNumber } from '../../kit/json.ts';
import { isLargerJson } from '../../kit/json-size.ts';
import { isGoZeroTime, isWritableTime, parseTime } from '../../kit/time.ts';
import { componentOf } from '../shapes.ts';

/** A reference object is described once and stands in requests and in replies. */
export type Way = 'request' | 'reply';

type Shape = Record<string, z.ZodType>;

/** Go clients send `""`, the zero time and null for what they do not set. */
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

/** Without members that are null: what is stored has none. `everywhere`: not only in lists, whose items a change replaces. */
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
 * One of a closed list, at places where the reference's own document says "object" (a quirk of its generator) though text
 * is sent. The document of this service allows both types and lists the words, so that only they are valid and clients
 * that were made from either document agree.
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

/** What a PATCH says of an object: an absent member keeps, null clears. */
export type ChangeOf<T> = { [K in keyof T]?: T[K] | null };

/** Bounds a document in bytes as JSON; the document of the API says so. */
const limitBytes = <T extends z.ZodType>(schema: T, maxBytes: number): T =>
  schema.superRefine((value, context) => {
    if (!isLargerJson(value, maxBytes)) return;
    const message = `is larger than ${maxBytes} bytes as JSON: keep less in it`;
    context.addIssue({ code: 'custom', message, params: { code: 'too_large' } });
  });

/**
 * A reference object whose members are all optional. In requests members that mean "absent" and unknown members are
 * dropped; replies hold nothing beyond the listed members. What was accepted can be stored and answered as it is.
 * `change` is the request of a PATCH: there null is told from absence. `maxBytes` bounds what requests send.
 */
export const referenceObject = <S extends Shape>(
  id: string,
  fields: (way: Way) => S,
  { maxBytes }: { maxBytes?: number } = {},
) => {
  const named = (schema: z.ZodType, name: string): z.ZodType =>
    maxBytes === undefined
      ? schema.meta(componentOf(name))
      : limitBytes(schema, maxBytes).meta({ ...componentOf(name), 'x-max-bytes': maxBytes });
  const reply = z.strictObject(fields('reply')).partial().meta({ id });
  const request = z.preprocess(
    (value) => drop(isAbsent)(dropNulls(value, true)),
    named(z.object(fields('request')).partial(), `${id}Input`),
  );
  const change = z.preprocess(
    (value) => drop(isUnset)(dropNulls(value, false)),
    named(z.object(nullable(fields('request'))).partial(), `${id}Change`),
  );
  // All hold the same members; only what surrounds them differs.
  return {
    reply,
    request: request as unknown as z.ZodType<z.output<typeof reply>, z.input<typeof reply>>,
    change: change as unknown as z.ZodType<ChangeOf<z.output<typeof reply>>, ChangeOf<z.input<typeof reply>>>,
  };
};

/** A point in time inside a document that is stored as JSON, kept in the caller's offset. */
export const timeText = z
  .string()
  .overwrite((value) => value.toUpperCase())
  .refine(isWritableTime, 'must be an RFC 3339 time with an offset, in the years 1 to 9999 UTC')
  .meta({ format: 'date-time' });
