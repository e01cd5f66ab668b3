import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { type Fields, fieldOf } from '../fields.ts';
import { countedBeforeEstimate, type PageRequest } from '../page.ts';
import type { QueryNode } from '../query-language.ts';
import type { Sort } from '../sort-language.ts';
import { impliedBound } from './implied-bound.ts';
import { compileOrderBy } from './keyset.ts';
import type { PageClauses } from './page-clauses.ts';

export type Loose = SelectQueryBuilder<Tables, never, object> & {
  where(condition: Expression<SqlBool>): Loose;
};

type Asked = {
  /** The rows of the list before the query of the page, with the columns that are shown. */
  all: Loose;
  /** Those of them that the query matches. */
  filtered: Loose;
  counted: RawBuilder<number>;
  page: PageRequest;
  clauses: PageClauses;
  fields: Fields;
};

/** The column with the UUIDs of a list's rows, if each row has its own: rows by day share the id of what they are of. */
const idColumnOf = ({ id }: Fields): string | undefined =>
  id?.type === 'id' && id.column.endsWith('.id') ? id.column : undefined;

/**
 * The statement that selects a page with its key and total in each row.
 *
 * Where rows are skipped, or are read that do not match, it first finds the ids of the page, so that an index that has all they are compared by
 * answers alone. Beside the ids stands no limit: with one, the planner would look for them in the order of the list.
 */
export const compilePage = (asked: Asked, raw: Kysely<Tables>): CompiledQuery => {
  const { all, filtered, counted, page, clauses, fields } = asked;
  const idColumn = idColumnOf(fields);
  const placed = (rows: Loose): Loose =>
    rows
      .orderBy(clauses.orderBy as never)
      .limit(clauses.limit)
      .offset(clauses.offset) as Loose;
  const shown = (rows: Loose, total: RawBuilder<number>): Loose =>
    rows.select([sql`${clauses.pageKey}`.as('page_key'), total.as('page_total')] as never) as Loose;
  const matching = filtered.where(clauses.after);
  const isServed = isServedInOrder(page);
  if (idColumn === undefined || (clauses.offset === 0 && isServed)) return placed(shown(matching, counted)).compile();

  const among = (ids: Expression<unknown>, total: RawBuilder<number>) =>
    shown(all.where(sql<SqlBool>`${sql.ref(idColumn)} = any(array(${ids}))`), total).orderBy(clauses.orderBy as never);
  const id = sql.ref(idColumn).as('id');
  const candidates = matching.clearSelect() as Loose;
  if (isServed) return among(placed(candidates.select(id as never)), counted).compile();

  const total = sql<number>`(select n from total)`;
  const fewest = sql.lit(countedBeforeEstimate);
  const keys = page.sort.map(({ field }, at) => sql.ref(fieldOf(fields, field).column).as(`k${at}`));
  // The limit cuts nothing off. It tells the planner how few rows there are.
  const few = candidates
    .where(sql<SqlBool>`${total} <= ${fewest}`)
    .select([id, ...keys] as never)
    .limit(fewest);
  // The count goes without the bound: the planner takes it for unrelated to the query, and would expect too few rows.
  const bound = impliedBound(page.query, page.sort, fields) ?? sql<SqlBool>`true`;
  const many = candidates
    .where(sql<SqlBool>`${total} > ${fewest}`)
    .where(bound)
    .select(id as never);
  const orderOfFew = compileOrderBy(page.sort, withColumns(fields, page.sort));
  const ids = sql`(select few.id from few order by ${orderOfFew} limit ${clauses.limit} offset ${clauses.offset})
    union all ${placed(many as Loose)}`;
  return sql`with total as materialized (select ${counted} as n), few as materialized ${few}
    ${among(ids, total)}`.compile(raw);
};

/** The fields as the rows of `few` have them. */
const withColumns = (fields: Fields, sort: Sort): Fields => {
  const named = sort.map(({ field }, at) => [field, { ...fieldOf(fields, field), column: `few.k${at}` }] as const);
  return { ...fields, ...Object.fromEntries(named) };
};

/**
 * Whether an index has the rows that match in the order of the list: by one field in its own order, and by equal values in the
 * order of creation. For any other filter an index has either its rows or the order. The planner chooses as if the two were unrelated, so
 * it may read a whole table in order to find a row that is last, or none. If the count shows that few rows match, the statement reads and
 * sorts those.
 */
const isServedInOrder = ({ sort: [first], query }: PageRequest): boolean =>
  query === null || isServedBy(query, first?.field);

const isServedBy = (node: QueryNode, order: string | undefined): boolean => {
  switch (node.op) {
    case 'and':
      return node.nodes.every((each) => isServedBy(each, order));
    case 'or':
    case 'not':
      return false;
    default:
      return node.field === order || (node.op === '=' && order === 'creation_time');
  }
};
