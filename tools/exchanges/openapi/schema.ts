/** Converts OpenAPI 3.0 schemas to JSON Schema that rejects unknown members. */

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that do not constrain a value. */
const silent = new Set([
  'example',
  'examples',
  'discriminator',
  'xml',
  'externalDocs',
  'deprecated',
  'title',
  'default',
]);

/**
 * A schema whose objects accept only the members that they name. `nullable` becomes a type, and matching one of several
 * variants is enough.
 */
export const strictSchema = (schema: unknown, isMembers = false): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => strictSchema(each));
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(([key]) => isMembers || !(silent.has(key) || key.startsWith('x-')))
    .map(([key, value]): [string, unknown] =>
      isMembers || key !== 'properties'
        ? [!isMembers && key === 'oneOf' ? 'anyOf' : key, strictSchema(value)]
        : [key, strictSchema(value, true)],
    );
  const strict: Schema = Object.fromEntries(entries);
  if (isMembers) return strict;
  const { nullable, type } = strict;
  delete strict.nullable;
  if (nullable === true && typeof type === 'string') strict.type = [type, 'null'];
  const isOpen = strict.allOf || strict.anyOf || strict.additionalProperties !== undefined;
  return isObject(strict.properties) && !isOpen ? { ...strict, additionalProperties: false } : strict;
};
