import type { Rational } from '../../../kit/rational.ts';
import { type Book, type MetricsQuery, openBook } from './book.ts';
import { convertLines } from './convert.ts';
import { metricsVersion } from './definitions.ts';
import { type CellAddress, type CellExplanation, type CohortMember, openCell, openCohort } from './explain.ts';
import type { Period } from './periods.ts';
import type { RecurringItem } from './recurring-item.ts';
import { listNonRecurring, type RecurringRevenue, sumCommitted, sumRecurringRevenue } from './recurring-revenue.ts';
import { defaultSettings, type MetricsSettings } from './settings.ts';
import type { Grouping } from './split-movement.ts';
import { rateUsage, type UsageRevenue, type UsageRunRate } from './usage-run-rate.ts';
import { listWaterfalls, type WaterfallLine } from './waterfall.ts';

/**
 * SaaS metrics as pure functions of the price lines of entitlements (`RecurringItem`) and of billed usage. Everything is
 * computed in exact fractions, and does not depend on the order of the items. Each result names the version of the
 * definitions (`definitions.ts`) and the settings that it was computed by. Amounts are rounded when they are shown
 * (`showLine`, `showAmount`).
 */
export type Computed = { metricsVersion: string; settings: MetricsSettings };

const computedBy = (settings: Partial<MetricsSettings> = {}): Computed => ({
  metricsVersion,
  settings: { ...defaultSettings, ...settings },
});

/** MRR, ARR and committed MRR at an instant, by currency, with the items of each. */
export const readRecurringRevenue = (
  items: readonly RecurringItem[],
  at: Date,
  settings?: Partial<MetricsSettings>,
): Computed & RecurringRevenue => {
  const computed = computedBy(settings);
  return { ...computed, ...sumRecurringRevenue(items, at, computed.settings) };
};

export type MetricsReport = Computed & {
  periods: Period[];
  /** By currency and group; with a table of rates, the converted lines come last. */
  lines: WaterfallLine[];
};

/** The waterfalls of a range of time, with the cohorts of their retention. See `MetricsQuery` for what throws. */
export const reportMetrics = (items: readonly RecurringItem[], query: MetricsQuery): MetricsReport => {
  const book = openBook(items, query);
  const lines = listWaterfalls(book, query.groupBy ?? null);
  return {
    ...computedBy(query.settings),
    periods: book.periods,
    lines: query.rates ? [...lines, ...convertLines(lines, query.rates)] : lines,
  };
};

/** A report with the whole range as one period, and what is committed and what does not recur just before its end. */
export type MetricsOverview = MetricsReport &
  Pick<RecurringRevenue, 'nonRecurring'> & {
    totals: WaterfallLine[];
    committedMrr: { currency: string; exact: Rational }[];
  };

/** The report of a range, its total and where it stands at the end, all from one reading of the items. */
export const reviewMetrics = (items: readonly RecurringItem[], query: MetricsQuery): MetricsOverview => {
  const book = openBook(items, query);
  const { from: start, until: end, rates } = query;
  const last = new Date(end.getTime() - 1);
  const whole: Period = { key: 'range', start, end, isWhole: true };
  const linesOf = (of: Book, grouping: Grouping | null): WaterfallLine[] => {
    const lines = listWaterfalls(of, grouping);
    return rates ? [...lines, ...convertLines(lines, rates)] : lines;
  };
  return {
    ...computedBy(query.settings),
    periods: book.periods,
    lines: linesOf(book, query.groupBy ?? null),
    totals: linesOf({ ...book, periods: [whole] }, null),
    committedMrr: sumCommitted({ scale: book.scale, list: book.timelines }, last),
    nonRecurring: listNonRecurring(items, last),
  };
};

/** The items, or the movements with their items, whose sum a cell of a report is, exactly. */
export const explainCell = (
  items: readonly RecurringItem[],
  query: MetricsQuery,
  address: CellAddress,
): Computed & CellExplanation => ({ ...computedBy(query.settings), ...openCell(items, query, address) });

/** The buyers over whom the retention of a line is computed. */
export const explainRetention = (
  items: readonly RecurringItem[],
  query: MetricsQuery,
  address: Omit<CellAddress, 'row'>,
): Computed & { members: CohortMember[] } => ({
  ...computedBy(query.settings),
  members: openCohort(items, query, address),
});

/** The run-rate of usage at an instant, and of what exceeds contractual minimums. Never a part of MRR or ARR. */
export const readUsageRunRate = (
  revenue: { usage: readonly UsageRevenue[]; items: readonly RecurringItem[] },
  { at, zone, settings }: { at: Date; zone: string; settings?: Partial<MetricsSettings> },
): Computed & { currencies: UsageRunRate[] } => {
  const computed = computedBy(settings);
  return { ...computed, currencies: rateUsage(revenue, { at, zone, settings: computed.settings }) };
};
