import type { MetricsQuery } from './book.ts';
import { reportMetrics } from './metrics.ts';
import type { RecurringItem } from './recurring-item.ts';
import { type Measure, showLine } from './show-line.ts';
import { amountOf, type WaterfallLine, waterfallRows } from './waterfall.ts';

export const at = (text: string): Date => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);

let made = 0;

/** 100 USD a month of one product, from 2026 on, unless said otherwise. Its entitlement and term are its own. */
export const item = (more: Partial<RecurringItem> = {}): RecurringItem => {
  made += 1;
  const id = more.id ?? `item-${String(made).padStart(5, '0')}`;
  const start = more.start ?? at('2026-01-01');
  return {
    id,
    buyerId: 'buyer',
    productId: 'product',
    partner: 'AWS',
    entitlementId: `ent-${id}`,
    termId: `term-${id}`,
    currency: 'USD',
    amount: '100',
    period: { months: 1 },
    isOneTime: false,
    signedTime: start,
    start,
    end: null,
    ...more,
  };
};

export const times = (count: number, make: (index: number) => RecurringItem): RecurringItem[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The rows of a line that are not 0, as shown. */
export const rowsOf = (line: WaterfallLine, measure: Measure = 'mrr'): Record<string, string> => {
  const shown = showLine(line, measure);
  return Object.fromEntries(
    waterfallRows.filter((row) => amountOf(line, row).n !== 0n).map((row) => [row, shown[row]]),
  );
};

/** The rows of the total of each period, by its key, as shown. */
export const report = (
  items: readonly RecurringItem[],
  from: string,
  until: string,
  more: Partial<MetricsQuery> = {},
  measure: Measure = 'mrr',
): Record<string, Record<string, string>> => {
  const query: MetricsQuery = { from: at(from), until: at(until), granularity: 'month', zone: 'UTC', ...more };
  const { lines } = reportMetrics(items, query);
  return Object.fromEntries(
    lines
      .filter(({ group, rates }) => group === null && (rates !== null) === (query.rates !== undefined))
      .map((line) => [line.period.key, rowsOf(line, measure)]),
  );
};
