import { type Kind, type PartnerDocument, partsOf } from './notation.ts';

type Json = Record<string, unknown>;

const plain: Readonly<Record<string, Json>> = {
  text: { type: 'string' },
  'date-time': { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object', additionalProperties: true },
  any: {},
};

/** The JSON Schema of a kind; documents are referenced under `#/components/schemas`. */
const schemaOfKind = (kind: Kind): Json => {
  const parts = partsOf(kind);
  if (parts.is === 'list') return { type: 'array', items: schemaOfKind(parts.of) };
  if (parts.is === 'map') return { type: 'object', additionalProperties: schemaOfKind(parts.of) };
  if (parts.is === 'words') return { type: 'string', enum: [...parts.words] };
  return parts.is === 'plain' ? { ...plain[parts.name] } : { $ref: `#/components/schemas/${parts.name}` };
};

/** The JSON Schema of a document; additional members are allowed. */
export const schemaOfDocument = ({ about, members }: PartnerDocument): Json => ({
  type: 'object',
  description: about,
  properties: Object.fromEntries(
    Object.entries(members).map(([name, [kind, description]]) => [name, { ...schemaOfKind(kind), description }]),
  ),
  additionalProperties: true,
});
