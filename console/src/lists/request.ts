import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { endpointOf } from '../api/endpoints.ts';
import { noPage, type Page, pageFrom } from '../api/list.ts';
import { searchOf } from '../forms/reference-input.tsx';
import { type Noun, textAt } from '../nouns/noun.ts';
import { mergePages, type Shown } from './together.ts';

/** The state of a list in the address. */
export type Search = Record<string, string | undefined>;

export const pageSize = 100;
/** Parameters in the address that are not the list's. */
const own = ['text', 'sort', 'row'];

const has = (noun: Noun, parameter: string): boolean => endpointOf(noun.list).takes.includes(parameter);

/** Where a page begins, in the terms of the list. `before` is the page that precedes it. */
const placeOf = (noun: Noun, page: number, before?: Page): Search => {
  const size = String(pageSize);
  if (has(noun, 'page_size')) return { page_size: size, page_number: String(page + 1) };
  return {
    ...(has(noun, 'limit') ? { limit: size } : {}),
    ...(has(noun, 'offset') ? { offset: String(page * pageSize) } : {}),
    ...(has(noun, 'cursor') ? { cursor: before?.next } : {}),
  };
};

/** The maximum number of owners of a combined list, because each page requests all of them. */
export const ownersMost = 10;

/** The owners of the requested rows, for a list that accepts one owner at a time. */
const ownersOf = ({ ofOne }: Noun, search: Search): string[] =>
  ofOne === undefined ? [] : (search[ofOne.parameter] ?? '').split(' ').filter(Boolean);

/** Whether a page can only be requested with a cursor from the previous page. */
const isInOrder = (noun: Noun, search: Search): boolean =>
  (!has(noun, 'page_size') && !has(noun, 'offset')) || ownersOf(noun, search).length > 1;

/** The parameters of a list that come from the address, without those that the list does not support. */
export const parametersOf = (noun: Noun, search: Search): Search => {
  const filters = Object.entries(search).filter(([name]) => !own.includes(name) && has(noun, name));
  const order = search.sort ?? noun.order;
  const found = searchOf(noun, search.text ?? '');
  return {
    ...noun.fixed,
    ...Object.fromEntries(filters),
    ...found,
    ...(search.q && found.q ? { q: `(and ${search.q} ${found.q})` } : {}),
    ...(has(noun, 's') && order ? { s: order } : {}),
  };
};

/** A list that is requested with a body. */
const bodyOf = (noun: Noun, search: Search, before?: Page): unknown => {
  if (endpointOf(noun.list).method !== 'POST') return undefined;
  const filters = (noun.bodyFilters ?? [])
    .filter(({ name }) => search[name])
    .map(({ name, field }) => ({ operator: '=', field, value: search[name] }));
  return {
    limit: pageSize,
    ...(before?.next === undefined ? {} : { offsetToken: before.next }),
    ...(filters.length > 0 ? { filter: { operator: 'and', args: filters } } : {}),
  };
};

type Asked = { noun: Noun; orgId: string; search: Search; before?: Page; signal?: AbortSignal };

/** Reads the page of a list that begins at a place. */
const readFrom = async (
  { noun, orgId, search, before, signal }: Asked,
  place: Search,
  headers: Record<string, string>,
): Promise<Page> => {
  const query = parametersOf(noun, search);
  const request = { path: { orgId }, body: bodyOf(noun, search, before), headers, signal };
  const first = pageFrom(await ask(noun.list, { ...request, query: { ...query, ...place } }));
  const rows = [...first.rows];
  for (let { rest } = first; rest !== undefined && rows.length < pageSize; ) {
    const size = has(noun, 'page_size') ? { page_size: pageSize } : { limit: pageSize };
    const more = pageFrom(await ask(noun.list, { ...request, query: { ...query, ...size, page_token: rest } }));
    rows.push(...more.rows.slice(0, pageSize - rows.length));
    rest = more.rest;
  }
  return { ...first, rows };
};

/**
 * Reads one page of the list of several owners, with one request for each. The total is known only if all rows are on this
 * page: the sum of the owners' totals would reserve places for rows that can only be read page by page.
 */
const readTogether = async (asked: Asked, owners: readonly string[], prefer: Record<string, string>): Promise<Page> => {
  const { noun, search, before } = asked;
  const shown: Shown =
    before?.next === undefined ? Object.fromEntries(owners.map((id) => [id, 0])) : JSON.parse(before.next);
  const parts = await Promise.all(
    Object.entries(shown).map(async ([owner, offset]) => {
      const own = { ...asked, search: { ...search, [noun.ofOne?.parameter ?? '']: owner }, before: undefined };
      const place = { limit: String(pageSize), offset: String(offset) };
      return { owner, offset, ...(await readFrom(own, place, prefer)) };
    }),
  );
  const { rows, left } = mergePages(parts, (row) => Date.parse(textAt(row, 'creationTime')), pageSize);
  const hasNext = Object.keys(left).length > 0;
  return {
    rows,
    total: before || hasNext ? undefined : rows.length,
    isExact: true,
    hasNext,
    next: hasNext ? JSON.stringify(left) : undefined,
  };
};

/** Reads one page of a list, counted from 0, where `before` is the page that precedes it. */
export const readPage = async (
  noun: Noun,
  orgId: string,
  search: Search,
  page: number,
  { before, signal }: { before?: Page; signal?: AbortSignal } = {},
): Promise<Page> => {
  if (before && !before.hasNext) return noPage;
  // Only the first page requests the full count, because it takes longer than reading the rows.
  const prefer: Record<string, string> = page === 0 ? {} : { prefer: 'count=estimated' };
  const asked = { noun, orgId, search, before, signal };
  const owners = ownersOf(noun, search);
  if (owners.length > 1) return readTogether(asked, owners, prefer);
  return readFrom(asked, placeOf(noun, page, before), prefer);
};

export const listKey = (noun: Noun, orgId: string, { row: _row, ...search }: Search) => [
  'org',
  orgId,
  'list',
  noun.slug,
  search,
];

/** One page of a list, for React Query. */
export const pageQuery = (queries: QueryClient, noun: Noun, orgId: string, search: Search, page: number) => ({
  queryKey: [...listKey(noun, orgId, search), page],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page> => {
    const needsBefore = page > 0 && isInOrder(noun, search);
    const before: Page | undefined = needsBefore
      ? await queries.ensureQueryData(pageQuery(queries, noun, orgId, search, page - 1))
      : undefined;
    return readPage(noun, orgId, search, page, { before, signal });
  },
});
