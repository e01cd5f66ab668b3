import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DecodeId, Fields } from '../fields.ts';
import { CAPPED_TOTAL, type PageRequest } from '../page.ts';
import { compileQuery } from './compile.ts';
import { compileKeyset, compileOrderBy, compilePageKey } from './keyset.ts';
import type { PageKey } from './page-token.ts';

/** The parts of a list statement. The total counts rows matching `where`; the page also applies `after`. */
export type PageClauses = {
  readonly where: Expression<SqlBool>;
  readonly after: Expression<SqlBool>;
  readonly orderBy: RawBuilder<unknown>;
  /** To be selected as `page_key`. */
  readonly pageKey: RawBuilder<PageKey>;
  /** One more row than the page has, to see whether there is a next page. */
  readonly limit: number;
  readonly offset: number;
};

/** Compiles a request for a page to what a store needs. */
export const pageClauses = (page: PageRequest, fields: Fields, decodeId: DecodeId): PageClauses => ({
  where: page.query ? compileQuery(page.query, fields, decodeId) : sql<SqlBool>`true`,
  after: page.after ? compileKeyset(page.after, page.sort, fields) : sql<SqlBool>`true`,
  orderBy: compileOrderBy(page.sort, fields),
  pageKey: compilePageKey(page.sort, fields),
  limit: page.size + 1,
  offset: page.after ? 0 : page.offset,
});

/** Counts the rows of a select, as a value or a column of another statement; counting stops at `most`. */
export const countCapped = <DB, TB extends keyof DB>(
  from: SelectQueryBuilder<DB, TB, object>,
  most = CAPPED_TOTAL,
): RawBuilder<number> => {
  const rows = from.clearSelect().clearOrderBy().select(sql.lit(1).as('one')).limit(sql.lit(most));
  return sql<number>`(select count(*)::int from (${rows}) as counted)`;
};
