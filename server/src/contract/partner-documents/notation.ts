/**
 * The notation for a member's kind: a plain kind, the name of another document, `…[]` for a list, `map of …` for an
 * object with arbitrary names, or a closed list of words. `date-time` is RFC 3339, `object` any object, `any` any
 * value.
 */
type Plain = 'text' | 'date-time' | 'integer' | 'number' | 'boolean' | 'object' | 'any' | (string & {});
export type Kind = Plain | readonly string[] | { readonly listOf: Kind } | { readonly mapOf: Kind };

export type Members = Readonly<Record<string, readonly [Kind, string]>>;

export type PartnerDocument = { readonly about: string; readonly members: Members };

export type PartnerDocuments = Readonly<Record<string, PartnerDocument>>;

/** A list of lists or of words. */
export const listOf = <const K extends Kind>(kind: K): { readonly listOf: K } => ({ listOf: kind });

/** An object with arbitrary names whose values are lists or words. */
export const mapOf = <const K extends Kind>(kind: K): { readonly mapOf: K } => ({ mapOf: kind });

/** A kind in parsed form, whichever notation was used. */
export type Parts =
  | { is: 'plain'; name: 'text' | 'date-time' | 'integer' | 'number' | 'boolean' | 'object' | 'any' }
  | { is: 'document'; name: string }
  | { is: 'words'; words: readonly string[] }
  | { is: 'list'; of: Kind }
  | { is: 'map'; of: Kind };

const plain: ReadonlySet<string> = new Set(['text', 'date-time', 'integer', 'number', 'boolean', 'object', 'any']);

export const partsOf = (kind: Kind): Parts => {
  if (typeof kind !== 'string') {
    if ('listOf' in kind) return { is: 'list', of: kind.listOf };
    if ('mapOf' in kind) return { is: 'map', of: kind.mapOf };
    return { is: 'words', words: kind };
  }
  if (kind.endsWith('[]')) return { is: 'list', of: kind.slice(0, -2) };
  if (kind.startsWith('map of ')) return { is: 'map', of: kind.slice('map of '.length) };
  return plain.has(kind) ? ({ is: 'plain', name: kind } as Parts) : { is: 'document', name: kind };
};
