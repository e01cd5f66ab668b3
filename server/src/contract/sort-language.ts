import { sortableNames } from './field-names.ts';
import { type Fields, findField } from './fields.ts';
import { queryError } from './query/error.ts';

type Direction = 'asc' | 'desc';
export type SortKey = { readonly field: string; readonly direction: Direction };

/** A total order: `id` is its last key, or among the keys that the caller gave. */
export type Sort = readonly SortKey[];

const maxKeys = 8;

/**
 * Parses `s`: `creation_time:desc,name:asc` or `-creation_time,name`, at most 8 keys. Absent or empty it is
 * `-creation_time` (or `-id`, which also follows time, if the list has no such field). Unless given, `id` is appended
 * in the direction of the last key, so that one index read in one direction serves the whole order. Empty columns come
 * last in both directions. Throws a QueryError with path `s`.
 */
export const parseSort = (text: string | undefined, fields: Fields): Sort => {
  const keys = text === undefined || text === '' ? defaultKeys(fields) : readKeys(text, fields);
  const last = keys.at(-1);
  if (last === undefined) return [{ field: 'id', direction: 'desc' }];
  return keys.some((key) => key.field === 'id') ? keys : [...keys, { field: 'id', direction: last.direction }];
};

/** The canonical text of an order, including the tie-breaker; `parseSort` reads it back. */
export const printSort = (sort: Sort): string => sort.map((key) => `${key.field}:${key.direction}`).join(',');

const defaultKeys = (fields: Fields): SortKey[] =>
  findField(fields, 'creation_time')?.sortable ? [{ field: 'creation_time', direction: 'desc' }] : [];

const readKeys = (text: string, fields: Fields): SortKey[] => {
  const keys: SortKey[] = [];
  let index = 0;
  for (const item of text.split(',', maxKeys + 2)) {
    const start = index + (item.length - item.trimStart().length);
    const key = readKey(text, item.trim(), start, fields);
    if (keys.some((other) => other.field === key.field)) {
      throw queryError('s', text, start, `"${key.field}" is named twice`);
    }
    // The canonical text of eight keys has the ID as a ninth.
    if (keys.length >= maxKeys && key.field !== 'id')
      throw queryError('s', text, start, `at most ${maxKeys} sort keys`);
    keys.push(key);
    index += item.length + 1;
  }
  return keys;
};

const sortItem = /^(?:([-+]?)([^\s:+-]+)|([^\s:+-]+):(asc|desc))$/;

const readKey = (text: string, item: string, start: number, fields: Fields): SortKey => {
  if (item === '') throw queryError('s', text, start, 'a sort key is missing');
  const [, sign, signed, plain, direction] = sortItem.exec(item) ?? [];
  const name = signed ?? plain;
  if (name === undefined) {
    throw queryError('s', text, start, 'a sort key is written name, -name, name:asc or name:desc');
  }
  const field = findField(fields, name);
  const shown = JSON.stringify(name.slice(0, 40));
  if (!field) {
    throw queryError(
      's',
      text,
      start,
      `unknown column ${shown}; lists are sorted by ${sortableNames(fields).join(', ')}`,
    );
  }
  if (!field.sortable && name !== 'id') {
    throw queryError('s', text, start, `lists are not sorted by ${shown}, but by ${sortableNames(fields).join(', ')}`);
  }
  return { field: name, direction: sign === '-' || direction === 'desc' ? 'desc' : 'asc' };
};
