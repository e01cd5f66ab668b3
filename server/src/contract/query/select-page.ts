import { sql } from 'kysely';
import type { OrgDb } from '../../db/org-db.ts';
import { decodeId } from '../../kit/ids.ts';
import type { Fields } from '../fields.ts';
import { CAPPED_TOTAL, countedBeforeEstimate, cutPage, maxPageBytes, type PageRequest } from '../page.ts';
import { countCapped, pageClauses } from './page-clauses.ts';
import { compilePage, type Loose } from './page-statement.ts';
import type { PageKey } from './page-token.ts';

export type SelectedPage<Row> = { rows: Row[]; nextToken: string | null; total: number };

type Keyed = { page_key: PageKey; page_total: number };
type Planned = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] };

/**
 * How many rows the planner expects, from its statistics: it costs the same for ten rows and ten million. Filters that go together
 * may make it wrong by a factor.
 */
const estimateRows = async (db: OrgDb, rows: Loose): Promise<number> => {
  const one = rows.clearSelect().select(sql.lit(1).as('one') as never);
  const { sql: text, parameters } = one.compile();
  const { rows: plans } = await db.send(`explain (format json) ${text}`, parameters);
  return Math.round((plans[0] as Planned)['QUERY PLAN'][0].Plan['Plan Rows']);
};

/** A statement that selects at least every column of a row. */
type Selects<Row> = { execute(): Promise<{ [Column in keyof Row]: unknown }[]> };

/**
 * Selects one page and the total in one statement. The page ends early if the next row would take it beyond `maxBytes`.
 * `from` contains the organization, the filters and the columns of the list. Only a page after the last row needs a
 * second statement for its total.
 */
export const selectPage = async <Row>(
  db: OrgDb,
  from: Selects<NoInfer<Row>>,
  page: PageRequest,
  fields: Fields,
  maxBytes = maxPageBytes,
): Promise<SelectedPage<Row>> => {
  const clauses = pageClauses(page, fields, decodeId);
  const loose = from as unknown as Loose;
  const filtered = loose.where(clauses.where);
  const countedTo = page.estimatesTotal ? countedBeforeEstimate + 1 : CAPPED_TOTAL;
  const counted = countCapped(filtered as never, countedTo);
  const totalOf = async (count: number): Promise<number> =>
    page.estimatesTotal && count === countedTo ? Math.max(count, await estimateRows(db, filtered)) : count;
  const statement = compilePage({ all: loose, filtered, counted, page, clauses, fields }, db.raw);
  const bound = { maxBytes, maxRows: clauses.limit };
  const found = await db.sendUpTo(statement.sql, statement.parameters, bound);
  const rows = found.rows as (Row & Keyed)[];
  const cut = cutPage(page, rows, found.whole);
  const first = rows[0];
  if (first) return { ...cut, total: await totalOf(first.page_total) };
  if (!page.after && page.offset === 0) return { ...cut, total: 0 };
  const total = (await filtered
    .clearSelect()
    .select(counted.as('page_total') as never)
    .limit(1)
    .execute()) as unknown as Keyed[];
  return { ...cut, total: await totalOf(total[0]?.page_total ?? 0) };
};

/** Reduces the page to its first `count` rows, because data that belongs to the others does not fit. */
export const shortenPage = <Row>(page: PageRequest, selected: SelectedPage<Row>, count: number): SelectedPage<Row> =>
  count >= selected.rows.length
    ? selected
    : { ...cutPage(page, selected.rows.slice(0, count) as (Row & Keyed)[], false), total: selected.total };
