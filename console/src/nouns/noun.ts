import type { ReactNode } from 'react';
import type { Row } from '../api/list.ts';

/** A column of a table. `key` is a path into the row, such as `info.currency`. */
export type Column = {
  key: string;
  title: string;
  /** The name by which the API sorts. */
  sort?: string;
  width?: number;
  align?: 'right';
  /** Shown only when the person chooses it. */
  isExtra?: boolean;
  render?: (row: Row) => ReactNode;
};

/** Without `values` there is nothing to choose: only links set it. */
export type BodyFilter = { name: string; field: string; values?: readonly string[] };

/** A kind of thing: from this declaration come its table, its page, its forms and its place in the palette. */
export type Noun = {
  /** In the address: `/console/{org}/{slug}`. */
  slug: string;
  one: string;
  /** Where it is not `one` with an s. */
  plural?: string;
  many: string;
  group: 'Sell' | 'Serve' | 'Earn' | 'Partners' | 'Settings';
  /** The endpoint that lists them. */
  list: string;
  /** Sent with every request for the list. */
  fixed?: Record<string, string>;
  /** Filters of a list that is asked for with a body: their names in the address and in the API, and their values. */
  bodyFilters?: readonly BodyFilter[];
  /**
   * The parameter of the list that names whose they are, one at a time, and the filters that the API refuses beside it. Lists
   * of several owners are put together here, newest first.
   */
  ofOne?: { parameter: string; excludes?: readonly string[] };
  /** The endpoint that returns one of them, the name of its parameter, and what is sent along. */
  item?: { get: string; parameter: string; query?: Record<string, string> };
  /** The path below which its acts are, where it is not that of `item`. */
  actsPath?: { path: string; parameter: string };
  /** Endpoints that make a new one. */
  create?: readonly string[];
  /** Acts that can be done for many at once. */
  bulk?: readonly string[];
  columns: readonly Column[];
  /** Field of the query language that the search box looks in, with those that it compares as a whole; or a parameter of the list. */
  search?: { field: string; whole?: readonly string[] } | { parameter: string };
  /** The order of the list when the person has chosen none. */
  order?: string;
  /** Filters that are shown at once; all others are in a menu. */
  filters?: readonly string[];
  id?: (row: Row) => string;
  name: (row: Row) => string;
  /** What the list teaches when there is nothing in it. */
  empty: string;
  /** It makes changes itself: the audit trail names it as an actor. */
  isActor?: boolean;
  /** As notifications name it. */
  entityType?: string;
  /** The first letters of its ids, and the fields of other things that hold them. */
  prefix?: string;
  refs?: readonly string[];
};

/** The value at a path. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | undefined | null)?.[name], row);

export const textAt = (row: Row, path: string): string => {
  const value = valueAt(row, path);
  return value === undefined || value === null ? '' : String(value);
};

export const idOf = (noun: Noun, row: Row): string => noun.id?.(row) ?? textAt(row, 'id');
