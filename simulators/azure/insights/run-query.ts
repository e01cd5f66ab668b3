import Big from 'big.js';
import type { Table } from '../../kit/report-file.ts';
import { dayOf } from '../api/call.ts';
import { dayMs, monthOf } from '../billing/months.ts';
import type { AzureReader } from '../state.ts';
import { apiTime, type DataRow } from './dataset.ts';
import type { Condition, Query } from './parse-query.ts';

/** Times that replace a query's TIMESPAN; null leaves a side open. */
export type Span = { from: number | null; until: number | null };

/**
 * Runs a query for a publisher: the rows of the time span, metrics added up over rows that are equal in all other
 * selected columns, conditions on metrics after that. Without an ORDER BY, rows are oldest first.
 */
export const runQuery = (
  reader: AzureReader,
  publisherId: string,
  query: Query,
  now: number,
  span: Span = spanOf(query.timespan, now),
): Table => {
  const { dataset, columns, where, orderBy } = query;
  const isMetric = (name: string): boolean => dataset.metrics.includes(name);
  const rows = dataset
    .rows(reader, publisherId, now)
    .filter((row) => isWithin(row[dataset.timeColumn] ?? '', span))
    .filter((row) => where.every((one) => isMetric(one.column) || holds(row, one)));
  const keys = columns.filter((name) => !isMetric(name));
  const summed = columns.some(isMetric) ? sumMetrics(rows, keys, dataset.metrics) : rows;
  const found = summed.filter((row) => where.every((one) => !isMetric(one.column) || holds(row, one)));
  const sorted = found.toSorted((left, right) => {
    for (const { column, isDescending } of orderBy) {
      const order = compare(left[column] ?? '', right[column] ?? '');
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
  const cells = sorted.map((row) => columns.map((name) => row[name] ?? ''));
  const distinct = query.distinct ? [...new Map(cells.map((row) => [JSON.stringify(row), row])).values()] : cells;
  return { columns, rows: distinct.slice(0, query.limit ?? distinct.length) };
};

const sumMetrics = (rows: readonly DataRow[], keys: readonly string[], metrics: readonly string[]): DataRow[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keys.map((name) => row[name]))).values()].flatMap((group) => {
    const [first] = group;
    const sums = metrics.map((name) => {
      const values = group.map((row) => row[name] ?? '0');
      // A single value is shown as it is, with its cents.
      return [name, values.length === 1 ? values[0] : sum(values)];
    });
    return first ? [{ ...first, ...Object.fromEntries(sums) }] : [];
  });

const sum = (values: readonly string[]): string => {
  const places = Math.max(...values.map((value) => value.split('.')[1]?.length ?? 0));
  return values.reduce((total, value) => total.plus(value), new Big(0)).toFixed(places);
};

const isWithin = (time: string, { from, until }: Span): boolean =>
  (from === null || time >= apiTime(from)) && (until === null || time < apiTime(until));

/**
 * The times of a TIMESPAN. Months include the one that has begun, as on the dashboards; that a query without a TIMESPAN
 * reads everything is not confirmed.
 */
const spanOf = (timespan: string | null, now: number): Span => {
  const today = dayOf(now);
  const days = Number(/^LAST_(\d+)_DAYS$/.exec(timespan ?? '')?.[1] ?? Number.NaN);
  if (days > 0) return { from: today - days * dayMs, until: null };
  if (timespan === 'TODAY') return { from: today, until: null };
  if (timespan === 'YESTERDAY') return { from: today - dayMs, until: today };
  const months = { LAST_MONTH: 1, LAST_3_MONTHS: 3, LAST_6_MONTHS: 6, LAST_1_YEAR: 12 }[timespan ?? ''];
  return { from: months === undefined ? null : monthOf(now, -months), until: null };
};

const numeric = /^-?\d+(\.\d+)?$/;

const compare = (left: string, right: string): number => {
  if (numeric.test(left) && numeric.test(right)) return new Big(left).cmp(right);
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** Whether a row fits a condition; values are case insensitive. */
const holds = (row: DataRow, { column, operator, values }: Condition): boolean => {
  const cell = row[column] ?? '';
  const order = compare(cell, values[0] ?? '');
  if (operator === '=') return order === 0;
  if (operator === '!=') return order !== 0;
  if (operator === '>') return order > 0;
  if (operator === '<') return order < 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<=') return order <= 0;
  if (operator === 'IN') return values.some((value) => compare(cell, value) === 0);
  if (operator === 'NOT IN') return values.every((value) => compare(cell, value) !== 0);
  return isLike(cell, values[0] ?? '') === (operator === 'LIKE');
};

const isLike = (cell: string, pattern: string): boolean => {
  const parts = pattern.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(cell);
};
