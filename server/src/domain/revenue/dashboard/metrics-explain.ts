import { addRationals, multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import type { CellPart, CohortMember } from '../metrics/explain.ts';
import { explainCell, explainRetention, readRecurringRevenue } from '../metrics/metrics.ts';
import { movementRows } from '../metrics/transitions.ts';
import type { UsageMonth } from '../metrics/usage-run-rate.ts';
import { signOf, type WaterfallRow } from '../metrics/waterfall.ts';
import type { Basis } from './metrics-basis.ts';
import { type Cell, isRetention } from './metrics-cell.ts';
import { createWeigher, readRunRates } from './metrics-figures.ts';
import { yearly } from './metrics-view.ts';

type UsagePart = UsageMonth & { kind: 'USAGE'; currency: string; rate: Rational };
type BuyerPart = CohortMember & { kind: 'BUYER' };

/** A part of a cell. `weighed`: how much it adds to the cell, in the currency of the report; null for a buyer of a retention. */
export type Part = (CellPart | UsagePart | BuyerPart) & { weighed: Rational | null };

/** A cell with all its parts; unless it is a retention, `exact` is the sum of what they add. Null: there is no such ratio. */
export type Explanation = { exact: Rational | null; parts: Part[] };

const one = rational(1n);
const zero = rational(0n);
const quartersOfYear = rational(4n);

const sumOf = (parts: readonly Part[]): Rational =>
  parts.reduce((sum, { weighed }) => (weighed === null ? sum : addRationals(sum, weighed)), zero);

const weighedBy = (part: CellPart, factor: Rational): Part => {
  const amount = part.kind === 'FX' ? part.amount : multiplyRationals(part.amount, part.rate);
  return { ...part, weighed: multiplyRationals(amount, factor) };
};

const factorOf = ({ measure }: Basis): Rational => (measure === 'arr' ? yearly : one);

type RowCell = Extract<Cell, { of: 'ROW' }>;

const addressOf = ({ query, currency }: Basis, { period, group }: Pick<RowCell, 'period' | 'group'>) => ({
  ...{ period, group, currency, isConverted: query.rates !== undefined },
});

const openRow = (basis: Basis, { column, period, group }: RowCell): Part[] => {
  const rows: WaterfallRow[] = column === 'netNew' ? [...movementRows, 'moved'] : [column as WaterfallRow];
  return rows.flatMap((row) => {
    // In the net of a period, what is lost counts below 0.
    const sign = rational(column === 'netNew' ? signOf(row) : 1n);
    const { parts } = explainCell(basis.items, basis.query, { ...addressOf(basis, { period, group }), row });
    return parts.map((part) => weighedBy(part, multiplyRationals(sign, factorOf(basis))));
  });
};

const openRetention = (basis: Basis, cell: Cell): Explanation => {
  const isRow = cell.of === 'ROW';
  const { groupBy: _groups, ...query } = basis.query;
  const { members } = explainRetention(
    basis.items,
    isRow ? basis.query : { ...query, granularity: 'range' },
    addressOf(basis, isRow ? cell : { period: 'range', group: null }),
  );
  const sum = (key: 'opening' | 'kept' | 'closing'): Rational =>
    members.reduce((total, member) => addRationals(total, multiplyRationals(member[key], member.rate)), zero);
  const [opening, kept] = [sum('opening'), sum(cell.column === 'grossRevenueRetention' ? 'kept' : 'closing')];
  return {
    exact: opening.n === 0n ? null : rational(kept.n * opening.d, kept.d * opening.n),
    parts: members.map((member): Part => ({ ...member, kind: 'BUYER', weighed: null })),
  };
};

const openStanding = (basis: Basis, column: 'mrr' | 'arr' | 'committedMrr'): Part[] => {
  const { until, settings } = basis.query;
  const { currencies } = readRecurringRevenue(basis.items, new Date(until.getTime() - 1), settings);
  const weightOf = createWeigher(basis);
  const factor = column === 'arr' ? yearly : one;
  return currencies.flatMap(({ items, committedItems }) =>
    (column === 'committedMrr' ? committedItems : items).flatMap((item): Part[] => {
      const rate = weightOf(item.currency);
      return rate === null ? [] : [weighedBy({ ...item, rate }, factor)];
    }),
  );
};

const openUsage = (basis: Basis, column: 'usageRunRate' | 'usageExcessRunRate', records: Basis['usage']): Part[] => {
  const weightOf = createWeigher(basis);
  return readRunRates(basis, records).flatMap(({ currency, months }) => {
    const rate = weightOf(currency);
    if (rate === null) return [];
    return months.map((month): Part => {
      const amount = column === 'usageRunRate' ? month.revenue : month.excess;
      const weighed = multiplyRationals(multiplyRationals(amount, rate), quartersOfYear);
      return { ...month, kind: 'USAGE', currency, rate, weighed };
    });
  });
};

/** Opens a cell of a report. `usage`: its single records, needed for the run-rates of usage only. */
export const explain = (basis: Basis, cell: Cell, usage: Basis['usage']): Explanation => {
  if (isRetention(cell.column)) return openRetention(basis, cell);
  const parts =
    cell.of === 'ROW'
      ? openRow(basis, cell)
      : cell.column === 'usageRunRate' || cell.column === 'usageExcessRunRate'
        ? openUsage(basis, cell.column, usage)
        : openStanding(basis, cell.column as 'mrr' | 'arr' | 'committedMrr');
  return { exact: sumOf(parts), parts };
};
