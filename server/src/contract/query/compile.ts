import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DecodeId, type Field, type Fields, type FieldType, fieldOf } from '../fields.ts';
import type { QueryNode } from '../query-language.ts';
import type { Literal } from './literal.ts';
import { parseTime } from './time.ts';

/** The SQL type of a parameter compared with a field, given explicitly so that indexes of that type are used. */
export const sqlTypes = {
  text: 'text',
  enum: 'text',
  number: 'numeric',
  integer: 'bigint',
  boolean: 'boolean',
  time: 'timestamptz',
  id: 'uuid',
} as const satisfies Record<FieldType, string>;

/**
 * Compiles a query to an SQL condition; every value is a parameter. The logic is two-valued like QueryNode's, though
 * SQL's is three-valued: `!=` is `is distinct from`, `not_in` includes empty columns, and `not` treats unknown as
 * false. `and` and `or` need no such care: without a negation, unknown and false filter the same way. Backslash is the
 * escape character in patterns. Text is compared by code points, because its columns have collation "C". There, SQL's
 * `ilike` would fold only ASCII letters.
 */
export const compileQuery = (node: QueryNode, fields: Fields, decodeId: DecodeId): Expression<SqlBool> =>
  compile(node, { fields, decodeId });

/** Whether a column matches a pattern, ignoring case; the trigram indexes over `mos_fold` serve it. */
export const isLikeFolded = (column: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  sql`mos_fold(${column}) like mos_fold(${pattern}::text)`;

type Context = { readonly fields: Fields; readonly decodeId: DecodeId };

const always = sql<SqlBool>`true`;
const never = sql<SqlBool>`false`;

const compile = (node: QueryNode, context: Context): RawBuilder<SqlBool> => {
  switch (node.op) {
    case 'and':
      return sql`(${sql.join(
        node.nodes.map((each) => compile(each, context)),
        sql` and `,
      )})`;
    case 'or':
      return sql`(${sql.join(
        node.nodes.map((each) => compile(each, context)),
        sql` or `,
      )})`;
    case 'not':
      return compileNot(node.node, context);
    case 'is_null':
      return sql`${columnOf(node.field, context)} is null`;
    case 'like':
      return sql`${columnOf(node.field, context)} like ${cased(fieldOf(context.fields, node.field), node.pattern)}::text`;
    case 'ilike':
      return isLikeFolded(columnOf(node.field, context), node.pattern);
    case 'in':
    case 'not_in':
      return compileMembership(node, context);
    default:
      return compileComparison(node, context);
  }
};

const columnOf = (name: string, context: Context) => sql.ref(fieldOf(context.fields, name).column);

const compileNot = (node: QueryNode, context: Context): RawBuilder<SqlBool> => {
  // In this plain form, an index can serve it.
  if (node.op === 'is_null') return sql`${columnOf(node.field, context)} is not null`;
  return sql`not coalesce(${compile(node, context)}, false)`;
};

const compileMembership = (
  node: Extract<QueryNode, { op: 'in' | 'not_in' }>,
  context: Context,
): RawBuilder<SqlBool> => {
  const field = fieldOf(context.fields, node.field);
  const column = sql.ref(field.column);
  const values = node.values
    .map((value) => parameterFor(field, value, context.decodeId))
    .filter((value) => value !== null);
  if (values.length === 0) return node.op === 'in' ? never : always;
  const list = sql`${values}::${sql.raw(sqlTypes[field.type])}[]`;
  return node.op === 'in' ? sql`${column} = any(${list})` : sql`(${column} is null or ${column} <> all(${list}))`;
};

const compileComparison = (node: Extract<QueryNode, { value: Literal }>, context: Context): RawBuilder<SqlBool> => {
  const field = fieldOf(context.fields, node.field);
  const value = parameterFor(field, node.value, context.decodeId);
  if (value === null) return node.op === '!=' ? always : never;
  const operator = sql.raw(node.op === '!=' ? 'is distinct from' : node.op);
  return sql`${sql.ref(field.column)} ${operator} ${value}::${sql.raw(sqlTypes[field.type])}`;
};

/** The parameter for a literal; null for text that is not an ID. */
const parameterFor = (field: Field, literal: Literal, decodeId: DecodeId): string | boolean | null => {
  if (literal.type === 'boolean') return literal.value;
  if (field.type === 'id') return decodeId(field.prefix, literal.text);
  if (field.type === 'time') return parseTime(literal.text)?.text ?? null;
  return cased(field, literal.text);
};

/** A text in the case in which the field's column has its values. */
const cased = (field: Field, text: string): string =>
  field.type === 'text' && field.isLower ? text.toLowerCase() : text;
