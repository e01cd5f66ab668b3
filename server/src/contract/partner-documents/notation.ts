/**
 * How a member is written: a plain kind, the name of another document, `…[]` for a list, `map of …` for an object with free
 * names, or the closed list of its words.
 */
type Plain = 'text' | 'date-time' | 'integer' | 'number' | 'boolean' | 'object' | 'any' | (string & {});
export type Kind = Plain | readonly string[] | { readonly listOf: Kind } | { readonly mapOf: Kind };

export type PartnerDocument = {
  readonly about: string;
  readonly members: Readonly<Record<string, readonly [Kind, string]>>;
};

export type PartnerDocuments = Readonly<Record<string, PartnerDocument>>;

/** A list of lists or of words. */
export const listOf = <const K extends Kind>(kind: K): { readonly listOf: K } => ({ listOf: kind });

/** An object with free names whose values are lists or words. */
export const mapOf = <const K extends Kind>(kind: K): { readonly mapOf: K } => ({ mapOf: kind });

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

/** The JSON Schema of a kind; documents are named below `#/components/schemas`. */
const schemaOfKind = (kind: Kind): Json => {
  if (typeof kind !== 'string') {
    if ('listOf' in kind) return { type: 'array', items: schemaOfKind(kind.listOf) };
    if ('mapOf' in kind) return { type: 'object', additionalProperties: schemaOfKind(kind.mapOf) };
    return { type: 'string', enum: [...kind] };
  }
  if (kind.endsWith('[]')) return { type: 'array', items: schemaOfKind(kind.slice(0, -2)) };
  if (kind.startsWith('map of ')) return { type: 'object', additionalProperties: schemaOfKind(kind.slice(7)) };
  return { ...(plain[kind] ?? { $ref: `#/components/schemas/${kind}` }) };
};

/** The JSON Schema of a document; it is open. */
export const schemaOfDocument = ({ about, members }: PartnerDocument): Json => ({
  type: 'object',
  description: about,
  properties: Object.fromEntries(
    Object.entries(members).map(([name, [kind, description]]) => [name, { ...schemaOfKind(kind), description }]),
  ),
  additionalProperties: true,
});
