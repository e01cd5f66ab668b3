import { readReferenceSchemas, referenceIsMissing } from './reference-schemas.ts';

type Json = Record<string, unknown>;
export type ReferenceSchema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly $ref?: string;
  readonly allOf?: readonly ReferenceSchema[];
  readonly properties?: Readonly<Record<string, ReferenceSchema>>;
  readonly items?: ReferenceSchema;
};

const schemas = (referenceIsMissing ? {} : readReferenceSchemas()) as Readonly<Record<string, ReferenceSchema>>;

const meant = (schema: ReferenceSchema | undefined): ReferenceSchema => {
  const ref = schema?.$ref ?? schema?.allOf?.[0]?.$ref;
  return ref ? meant(schemas[ref.slice(2)]) : (schema ?? {});
};

type Fill = (member: ReferenceSchema, depth: number) => unknown;

/** The deepest structs that are written empty; types of the reference contain one another. */
const depthMax = 6;

/** What a Go client without `omitempty` writes for a member that is not set. */
const zero = (lists: unknown, maps: unknown, structs: 'null' | 'whole'): Fill => {
  const fill: Fill = (member, depth) => {
    const { type, format, properties } = meant(member);
    const [kind] = [type].flat();
    if (kind === 'array') return lists;
    if (kind === 'integer' || kind === 'number') return 0;
    if (kind === 'boolean') return false;
    if (kind === 'string') return format === 'date-time' ? '0001-01-01T00:00:00Z' : '';
    if (!properties) return maps;
    if (structs === 'null' || depth > depthMax) return null;
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fill(one, depth + 1)]));
  };
  return fill;
};

/** How clients of several languages write members that are not set. */
export const unsetValues: Readonly<Record<string, Fill>> = {
  nulls: () => null,
  'zero values, with null for what is none': zero(null, null, 'null'),
  'zero values in lists, maps and structs': zero([], {}, 'whole'),
};

/** The body with every member of the reference added, wherever the body has an object. */
export const filledUp = (schema: ReferenceSchema, body: unknown, fill: Fill, depth = 0): unknown => {
  const { properties, items } = meant(schema);
  if (Array.isArray(body)) return body.map((item) => filledUp(items ?? {}, item, fill, depth));
  if (typeof body !== 'object' || body === null || !properties) return body;
  const filled = Object.entries(properties).map(([name, member]) => {
    const given = (body as Json)[name];
    return [name, given === undefined ? fill(member, depth + 1) : filledUp(member, given, fill, depth + 1)];
  });
  return { ...body, ...Object.fromEntries(filled) };
};
