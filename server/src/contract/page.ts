import { createHash } from 'node:crypto';
import type { ReadCall } from './call.ts';
import type { Fields } from './fields.ts';
import { allOf, readFilters } from './filters.ts';
import { isQueryError, joinQueryErrors, parameterError, type QueryError } from './query/error.ts';
import { decodePageToken, encodePageToken, type PageKey, type PageStart } from './query/page-token.ts';
import { parseQuery, printQuery, type QueryNode } from './query-language.ts';
import { parseSort, type Sort } from './sort-language.ts';

/** The total if counting stopped early: one more than the largest exact total. */
export const CAPPED_TOTAL = 100_001;

/** With an estimated total, rows are counted up to here. */
export const countedBeforeEstimate = 1_000;

/** The deepest offset in a `next` link; beyond it the link contains only a page token. */
const deepestOffset = 10_000;

/**
 * A page ends before the row that would exceed this size, but has at least one row. Rows are measured as the database
 * sends them.
 */
export const maxPageBytes = 8 * 1024 * 1024;

/** The query parameters of a request by name, unparsed. */
export type PageParams = Readonly<Record<string, unknown>>;

/** The requesting call: a page token is valid only for its organization and URL. */
export type PagedCall = Pick<ReadCall, 'orgId' | 'url' | 'prefersEstimate'>;

/** A parsed request for a page: a position in an order (`after`, or else `offset`) and the list's filters. */
export type PageRequest = {
  /** The URL parameter that counts pages: `page_number` of query operations, `offset` of old lists. */
  readonly counter: 'page_number' | 'offset';
  readonly size: number;
  /** Rows before the page; with a page token, as counted by following the links. */
  readonly offset: number;
  readonly after: PageKey | null;
  readonly sort: Sort;
  readonly query: QueryNode | null;
  /** Fingerprint of organization, URL and all filters, to which a page token is bound. */
  readonly filter: string;
  /** Totals above `countedBeforeEstimate` are estimated, as the caller prefers. */
  readonly estimatesTotal: boolean;
};

/** The response of query operations. */
export type Paged<T> = { data: T[]; page_number: number; page_size: number; total_count: number };

/** A page of rows, and the token of the next page if there is one. */
export type PageCut<Row> = { readonly rows: Row[]; readonly nextToken: string | null };

type SizeRule = { readonly standard: number; readonly max: number };
/** `order` is in the syntax of `s`; if absent, the default order. */
type ListRule = SizeRule & { readonly order?: string };

/**
 * Parses `page_size`, `page_number`, `q`, `s` and `page_token` of a query operation. A page token determines the
 * position and overrides `page_number`. Throws one QueryError that lists the faults of all parameters.
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
  const asked = { sort: sort ?? [], query: query ?? null, filter: filter ?? '', estimatesTotal: prefersEstimate(call) };
  return pageOf('page_number', place, asked, start ?? null);
};

/**
 * Parses `limit` and `offset` of an old list, and the `page_token` of its links. A `limit` above the maximum is treated
 * as the maximum. Throws one QueryError that lists the faults of all parameters.
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
  return pageOf('offset', place, { sort, query, filter, estimatesTotal: prefersEstimate(call) }, start ?? null);
};

/**
 * Removes the extra row that the store selected, and makes the next page's token from the last remaining row. `whole`
 * is false if more rows exist than were selected because of their size.
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

/** The response of query operations. */
export const pagedReply = <T>(page: PageRequest, data: T[], total: number): Paged<T> => ({
  data,
  page_number: Math.floor(page.offset / page.size) + 1,
  page_size: page.size,
  total_count: total,
});

/** `nextOffset` of the old lists that have one: where the next page begins; absent on the last page. */
export const nextOffsetOf = (
  page: Pick<PageRequest, 'offset'>,
  shown: number,
  nextToken: string | null,
): { nextOffset?: number } => (nextToken === null ? {} : { nextOffset: page.offset + shown });

/**
 * The headers of every list: `X-Total-Count`, `X-Total-Count-Capped` if counting stopped early, `X-Total-Count-Exact: false` if it was
 * estimated, and `Link` (RFC 8288) if there is a next page. `url` is the request's, absolute or starting with `/`; its other parameters are kept.
 */
export const pageHeaders = (
  page: PageRequest,
  { rows, nextToken }: PageCut<unknown>,
  total: number,
  url: string,
): Record<string, string> => ({
  'X-Total-Count': String(total),
  ...(page.estimatesTotal
    ? {
        'Preference-Applied': 'count=estimated',
        ...(total > countedBeforeEstimate && { 'X-Total-Count-Exact': 'false' }),
      }
    : total >= CAPPED_TOTAL && { 'X-Total-Count-Capped': 'true' }),
  ...(nextToken !== null && { Link: nextLink(page, { shown: rows.length, token: nextToken }, url) }),
  ...(nextToken !== null && rows.length < page.size && { 'X-Page-Cut': 'bytes' }),
});

/** Sets a list's headers on the response of the call that reads it. */
export const setPageHeaders = (
  call: Pick<ReadCall, 'setHeader' | 'url'>,
  page: PageRequest,
  { total, ...cut }: PageCut<unknown> & { total: number },
): void => {
  for (const [name, value] of Object.entries(pageHeaders(page, cut, total, call.url))) call.setHeader(name, value);
};

/**
 * The link always contains the page token, so that a client following links sees each row once even while rows are
 * written. Down to offset 10,000 it also contains the page number or offset, for clients that parse it. After a page
 * that ended early no page number applies, so it is omitted.
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

const prefersEstimate = (call: PagedCall): boolean => call.prefersEstimate === true;

type Place = { readonly size: number; readonly offset: number };
type Asked = Pick<PageRequest, 'sort' | 'query' | 'filter' | 'estimatesTotal'>;

const pageOf = (counter: PageRequest['counter'], place: Place, asked: Asked, start: PageStart | null): PageRequest => ({
  counter,
  size: place.size,
  offset: start?.offset ?? place.offset,
  after: start?.key ?? null,
  ...asked,
});

/** Collects the QueryErrors of several parsers, so that a refusal lists every fault. */
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

/** An empty `q` counts as absent. */
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
  // With a faulty order or query the token cannot be checked; those faults are already reported.
  if (token === undefined || sort === undefined || filter === undefined) return null;
  return decodePageToken(token, { sort, filter }, fields);
};

const placeParams = new Set(['page_size', 'page_number', 'page_token', 'limit', 'offset', 's', 'q']);

/**
 * What a token is bound to: the organization, the list's URL (endpoint and path IDs), and every parameter that narrows
 * the list, with `q` in its canonical form.
 */
const fingerprint = (call: PagedCall, params: PageParams, query: QueryNode | null): string => {
  const filters = Object.entries(params)
    .filter(([name, value]) => !placeParams.has(name) && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const [path] = splitOnce(call.url, '?');
  const canonical = JSON.stringify([call.orgId, path, query && printQuery(query), filters]);
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 22);
};

/** Sets the header of a list without pages, and returns the list. */
export const answerWhole = <T>(call: Pick<ReadCall, 'setHeader'>, items: T[]): T[] => {
  call.setHeader('X-Total-Count', String(items.length));
  return items;
};
