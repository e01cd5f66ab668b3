import type { Field, Fields } from './fields.ts';

type Json = Record<string, unknown>;

const typeOf = (field: Field): string => {
  if (field.type === 'id') return `id ${field.prefix}_…`;
  return field.type === 'enum' && field.values ? `one of ${field.values.join(', ')}` : field.type;
};

/** Names of the fields that a query may use, for messages and for the API document. */
export const namesOfFields = (fields: Fields): string[] => Object.keys(fields);

/** Names of the fields by which lists can be sorted. */
export const sortableNames = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => name === 'id' || fields[name]?.sortable === true);

/**
 * The schemas that field lists are made from refer to the fields, so they are resolved only when the API document is
 * written.
 */
type Later = () => Fields;

const wordsOfFilter = (fields: Fields): string => {
  const named = Object.entries(fields).map(([name, field]) => `${name} (${typeOf(field)})`);
  return `A filter, such as (and (= status "ACTIVE") (ilike name "%acme%")). It may name: ${named.join('; ')}.`;
};

/** The schema of `q` in the API document: its field names in the description, and for programs in `x-fields`. */
export const describeFilter = (fields: Later): Json => ({
  get description() {
    return wordsOfFilter(fields());
  },
  get 'x-fields'() {
    return Object.entries(fields()).map(([name, field]) => ({
      name,
      type: field.type,
      sortable: name === 'id' || field.sortable === true,
      ...(field.type === 'enum' && field.values ? { values: field.values } : {}),
    }));
  },
});

/** The schema of `s` in the API document. */
export const describeOrder = (fields: Later): Json => ({
  get description() {
    return `An order, such as creation_time:desc,id:asc or -creation_time,id. Lists can be sorted by: ${sortableNames(fields()).join(', ')}.`;
  },
  get 'x-sortable'() {
    return sortableNames(fields());
  },
});
