import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Field, type Fields, fieldOf } from '../fields.ts';
import type { Sort, SortKey } from '../sort-language.ts';
import { sqlTypes } from './compile.ts';
import type { PageKey } from './page-token.ts';

/**
 * The `order by` of a sort, for one call of `orderBy`. Empty columns come last in both directions. For a NOT NULL
 * column, stating that would only prevent a plain index from being read backwards, so it is omitted.
 */
export const compileOrderBy = (sort: Sort, fields: Fields): RawBuilder<unknown> =>
  sql.join(
    sort.map((key) => {
      const direction = sql.raw(isRequired(key, fields) ? key.direction : `${key.direction} nulls last`);
      return sql`${columnOf(key, fields)} ${direction}`;
    }),
  );

/** A row's sort keys, exact to the last digit, as one JSON array: the content of a page token. */
export const compilePageKey = (sort: Sort, fields: Fields): RawBuilder<PageKey> =>
  sql<PageKey>`json_build_array(${sql.join(sort.map((key) => keyValue(fieldOf(fields, key.field))))})`;

/** The condition "comes after the row with this key", with empty columns last in both directions. */
export const compileKeyset = (key: PageKey, sort: Sort, fields: Fields): Expression<SqlBool> => {
  const steps = sort.map((sortKey, index) => stepOf(sortKey, key[index] ?? null, fields));
  const [first] = steps;
  if (!first) return sql<SqlBool>`false`;
  const oneDirection = sort.every((sortKey) => sortKey.direction === sort[0]?.direction);
  if (oneDirection && steps.every((step) => step.required)) {
    const columns = sql.join(steps.map((step) => step.column));
    return sql`(${columns}) ${first.after} (${sql.join(steps.map((step) => step.value))})`;
  }
  const chain = steps.reduceRight<RawBuilder<SqlBool>>((rest, step) => chainStep(step, rest), sql`false`);
  // Repeats what the chain implies for its first column, in a form that an index can serve.
  return first.required ? sql`(${first.column} ${first.after}= ${first.value} and ${chain})` : chain;
};

type Step = {
  readonly column: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
  readonly isNull: boolean;
  readonly required: boolean;
  readonly after: RawBuilder<unknown>;
};

const stepOf = (sortKey: SortKey, value: string | boolean | null, fields: Fields): Step => ({
  column: columnOf(sortKey, fields),
  value: sql`${value}::${sql.raw(sqlTypes[fieldOf(fields, sortKey.field).type])}`,
  isNull: value === null,
  required: isRequired(sortKey, fields),
  after: sql.raw(sortKey.direction === 'asc' ? '>' : '<'),
});

/** Either this column sorts after the key, or it equals the key and the following columns decide. */
const chainStep = ({ column, value, isNull, required, after }: Step, rest: RawBuilder<SqlBool>) => {
  if (isNull) return sql<SqlBool>`(${column} is null and ${rest})`;
  const isAfter = required ? sql`${column} ${after} ${value}` : sql`${column} ${after} ${value} or ${column} is null`;
  return sql<SqlBool>`(${isAfter} or (${column} = ${value} and ${rest}))`;
};

const columnOf = (key: SortKey, fields: Fields) => sql.ref(fieldOf(fields, key.field).column);

const isRequired = (key: SortKey, fields: Fields): boolean =>
  key.field === 'id' || fieldOf(fields, key.field).required === true;

/** Text for values that JavaScript would round or a session setting would reformat. */
const keyValue = (field: Field): RawBuilder<unknown> => {
  const column = sql.ref(field.column);
  if (field.type === 'time') return sql`(to_json(${column} at time zone 'UTC') #>> '{}') || 'Z'`;
  if (field.type === 'boolean' || field.type === 'text' || field.type === 'enum') return sql`${column}`;
  return sql`${column}::text`;
};
