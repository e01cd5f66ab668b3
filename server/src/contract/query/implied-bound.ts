import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Fields, fieldOf } from '../fields.ts';
import type { QueryNode } from '../query-language.ts';
import type { Sort } from '../sort-language.ts';
import { compileQuery } from './compile.ts';

/** The comparisons of a time that also hold for every later time, or for every earlier one. */
const keptBy = { later: { '>': '>', '>=': '>=', '=': '>=' }, earlier: { '<': '<', '<=': '<=', '=': '<=' } } as const;

/**
 * What a query says about the first field of an order because one time of a row is never before another one (`notBefore`): what was created
 * after X was last changed after X. It excludes no row, but tells the database where in the order the first row can be.
 * The fields of such a pair are never empty, so the bound needs no care for NULL.
 */
export const impliedBound = (
  query: QueryNode | null,
  [first]: Sort,
  fields: Fields,
): RawBuilder<SqlBool> | undefined => {
  if (!query || !first) return undefined;
  const bounds = conjunctsOf(query).flatMap((node) => boundOf(node, first.field, fields) ?? []);
  if (bounds.length === 0) return undefined;
  return sql<SqlBool>`${compileQuery({ op: 'and', nodes: bounds }, fields, () => null)}`;
};

const conjunctsOf = (node: QueryNode): readonly QueryNode[] =>
  node.op === 'and' ? node.nodes.flatMap(conjunctsOf) : [node];

const boundOf = (node: QueryNode, order: string, fields: Fields): QueryNode | undefined => {
  if (!('value' in node)) return undefined;
  const ops: Readonly<Record<string, '>' | '>=' | '<' | '<='>> | undefined =
    notBeforeOf(order, fields) === node.field
      ? keptBy.later
      : notBeforeOf(node.field, fields) === order
        ? keptBy.earlier
        : undefined;
  const op = ops?.[node.op];
  return op && { op, field: order, value: node.value };
};

const notBeforeOf = (name: string, fields: Fields): string | undefined => {
  const field = fieldOf(fields, name);
  return field.type === 'time' ? field.notBefore : undefined;
};
