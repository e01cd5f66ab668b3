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

/** Without `values` there is nothing to choose: only links set the filter. */
export type BodyFilter = { name: string; field: string; values?: readonly string[] };

/** A kind of thing: its table, its page, its forms and its entry in the palette are derived from this declaration. */
export type Noun = {
  /** In the address: `/console/{org}/{slug}`. */
  slug: string;
  one: string;
  /** The plural, if it is not `one` with an s. */
  plural?: string;
  many: string;
  group: 'Sell' | 'Serve' | 'Earn' | 'Partners' | 'Settings';
  /** The endpoint that lists them. */
  list: string;
  /** Sent with every request for the list. */
  fixed?: Record<string, string>;
  /** Filters of a list that is requested with a body: their names in the address and in the API, and their values. */
  bodyFilters?: readonly BodyFilter[];
  /**
   * The parameter of the list that names one owner, and the filters that the API does not accept together with it. Lists
   * of several owners are merged in the console, newest first.
   */
  ofOne?: { parameter: string; excludes?: readonly string[] };
  /** The endpoint that returns one of them, the name of its parameter, and further parameters. */
  item?: { get: string; parameter: string; query?: Record<string, string> };
  /** The path below which its acts are, if it differs from that of `item`. */
  actsPath?: { path: string; parameter: string };
  /** Endpoints that create one. */
  create?: readonly string[];
  /** Acts that can be performed on many at once. */
  bulk?: readonly string[];
  columns: readonly Column[];
  /** The query-language field that the search box searches, with fields that must match as a whole; or a parameter of the list. */
  search?: { field: string; whole?: readonly string[] } | { parameter: string };
  /** The default order of the list. */
  order?: string;
  /** Filters that are always shown; all others are in a menu. */
  filters?: readonly string[];
  id?: (row: Row) => string;
  name: (row: Row) => string;
  /** The explanation shown when the list is empty. */
  empty: string;
  /** Whether it makes changes itself, so that the audit trail can name it as an actor. */
  isActor?: boolean;
  /** Its name in notifications. */
  entityType?: string;
  /** The prefix of its ids, and the fields of other things that contain them. */
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
