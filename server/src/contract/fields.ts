import type { IdPrefix } from '../kit/ids.ts';

type Common = {
  /** The SQL column, real or stored generated; may be qualified (`offer.name`). */
  readonly column: string;
  /** May be named in `s`. Only for short values: the last row's keys travel in `page_token`. */
  readonly sortable?: boolean;
  /** The column is NOT NULL. A plain index `(org_id, column, id)` then serves both directions and deep pages. */
  readonly required?: boolean;
  /** The query parameter of the lists that asks for equal values; an index serves it. */
  readonly filter?: string;
};

/**
 * One filterable column. `text` and `enum` are text of collation "C" in SQL, `number` is
 * `numeric`, `integer` any integer, `time` `timestamptz`, `id` a `uuid` that clients see as a TypeID.
 */
export type Field =
  | (Common & { readonly type: 'text' | 'number' | 'integer' | 'boolean' })
  | (Common & {
      readonly type: 'time';
      /** The query parameters of the lists that ask for days, UTC, the first and the last one included. */
      readonly days?: readonly [first: string, last: string];
    })
  | (Common & { readonly type: 'enum'; readonly values?: readonly string[] })
  | (Common & { readonly type: 'id'; readonly prefix: IdPrefix });

export type FieldType = Field['type'];

/**
 * The closed list of what `q` and `s` may name, keyed by snake_case column or dotted path (`info.currency`). Every list
 * has `id`, NOT NULL and unique within what is listed: it is the last tie-breaker of every order.
 */
export type Fields = Readonly<Record<string, Field>> & { readonly id: Field };

/** Answers the uuid behind a TypeID of that prefix, or null; `decodeId` of `kit/ids.ts`. */
export type DecodeId = (prefix: IdPrefix, text: string) => string | null;

/** The field of that name; undefined for a name outside the list, `constructor` and its like included. */
export const findField = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The field of a name that was already checked by a parser. */
export const fieldOf = (fields: Fields, name: string): Field => {
  const field = findField(fields, name);
  if (!field) throw new Error(`"${name}" is not in the list of fields that it was parsed with`);
  return field;
};
