import { z } from 'zod';
import { type Field, type Fields, fieldOf } from '../fields.ts';
import { printSort, type Sort } from '../sort-language.ts';
import { parameterError } from './error.ts';
import { parseTime } from './time.ts';

/** A row's sort keys, the ID last: numbers and UUIDs as text, times in RFC 3339. */
export type PageKey = readonly (string | boolean | null)[];

/** Where a page begins: after the row with this key, which was the `offset`-th row so far. */
export type PageStart = { readonly key: PageKey; readonly offset: number };

/** What a token is bound to: it is refused with another order, list, organization or filter. */
type PageScope = { readonly sort: Sort; readonly filter: string };

const maxLength = 8192;

const tokenShape = z.strictObject({
  v: z.literal(1),
  s: z.string(),
  q: z.string(),
  k: z.array(z.union([z.string(), z.boolean(), z.null()])),
  o: z.int().min(0),
});

/**
 * Encodes a `page_token`. It is opaque but not signed: it holds only a position in an order. Whatever position a caller
 * makes up, the list's conditions (its organization first) still apply after it.
 */
export const encodePageToken = (start: PageStart, scope: PageScope): string => {
  const token = { v: 1, s: printSort(scope.sort), q: scope.filter, k: start.key, o: start.offset };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
};

/** Decodes a `page_token`. Throws a QueryError with path `page_token` unless it was made for this order and filter. */
export const decodePageToken = (text: string, scope: PageScope, fields: Fields): PageStart => {
  const token = tokenShape.safeParse(readJson(text));
  if (!token.success)
    throw parameterError(
      'page_token',
      'must be a page token as the Link header of the page before has it; without one, the first page is answered',
    );
  const { s, q, k, o } = token.data;
  if (s !== printSort(scope.sort))
    throw parameterError('page_token', 'the page token belongs to another order (s); request the first page again');
  if (q !== scope.filter)
    throw parameterError(
      'page_token',
      'the page token belongs to another list, organization or filter; request the first page again',
    );
  const fits = k.length === scope.sort.length && scope.sort.every((key, index) => fitsKey(key.field, k[index], fields));
  if (!fits)
    throw parameterError(
      'page_token',
      'must be a page token as the Link header of the page before has it; without one, the first page is answered',
    );
  return { key: k, offset: o };
};

const readJson = (text: string): unknown => {
  if (text.length > maxLength || !/^[\w-]+$/.test(text)) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
};

const fitsKey = (name: string, value: string | boolean | null | undefined, fields: Fields): boolean => {
  const field = fieldOf(fields, name);
  if (value === null) return name !== 'id' && field.required !== true;
  return value !== undefined && fitsField(field, value);
};

const int8Max = 2n ** 63n - 1n;

/** Whether PostgreSQL accepts the value as the field's type: a forged token must not cause a database error. */
const fitsField = (field: Field, value: string | boolean): boolean => {
  if (field.type === 'boolean' || typeof value === 'boolean')
    return field.type === 'boolean' && typeof value === 'boolean';
  switch (field.type) {
    case 'text':
    case 'enum':
      return !value.includes('\0') && value.isWellFormed();
    case 'number':
      return /^-?\d{1,100}(\.\d{1,100})?$/.test(value);
    case 'integer':
      return /^-?\d{1,19}$/.test(value) && BigInt(value) <= int8Max && BigInt(value) >= -int8Max;
    case 'time':
      return parseTime(value) !== null;
    case 'id':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
  }
};
