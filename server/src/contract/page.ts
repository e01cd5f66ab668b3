import { createHash } from 'node:crypto';
import type { ReadCall } from './call.ts';
import type { Fields } from './fields.ts';
import { allOf, readFilters } from './filters.ts';
import { isQueryError, joinQueryErrors, parameterError, type QueryError } from './query/error.ts';
import { decodePageToken, encodePageToken, type PageKey, type PageStart } from './query/page-token.ts';
import { parseQuery, printQuery, type QueryNode } from './query-language.ts';
import { parseSort, type Sort } from './sort-language.ts';

/** What a total is that was not counted to its end: one more than the largest exact total. */
export const CAPPED_TOTAL = 100_001;

/** The deepest offset that a `next` link offers; from there on the link holds a page token alone. */
const deepestOffset = 10_000;

/** A page ends before the row that would take it beyond; it has one row at least. Counted as the database writes them. */
export const maxPageBytes = 8 * 1024 * 1024;

/** The query parameters of a request by name, as they came. */
export type PageParams = Readonly<Record<string, unknown>>;

/** The call that asks: a page token is good for its organization and its address alone. */
export type PagedCall = Pick<ReadCall, 'orgId' | 'url'>;

/** A request for a page, checked: a place in an order (`after`, else `offset`), and what belongs to the list. */
export type PageRequest = {
  /** Which parameter of the URL counts on: `page_number` of query operations, `offset` of old lists. */
  readonly counter: 'page_number' | 'offset';
  readonly size: number;
  /** Rows before the page, counted along the walk when a page token was given. */
  readonly offset: number;
  readonly after: PageKey | null;
  readonly sort: Sort;
  readonly query: QueryNode | null;
  /** Fingerprint of organization, address and all filters, which a page token is bound to. */
  readonly filter: string;
};

/** The answer of query operations. */
export type Paged<T> = { data: T[]; page_number: number; page_size: number; total_count: number };

/** A page of rows, and the token of the page after it if there is one. */
export type PageCut<Row> = { readonly rows: Row[]; readonly nextToken: string | null };

type SizeRule = { readonly standard: number; readonly max: number };
/** `order` as `s` is written; absent: the standard one. */
type ListRule = SizeRule & { readonly order?: string };

/**
 * Reads `page_size`, `page_number`, `q`, `s` and `page_token` of a query operation. A page token decides the place and
 * outranks `page_number`. Throws one QueryError that lists the faults of all parameters.
 */
export const readQueryPage = (
  call: PagedCall,
  params: PageParams,
  fields: Fields,
  size: SizeRule = { standard: 20, max: 1000 },
): PageRequest => {
  const read = createFaultList();
  const pageSize = read.try(() => readCount(params, 'page_size', { standard: size.standard, min: 1, max: size.max }));
  const number = read.try(() => readCount(params, 'page_number', { standard: 1, min: 1, max: 1e9 }));
  const query = read.try(() => allOf([...readFilters(params, fields), readQuery(params, fields)]));
  const sort = read.try(() => parseSort(readText(params, 's'), fields));
  const filter = query === undefined ? undefined : fingerprint(call, params, query);
  const start = read.try(() => startOf(params, sort, filter, fields));
  read.finish();
  const place = { size: pageSize ?? 1, offset: ((number ?? 1) - 1) * (pageSize ?? 1) };
  return pageOf('page_number', place, { sort: sort ?? [], query: query ?? null, filter: filter ?? '' }, start ?? null);
};

/**
 * Reads `limit` and `offset` of an old list, and the `page_token` of its links. A `limit` above the maximum is read as
 * the maximum. Throws one QueryError that lists the faults of all parameters.
 */
export const readListPage = (
  call: PagedCall,
  params: PageParams,
  fields: Fields,
  size: ListRule = { standard: 1000, max: 1000 },
): PageRequest => {
  const read = createFaultList();
  const limit = read.try(() => readCount(params, 'limit', { standard: size.standard, min: 1, max: Infinity }));
  const offset = read.try(() => readCount(params, 'offset', { standard: 0, min: 0, max: 1e12 }));
  const sort = parseSort(size.order, fields);
  const query = allOf(readFilters(params, fields));
  const filter = fingerprint(call, params, query);
  const start = read.try(() => startOf(params, sort, filter, fields));
  read.finish();
  const place = { size: Math.min(limit ?? 1, size.max), offset: offset ?? 0 };
  return pageOf('offset', place, { sort, query, filter }, start ?? null);
};

/**
 * Cuts the one row too many that the store selected, and makes the token of the next page from the last that stays. `whole`
 * is false when more rows are there than were selected, because they are large.
 */
export const cutPage = <Row extends { readonly page_key: PageKey }>(
  page: PageRequest,
  selected: readonly Row[],
  whole = true,
): PageCut<Row> => {
  const rows = selected.slice(0, page.size);
  const last = rows.at(-1);
  if ((whole && selected.length <= page.size) || !last) return { rows, nextToken: null };
  const start: PageStart = { key: last.page_key, offset: page.offset + rows.length };
  return { rows, nextToken: encodePageToken(start, page) };
};

/** The answer of a query operation. */
export const pagedReply = <T>(page: PageRequest, data: T[], total: number): Paged<T> => ({
  data,
  page_number: Math.floor(page.offset / page.size) + 1,
  page_size: page.size,
  total_count: total,
});

/** `nextOffset` of the old lists that have one: where the next page begins, left out on the last one. */
export const nextOffsetOf = (
  page: Pick<PageRequest, 'offset'>,
  shown: number,
  nextToken: string | null,
): { nextOffset?: number } => (nextToken === null ? {} : { nextOffset: page.offset + shown });

/**
 * The headers of every list: `X-Total-Count`, `X-Total-Count-Capped` when the count stopped, and `Link` (RFC 8288) when
 * there is a next page. `url` is the request's, absolute or from `/` on; its other parameters are kept.
 */
export const pageHeaders = (
  page: PageRequest,
  { rows, nextToken }: PageCut<unknown>,
  total: number,
  url: string,
): Record<string, string> => ({
  'X-Total-Count': String(total),
  ...(total >= CAPPED_TOTAL && { 'X-Total-Count-Capped': 'true' }),
  ...(nextToken !== null && { Link: nextLink(page, { shown: rows.length, token: nextToken }, url) }),
  ...(nextToken !== null && rows.length < page.size && { 'X-Page-Cut': 'bytes' }),
});

/** Tells a list's headers by the call that reads it. */
export const setPageHeaders = (
  call: Pick<ReadCall, 'setHeader' | 'url'>,
  page: PageRequest,
  { total, ...cut }: PageCut<unknown> & { total: number },
): void => {
  for (const [name, value] of Object.entries(pageHeaders(page, cut, total, call.url))) call.setHeader(name, value);
};

/**
 * The link always holds the page token, so that whoever follows links sees each row once while others write. Down to
 * offset 10,000 it counts on as well, for clients that read the number out of it; behind a page that ended early no page
 * number begins, so it has none.
 */
const nextLink = (page: PageRequest, { shown, token }: { shown: number; token: string }, url: string): string => {
  const [path = '', search = ''] = splitOnce(url, '?');
  const params = new URLSearchParams(search);
  const offset = page.offset + shown;
  const counts = page.counter === 'offset' || offset % page.size === 0;
  const count = page.counter === 'offset' ? offset : offset / page.size + 1;
  if (counts && offset <= deepestOffset) params.set(page.counter, String(count));
  else params.delete(page.counter);
  params.set('page_token', token);
  const safePath = path.replace(/[^\x21-\x7e]|[<>"]/gu, (character) => encodeURIComponent(character.toWellFormed()));
  return `<${safePath}?${params.toString().replaceAll('+', '%20')}>; rel="next"`;
};

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
};

type Place = { readonly size: number; readonly offset: number };
type Asked = Pick<PageRequest, 'sort' | 'query' | 'filter'>;

const pageOf = (counter: PageRequest['counter'], place: Place, asked: Asked, start: PageStart | null): PageRequest => ({
  counter,
  size: place.size,
  offset: start?.offset ?? place.offset,
  after: start?.key ?? null,
  ...asked,
});

/** Gathers the QueryErrors of several readings, so that a refusal lists every fault. */
const createFaultList = () => {
  const errors: QueryError[] = [];
  return {
    try: <T>(read: () => T): T | undefined => {
      try {
        return read();
      } catch (error) {
        if (!isQueryError(error)) throw error;
        errors.push(error);
        return undefined;
      }
    },
    finish: (): void => {
      const [first, ...others] = errors;
      if (first) throw joinQueryErrors(first, others);
    },
  };
};

const readText = (params: PageParams, name: string): string | undefined => {
  const value = params[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw parameterError(name, Array.isArray(value) ? `${name} is given more than once` : `${name} must be a text`);
};

type Bounds = { readonly standard: number; readonly min: number; readonly max: number };

const readCount = (params: PageParams, name: string, { standard, min, max }: Bounds): number => {
  const value = params[name];
  const text = typeof value === 'number' ? String(value) : readText(params, name);
  if (text === undefined) return standard;
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  if (count >= min && count <= max) return count;
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  throw parameterError(name, `${name} must be a whole number ${range}`);
};

/** An empty `q` is an absent one. */
const readQuery = (params: PageParams, fields: Fields): QueryNode | null => {
  const text = readText(params, 'q');
  return text === undefined || text === '' ? null : parseQuery(text, fields);
};

const startOf = (
  params: PageParams,
  sort: Sort | undefined,
  filter: string | undefined,
  fields: Fields,
): PageStart | null => {
  const token = readText(params, 'page_token');
  // Under a faulty order or query a token cannot be judged; those faults are told already.
  if (token === undefined || sort === undefined || filter === undefined) return null;
  return decodePageToken(token, { sort, filter }, fields);
};

const placeParams = new Set(['page_size', 'page_number', 'page_token', 'limit', 'offset', 's', 'q']);

/**
 * What a token must not be carried across: the organization, the address of the list (endpoint and ids of its path), and every
 * parameter that narrows it, `q` in its canonical form.
 */
const fingerprint = (call: PagedCall, params: PageParams, query: QueryNode | null): string => {
  const filters = Object.entries(params)
    .filter(([name, value]) => !placeParams.has(name) && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const [path] = splitOnce(call.url, '?');
  const canonical = JSON.stringify([call.orgId, path, query && printQuery(query), filters]);
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 22);
};
