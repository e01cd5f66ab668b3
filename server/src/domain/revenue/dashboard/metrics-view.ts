import type { z } from 'zod';
import type { Partner } from '../../../contract/partner-codes.ts';
import { type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import type { ItemSource } from '../metrics/parts.ts';
import { showAmount, showLine } from '../metrics/show-line.ts';
import type { Grouping } from '../metrics/split-movement.ts';
import type { WaterfallLine } from '../metrics/waterfall.ts';
import type { Basis } from './metrics-basis.ts';
import type { Figures } from './metrics-figures.ts';
import { viewBuyer, viewGroup, viewId, viewItem } from './metrics-ids.ts';
import type { RevenueMetrics } from './metrics-schema.ts';

type View = z.input<typeof RevenueMetrics>;

/** A year has twelve months. */
export const yearly = rational(12n);

/** The name of a row of a waterfall; with a colon and a column, that of a cell. Groups are named by IDs or codes. */
const cellOf = ({ period, group }: Pick<WaterfallLine, 'period' | 'group'>, by: Grouping | undefined): string =>
  group === null ? period.key : `${period.key}:${viewGroup(group, by)}`;

const numberOrNull = (value: Decimal | null) => (value === null ? null : decimalToJson(value));

export const viewLine = (
  line: WaterfallLine,
  { measure, query }: Pick<Basis, 'measure' | 'query'>,
): View['waterfall'][number] => {
  const { grossRetention, netRetention, ...amounts } = showLine(line, measure);
  const { key: period, start, end, isWhole } = line.period;
  const shown = Object.fromEntries(Object.entries(amounts).map(([row, amount]) => [row, decimalToJson(amount)]));
  return {
    cell: cellOf(line, query.groupBy),
    period,
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    isWhole,
    ...(shown as Pick<View['waterfall'][number], keyof typeof amounts>),
    netRevenueRetention: numberOrNull(netRetention),
    grossRevenueRetention: numberOrNull(grossRetention),
  };
};

/** What reports and explanations say of how they were computed. */
export const viewBasis = ({ query, currency, measure }: Basis, { overview }: Pick<Figures, 'overview'>) => ({
  metricsVersion: overview.metricsVersion,
  settings: overview.settings,
  timeZone: query.zone,
  currency,
  ...(query.rates ? { rateTable: query.rates.name } : {}),
  measure,
});

/** IDs of the sources of an item; the partner was a code when it was read. */
export const viewSource = ({ itemId, entitlementId, termId, buyerId, productId, partner }: ItemSource) => ({
  itemID: viewItem(itemId),
  entitlementID: encodeId('ent', entitlementId),
  termID: viewId('term', termId ?? ''),
  buyerID: viewBuyer(buyerId),
  productID: viewId('prod', productId),
  partner: partner as Partner,
});

/** Of what does not recur a report shows this many; all are counted. */
const nonRecurringMax = 100;

export const viewMetrics = (basis: Basis, figures: Figures): View => {
  const { query, currency } = basis;
  const { overview, total, periods, groups } = figures;
  const money = (amount: Rational) => decimalToJson(showAmount(amount, currency));
  const { netRevenueRetention, grossRevenueRetention } = viewLine(total, basis);
  const nonRecurring = overview.nonRecurring.filter((one) => query.rates || one.currency === currency);
  return {
    ...viewBasis(basis, figures),
    startTime: query.from.toISOString(),
    endTime: query.until.toISOString(),
    mrr: money(figures.mrr),
    arr: money(multiplyRationals(figures.mrr, yearly)),
    committedMrr: money(figures.committedMrr),
    usageRunRate: money(figures.usageRunRate),
    usageExcessRunRate: money(figures.usageExcessRunRate),
    netRevenueRetention,
    grossRevenueRetention,
    waterfall: periods.map((line) => viewLine(line, basis)),
    ...(query.groupBy
      ? {
          groups: [...groups].map(([group, lines]) => ({
            group: viewGroup(group, query.groupBy),
            waterfall: lines.map((line) => viewLine(line, basis)),
          })),
        }
      : {}),
    nonRecurring: nonRecurring.slice(0, nonRecurringMax).map((one) => {
      const { termID: _term, ...source } = viewSource(one);
      return { ...source, currency: one.currency, amount: decimalToJson(one.amount) };
    }),
    nonRecurringCount: nonRecurring.length,
    currencies: basis.currencies,
  };
};
