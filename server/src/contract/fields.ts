import type { IdPrefix } from '../kit/ids.ts';

type Common = {
  /** The SQL column, either stored or generated; may be qualified (`offer.name`). */
  readonly column: string;
  /** May be used in `s`. Only for short values: the last row's keys are part of `page_token`. */
  readonly sortable?: boolean;
  /** The column is NOT NULL. A plain index `(org_id, column, id)` then serves both directions and deep pages. */
  readonly required?: boolean;
  /** The query parameter of lists that matches equal values; an index serves it. */
  readonly filter?: string;
};

/**
 * One filterable column. In SQL, `text` and `enum` are text of collation "C", `number` is `numeric`, `integer` any
 * integer, `time` `timestamptz`, and `id` a `uuid` that clients see as a TypeID.
 */
export type Field =
  | (Common & { readonly type: 'number' | 'integer' | 'boolean' })
  | (Common & {
      readonly type: 'text';
      /** The service stores it in small letters, such as addresses of users: what it is compared with is put so, too. */
      readonly isLower?: true;
    })
  | (Common & {
      readonly type: 'time';
      /** The query parameters of lists for a range of days in UTC, both inclusive. */
      readonly days?: readonly [first: string, last: string];
      /** The time of a row that this one is never before; a CHECK of the table says so. Both are NOT NULL. */
      readonly notBefore?: string;
    })
  | (Common & { readonly type: 'enum'; readonly values?: readonly string[] })
  | (Common & { readonly type: 'id'; readonly prefix: IdPrefix });

export type FieldType = Field['type'];

/**
 * The closed list of fields for `q` and `s`, keyed by snake_case column or dotted path (`info.currency`). Every list
 * has `id`, NOT NULL and unique within the list: it is the last tie-breaker of every order.
 */
export type Fields = Readonly<Record<string, Field>> & { readonly id: Field };

/** Returns the UUID of a TypeID with that prefix, or null; `decodeId` of `kit/ids.ts`. */
export type DecodeId = (prefix: IdPrefix, text: string) => string | null;

/** The field of that name; undefined for an unknown name, including `constructor` and other inherited ones. */
export const findField = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The field of a name that a parser has already checked. */
export const fieldOf = (fields: Fields, name: string): Field => {
  const field = findField(fields, name);
  if (!field) throw new Error(`"${name}" is not in the list of fields that it was parsed with`);
  return field;
};
