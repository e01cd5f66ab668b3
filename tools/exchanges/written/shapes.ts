/**
 * Shapes of bodies that a partner documents only by pages and samples. They are JSON Schema; these builders keep a
 * table as short as the page that it represents. Objects accept only the members that they name.
 */
export type Shape = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Shape>>;

export const text: Shape = { type: 'string' };
/** A text that is not empty. */
export const someText: Shape = { type: 'string', minLength: 1 };
export const bool: Shape = { type: 'boolean' };
export const number: Shape = { type: 'number' };
export const whole: Shape = { type: 'integer' };
export const anyObject: Shape = { type: 'object' };
export const dateTime: Shape = { type: 'string', format: 'date-time' };
export const date: Shape = { type: 'string', format: 'date' };
export const uuid: Shape = { type: 'string', format: 'uuid' };
/** Also allows plain http, because the simulated partners' listener uses it. */
export const url: Shape = { type: 'string', pattern: '^https?://\\S+$' };

export const matching = (pattern: string): Shape => ({ type: 'string', pattern });
export const textOf = (minLength: number, maxLength: number): Shape => ({ type: 'string', minLength, maxLength });
export const wholeFrom = (minimum: number, maximum?: number): Shape => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
});
export const oneOf = (...words: readonly (string | number | boolean | null)[]): Shape => ({ enum: words });
export const listOf = (items: Shape, minItems = 0, maxItems?: number): Shape => ({
  type: 'array',
  items,
  minItems,
  ...(maxItems === undefined ? {} : { maxItems }),
});
export const mapOf = (values: Shape): Shape => ({ type: 'object', additionalProperties: values });
export const orNull = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });
export const anyOf = (...shapes: readonly Shape[]): Shape => ({ anyOf: shapes });

/** An object with its required and its optional members. */
export const object = (required: Members, optional: Members = {}): Shape => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});
export const empty: Shape = object({});
