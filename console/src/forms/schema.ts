import type { Schema } from '../api/document.ts';
import type { FieldFault } from '../api/problem.ts';

export type Shape =
  | { kind: 'choice'; words: string[] }
  | { kind: 'yes-no' }
  | { kind: 'number'; isWhole: boolean }
  | { kind: 'text'; isLong: boolean }
  | { kind: 'time' }
  | { kind: 'day' }
  | { kind: 'words' }
  | { kind: 'list'; item: Schema }
  | { kind: 'object'; properties: Record<string, Schema>; required: readonly string[] }
  | { kind: 'json' };

export type Schemas = Record<string, Schema>;

/** Follows references, and takes the part of a choice that is not null. */
export const resolve = (schema: Schema, schemas: Schemas): Schema => {
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
    return resolve({ ...target, ...(schema.description ? { description: schema.description } : {}) }, schemas);
  }
  const options = schema.anyOf ?? schema.oneOf;
  const [first, ...others] = (options ?? []).filter(({ type }) => type !== 'null');
  if (first && others.length === 0)
    return resolve({ ...first, description: schema.description ?? first.description }, schemas);
  return schema;
};

/** The fields of a body that has one of several shapes: all of them, of which only those in every shape are required. */
export const optionsTogether = (schema: Schema, schemas: Schemas): Schema => {
  const options = (schema.oneOf ?? schema.anyOf ?? []).map((one) => resolve(one, schemas));
  if (schema.properties || options.length < 2 || options.some(({ properties }) => !properties)) return schema;
  const names = [...new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const properties = names.map((name): [string, Schema] => {
    const given = options.flatMap(({ properties: own = {} }) => (own[name] ? [resolve(own[name], schemas)] : []));
    const words = given.flatMap((one) => one.enum ?? (typeof one.const === 'string' ? [one.const] : []));
    return [name, { ...given[0], ...(words.length > 0 ? { enum: [...new Set(words)] } : {}) }];
  });
  const required = names.filter((name) => options.every((one) => one.required?.includes(name)));
  return { ...schema, properties: Object.fromEntries(properties), required };
};

const longText = 300;

const isScalar = ({ type, properties }: Schema): boolean =>
  properties === undefined && [type].flat().some((one) => one === 'string' || one === 'integer');

/** How a form shows a value of this schema. */
export const shapeOf = (given: Schema, schemas: Schemas): Shape => {
  const schema = resolve(given, schemas);
  const types = [schema.type].flat();
  if (schema.enum) return { kind: 'choice', words: schema.enum.filter((word): word is string => Boolean(word)) };
  if (schema.properties && Object.keys(schema.properties).length > 0)
    return { kind: 'object', properties: schema.properties, required: schema.required ?? [] };
  if (types.includes('array')) {
    const item = resolve(schema.items ?? {}, schemas);
    return isScalar(item) && !item.enum ? { kind: 'words' } : item.enum ? { kind: 'words' } : { kind: 'list', item };
  }
  if (types.includes('boolean')) return { kind: 'yes-no' };
  if (types.includes('integer')) return { kind: 'number', isWhole: true };
  if (types.includes('number')) return { kind: 'number', isWhole: false };
  if (schema.format === 'date-time') return { kind: 'time' };
  if (schema.format === 'date') return { kind: 'day' };
  if (types.includes('string')) return { kind: 'text', isLong: (schema.maxLength ?? 0) > longText };
  if (schema.anyOf?.some((one) => resolve(one, schemas).format === 'date')) return { kind: 'day' };
  return { kind: 'json' };
};

type Box = Record<string, unknown> | unknown[];

/** A copy with one value changed. Undefined removes it. */
export const setAt = (value: unknown, path: readonly (string | number)[], next: unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  const copy: Box = Array.isArray(value) ? [...value] : { ...(value as Record<string, unknown> | undefined) };
  const inner = setAt((copy as Record<string | number, unknown>)[name], rest, next);
  if (inner === undefined && !Array.isArray(copy)) delete copy[name as string];
  else (copy as Record<string | number, unknown>)[name] = inner;
  return copy;
};

/** The schema of a member, by its path from the root of the request. */
export const schemaAt = (root: Schema, path: string, schemas: Schemas): Schema =>
  path.split('.').reduce<Schema>((schema, name) => resolve(schema, schemas).properties?.[name] ?? {}, root);

export const faultOf = (faults: readonly FieldFault[], path: string): string | undefined =>
  faults.find((fault) => fault.path === path)?.message;
