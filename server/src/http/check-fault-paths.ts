import { z } from 'zod';
import type { Described } from '../contract/endpoint.ts';
import { type PartnerDocumentName, partnerDocuments } from '../contract/partner-documents/documents.ts';
import { schemaOfDocument } from '../contract/partner-documents/schema.ts';

/**
 * In tests the service checks that every fault of a 400 names a place in the request: a parameter, a header, or a member of the body that was sent or
 * that its schema has.
 */

type Json = { readonly [key: string]: unknown };

/** A schema with the document that its references are of. */
type Place = { schema: Json; root: Json };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const documentSchema = (name: string): Json | undefined => {
  const document = partnerDocuments[name as PartnerDocumentName];
  return document && schemaOfDocument(document);
};

const atReference = (root: Json, reference: string): unknown =>
  documentSchema(reference.replace('#/components/schemas/', '')) ??
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);

/** The forms that a value may have: of a schema, of the one it refers to, and of each of its variants. */
const formsOf = (schema: unknown, root: Json): Place[] => {
  if (!isObject(schema)) return [];
  const { $ref, 'x-document': document, anyOf, oneOf, allOf } = schema;
  if (typeof document === 'string') return formsOf(documentSchema(document), root);
  if (typeof $ref === 'string') return formsOf(atReference(root, $ref), root);
  const variants = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [{ schema, root }, ...variants.flatMap((variant) => formsOf(variant, root))];
};

const schemas = new WeakMap<Described, Json>();

const schemaOf = (endpoint: Described): Json => {
  const known = schemas.get(endpoint);
  if (known) return known;
  const made = endpoint.body ? z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) : {};
  schemas.set(endpoint, made as Json);
  return made as Json;
};

const isIndex = (segment: string): boolean => /^(0|[1-9]\d*)$/.test(segment);

/** The forms of a member or an item. */
const formsIn = (forms: readonly Place[], segment: string): Place[] =>
  forms.flatMap(({ schema, root }) => {
    const { properties, items, additionalProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, segment)) return formsOf(properties[segment], root);
    if (isIndex(segment) && isObject(items)) return formsOf(items, root);
    return formsOf(additionalProperties, root);
  });

const hasMember = (forms: readonly Place[], name: string): boolean =>
  forms.some(({ schema: { properties } }) => isObject(properties) && Object.hasOwn(properties, name));

/** Whether an object may have members that its schema does not name: any at all, or besides those that it names. */
const opennessOf = (forms: readonly Place[]): 'closed' | 'besides' | 'any' => {
  const open = forms.filter(
    ({ schema: { type, anyOf, oneOf, allOf, properties, additionalProperties } }) =>
      (type === undefined || type === 'object') &&
      !(anyOf || oneOf || allOf) &&
      (!properties || isObject(additionalProperties) || additionalProperties === true),
  );
  if (forms.length > 0 && open.length === 0) return 'closed';
  return open.every(({ schema }) => !schema.properties) ? 'any' : 'besides';
};

/** The names of members of an object with which a path may begin: names may contain dots. */
const firstNames = (value: unknown, path: readonly string[]): string[] =>
  path
    .map((_, index) => path.slice(0, index + 1).join('.'))
    .filter((name) => isObject(value) && Object.hasOwn(value, name));

/** Values that count as absent in documents of partners, so that their required members are missing (decision 0247). */
const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a path leads to a member that the body has, or may have by its schema. An item of a list must have been sent. */
const isInBody = (value: unknown, forms: readonly Place[], path: readonly string[]): boolean => {
  const [first, ...others] = path;
  if (first === undefined) return true;
  if (Array.isArray(value) && value.length > 0)
    return (
      isIndex(first) && Number(first) < value.length && isInBody(value[Number(first)], formsIn(forms, first), others)
    );
  const sent = firstNames(value, path);
  if (isObject(value) && sent.length > 0)
    return sent.some((name) => isInBody(value[name], formsIn(forms, name), path.slice(name.split('.').length)));
  if (hasMember(forms, first)) return isInBody(undefined, formsIn(forms, first), others);
  const openness = opennessOf(forms);
  if (openness === 'any') return isObject(value) || isUnset(value);
  return openness === 'besides' && others.length === 0 && isObject(value);
};

const headers: ReadonlySet<string> = new Set(['Host', 'If-Match', 'Idempotency-Key', 'Last-Event-ID']);

export type Sent = { query: unknown; body: unknown };

/** Whether a request has the place that a fault names; an empty path is the request as a whole. */
export const hasPath = (endpoint: Described, { query, body }: Sent, path: string): boolean => {
  if (path === '' || headers.has(path)) return true;
  // What could not be read is not known here.
  if (body === undefined && endpoint.body !== null) return true;
  const [first = ''] = path.split('.');
  if (first === 'dryRun' || Object.hasOwn(endpoint.params, first)) return true;
  if (Object.hasOwn(endpoint.query?.shape ?? {}, first) || (isObject(query) && Object.hasOwn(query, path))) return true;
  if (endpoint.form) return path === 'file';
  // A text of lines, which has no members.
  if (typeof body === 'string' && /^(header|line\.\d+(\..+)?)$/s.test(path)) return true;
  const sent = path.endsWith('…') ? path.slice(0, path.lastIndexOf('.')) : path;
  const schema = schemaOf(endpoint);
  return isInBody(body, formsOf(schema, schema), sent.split('.'));
};
