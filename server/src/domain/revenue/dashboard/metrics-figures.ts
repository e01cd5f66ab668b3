import { badRequest } from '../../../kit/errors.ts';
import { addRationals, multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import { type MetricsOverview, readUsageRunRate, reviewMetrics } from '../metrics/metrics.ts';
import { type RateReader, readRates } from '../metrics/rates.ts';
import type { UsageRunRate } from '../metrics/usage-run-rate.ts';
import { amountOf, type WaterfallLine, type WaterfallRow, waterfallRows } from '../metrics/waterfall.ts';
import type { Basis } from './metrics-basis.ts';

/** What a report consists of, exact. */
export type Figures = {
  overview: MetricsOverview;
  /** The whole range as one period, and each period, in the currency of the report; absent periods are 0. */
  total: WaterfallLine;
  periods: WaterfallLine[];
  /** By the name of the group; periods in which a group has nothing are left out. */
  groups: Map<string, WaterfallLine[]>;
  mrr: Rational;
  committedMrr: Rational;
  usageRunRate: Rational;
  usageExcessRunRate: Rational;
};

/** Lines of groups in one report. */
const linesMax = 20_000;

const zero = rational(0n);

const emptyLine = (of: Pick<WaterfallLine, 'period' | 'currency' | 'rates'>): WaterfallLine => ({
  ...of,
  group: null,
  scale: 1n,
  amounts: Object.fromEntries(waterfallRows.map((row) => [row, 0n])) as Record<WaterfallRow, bigint>,
  cohort: { opening: 0n, kept: 0n, closing: 0n },
});

/** How much an amount counts in the currency of the report at its end; null if it does not count. */
export const createWeigher = ({ query, currency }: Basis): ((of: string) => Rational | null) => {
  const { rates, until } = query;
  if (!rates) return (of) => (of === currency ? rational(1n) : null);
  const reader: RateReader = readRates(rates);
  return (of) => rational(reader.rateAt(of, until), reader.scale);
};

const weigh = <T extends { currency: string }>(
  list: readonly T[],
  amountIn: (one: T) => Rational,
  weightOf: (currency: string) => Rational | null,
): Rational =>
  list.reduce((sum, one) => {
    const amount = amountIn(one);
    // 0 needs no rate.
    const weight = amount.n === 0n ? null : weightOf(one.currency);
    return weight === null ? sum : addRationals(sum, multiplyRationals(amount, weight));
  }, zero);

/** The run-rates of usage; `usage` may be sums or single records. */
export const readRunRates = ({ query, items }: Basis, usage: Basis['usage']): UsageRunRate[] => {
  const { zone, until: at, settings = {} } = query;
  return readUsageRunRate({ usage, items }, { at, zone, settings }).currencies;
};

/** Computes a report. Throws 400 if a rate is missing, or if it has too many groups. */
export const readFigures = (basis: Basis): Figures => {
  const { query, currency, items } = basis;
  const overview = reviewMetrics(items, query);
  const rates = query.rates?.name ?? null;
  const isMine = (line: WaterfallLine): boolean => line.currency === currency && line.rates === rates;
  const mine = overview.lines.filter(isMine);
  if (mine.length > linesMax) {
    const message = `makes more than ${linesMax} lines; ask for a shorter time or longer periods, or group by something else`;
    throw badRequest([{ path: 'by', code: 'too_many', message }]);
  }
  const byPeriod = new Map(mine.filter(({ group }) => group === null).map((line) => [line.period.key, line]));
  const ofGroups = mine.filter((line): line is WaterfallLine & { group: string } => line.group !== null);
  const whole = { key: 'range', start: query.from, end: query.until, isWhole: true };
  const total = overview.totals.find(isMine) ?? emptyLine({ period: whole, currency, rates });
  const weightOf = createWeigher(basis);
  const runRates = readRunRates(basis, basis.usage);
  return {
    overview,
    total,
    periods: overview.periods.map((period) => byPeriod.get(period.key) ?? emptyLine({ period, currency, rates })),
    groups: Map.groupBy(ofGroups, ({ group }) => group),
    mrr: amountOf(total, 'closing'),
    committedMrr: weigh(overview.committedMrr, ({ exact }) => exact, weightOf),
    usageRunRate: weigh(runRates, ({ runRate }) => runRate, weightOf),
    usageExcessRunRate: weigh(runRates, ({ excessRunRate }) => excessRunRate, weightOf),
  };
};
