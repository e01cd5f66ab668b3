import { z } from 'zod';

/** A reference object is described once and stands in requests and in replies. */
export type Way = 'request' | 'reply';

type Shape = Record<string, z.ZodType>;

const zeroTime = '0001-01-01T00:00:00Z';

/** Go clients send `""`, the zero time and null for what they do not set. */
const isAbsent = (value: unknown): boolean => value === null || value === '' || value === zeroTime;

const dropAbsent = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isAbsent)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isAbsent(member)))
    : value;

/**
 * A reference object whose members are all optional. In requests members that mean "absent" and unknown members are
 * dropped; replies hold nothing beyond the listed members. What was accepted can be stored and answered as it is.
 */
export const referenceObject = <S extends Shape>(id: string, fields: (way: Way) => S) => {
  const reply = z.strictObject(fields('reply')).partial().meta({ id });
  const request = z.preprocess(dropAbsent, z.object(fields('request')).partial());
  // Both hold the same members; only what surrounds them differs.
  return { reply, request: request as unknown as z.ZodType<z.output<typeof reply>, z.input<typeof reply>> };
};

/**
 * One of a closed list, at places where the reference's own document says "object" (a quirk of its generator) though text
 * is sent: described without a type, so that clients made from either document agree.
 */
export const untypedChoice = <const T extends readonly string[]>(values: T): z.ZodType<T[number]> =>
  z
    .custom<T[number]>((value) => values.includes(value as string), `must be one of ${values.join(', ')}`)
    .meta({ pattern: `^(${values.join('|')})$`, description: `Text: ${values.join(', ')}` });

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** A point in time inside a document that is stored as JSON, kept in the caller's spelling. */
export const timeText = z
  .string()
  .refine(
    (value) => timePattern.test(value) && !Number.isNaN(Date.parse(value)),
    'must be an RFC 3339 time with an offset',
  )
  .meta({ format: 'date-time' });
