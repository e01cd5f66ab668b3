import { z } from 'zod';
import { type PartnerDocumentName, partnerDocuments } from '../partner-documents/documents.ts';
import { schemaOfDocument } from '../partner-documents/schema.ts';
import { isJson, type Json, refTo } from './json.ts';

/** Converts schemas to JSON Schema, and collects the named ones. */
export type Components = {
  readonly schemas: Record<string, Json>;
  write(schema: z.ZodType, io: 'input' | 'output'): Json;
};

/** Keywords, if they hold a string. A property with such a name holds a schema. */
const ownKeys = new Set(['$schema', 'id', 'x-component']);

/** Omits the bounds that the parser adds to every integer; they carry no information. */
const withoutParserBounds = (json: Json): void => {
  if (json.type !== 'integer' && json.type !== 'number') return;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

const written = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutParserBounds(jsonSchema as Json),
  }) as Json;

/**
 * Named schemas are written once: an `id` names the reply schema, and the request schema has the suffix `Input`; an
 * `x-component` is used unchanged. Partner documents (`x-document`) are added with everything they refer to.
 */
export const createComponents = (): Components => {
  const schemas: Record<string, Json> = {};

  const addDocument = (name: string): void => {
    const document = partnerDocuments[name as PartnerDocumentName];
    if (!document || name in schemas) return;
    const schema = schemaOfDocument(document);
    schemas[name] = schema;
    for (const [, inner] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      addDocument(inner ?? '');
  };

  const place = (value: unknown, suffix: string): unknown => {
    if (Array.isArray(value)) return value.map((member) => place(member, suffix));
    if (!isJson(value)) return value;
    const { id, 'x-component': component, 'x-document': document } = value;
    if (typeof document === 'string') {
      addDocument(document);
      return { ...refTo('schemas', document), ...described(value) };
    }
    const out: Json = Object.fromEntries(
      Object.entries(value)
        .filter(([key, member]) => typeof member !== 'string' || !ownKeys.has(key))
        .map(([key, member]) => [key, place(member, suffix)]),
    );
    if (typeof out.$ref === 'string' && out.$ref.startsWith('#/$defs/'))
      Object.assign(out, refTo('schemas', `${out.$ref.slice('#/$defs/'.length)}${suffix}`));
    const name = typeof component === 'string' ? component : typeof id === 'string' ? `${id}${suffix}` : undefined;
    if (name === undefined) return out;
    schemas[name] = out;
    return refTo('schemas', name);
  };

  const described = ({ description }: Json): Json => (description === undefined ? {} : { description });

  return {
    schemas,
    write(schema, io) {
      const suffix = io === 'input' ? 'Input' : '';
      const { $defs, ...rest } = written(schema, io);
      for (const [id, definition] of Object.entries(isJson($defs) ? $defs : {}))
        place({ ...(definition as Json), id }, suffix);
      return place(rest, suffix) as Json;
    },
  };
};
