import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Page, Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import type { Noun } from '../nouns/noun.ts';
import { listKey, pageQuery, pageSize, type Search } from './request.ts';

/** The rows of a list, of which only some pages are loaded. */
export type Rows = {
  /** The number of rows, as far as known. */
  count: number;
  /** The total that the API counted. */
  total?: number;
  isExact: boolean;
  /** The row at a place; undefined while it is not loaded. */
  at: (place: number) => Row | undefined;
  /** All rows that are loaded. */
  loaded: () => Row[];
  isLoading: boolean;
  /** Whether the rows are still those of the previous filters, because the new ones are not loaded. */
  isEarlier: boolean;
  error: unknown;
  retry: () => void;
};

type Extent = { count: number; total?: number; isExact: boolean };

/** The known length of a list after one more page was read. */
const extend = (known: Extent, at: number, { rows, total, isExact, hasNext }: Page): Extent => {
  const end = at * pageSize + rows.length;
  if (total === undefined) {
    // Reserves space for another page, which is loaded when a person scrolls there.
    const count = hasNext ? Math.max(known.count, end + pageSize) : rows.length > 0 || at === 0 ? end : known.count;
    return { ...known, count };
  }
  const isBetter = known.total === undefined || isExact || !known.isExact;
  const counted = isBetter ? total : (known.total ?? total);
  return {
    count: Math.max(counted, hasNext ? end + 1 : end),
    total: counted,
    isExact: isBetter ? isExact : known.isExact,
  };
};

const unknown: Extent = { count: 0, isExact: true };

/** Pages of a list: the first and the last. */
export type Span = { from: number; to: number };

/** The pages that hold the rows from `first` up to, not including, `end`. */
export const spanOf = (first: number, end: number): Span => {
  const from = Math.floor(first / pageSize);
  return { from, to: Math.max(from, Math.floor((end - 1) / pageSize)) };
};

/** Loads some pages of a list, and keeps those that were loaded. */
export const useRows = (noun: Noun, search: Search, { from, to }: Span): Rows => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const results = useQueries({ queries: pages.map((page) => pageQuery(queries, noun, orgId, search, page)) });
  const key = JSON.stringify(listKey(noun, orgId, search));
  const extents = useRef<{ key: string; extent: Extent }>({ key: '', extent: unknown });
  const earlier = useRef<Rows>(undefined);

  let extent = extents.current.key === key ? extents.current.extent : unknown;
  results.forEach(({ data }, at) => {
    if (data) extent = extend(extent, from + at, data);
  });
  extents.current = { key, extent };

  // Finding a page by its key takes time, and a table looks up each of its rows.
  const found = new Map<number, Page>();
  const pageAt = (page: number): Page | undefined => {
    const known = found.get(page) ?? queries.getQueryData<Page>([...listKey(noun, orgId, search), page]);
    if (known) found.set(page, known);
    return known;
  };
  const failed = results.find(({ error }) => error);
  const isLoading = results.every(({ isPending }) => isPending);
  const rows: Rows = {
    ...extent,
    at: (place) => pageAt(Math.floor(place / pageSize))?.rows[place % pageSize],
    loaded: () =>
      Array.from({ length: Math.ceil(extent.count / pageSize) }, (_, page) => pageAt(page)?.rows ?? []).flat(),
    isLoading,
    isEarlier: false,
    error: failed?.error,
    retry: () => {
      for (const { refetch } of results) void refetch();
    },
  };
  if (!isLoading || failed) {
    earlier.current = rows;
    return rows;
  }
  return extent.count === 0 && earlier.current ? { ...earlier.current, isEarlier: true } : rows;
};
