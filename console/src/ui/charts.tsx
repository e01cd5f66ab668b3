import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { BurnPoint } from '../lib/burn.ts';
import { money } from '../lib/format.ts';

const short = (currency: string) => (amount: number) =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);

/** What is charged when. */
export const ScheduleChart = ({
  schedule,
  currency,
}: {
  schedule: { day: string; amount: number }[];
  currency: string;
}) => (
  <BarChart
    h={180}
    data={schedule}
    dataKey="day"
    series={[{ name: 'amount', label: 'Charged', color: 'brand.8' }]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
    tickLine="none"
  />
);

export type WaterfallPeriod = Record<'new' | 'expansion' | 'reactivation' | 'contraction' | 'churn', number> & {
  period: string;
  closing: number;
};

/** How recurring revenue moved in each period: what came above the line, what went below it. */
export const MovementChart = ({ periods, currency }: { periods: WaterfallPeriod[]; currency: string }) => (
  <BarChart
    h={260}
    type="stacked"
    withLegend
    data={periods.map((period) => ({
      period: period.period,
      New: period.new,
      Expansion: period.expansion,
      Reactivation: period.reactivation,
      Contraction: -period.contraction,
      Churn: -period.churn,
    }))}
    dataKey="period"
    series={[
      { name: 'New', color: 'brand.8' },
      { name: 'Expansion', color: 'brand.5' },
      { name: 'Reactivation', color: 'blue.5' },
      { name: 'Contraction', color: 'orange.6' },
      { name: 'Churn', color: 'red.8' },
    ]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
  />
);

export const RecurringChart = ({ periods, currency }: { periods: WaterfallPeriod[]; currency: string }) => (
  <LineChart
    h={260}
    data={periods}
    dataKey="period"
    series={[{ name: 'closing', label: 'At the end', color: 'brand.8' }]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
    curveType="linear"
  />
);

export type DayTotals = { date: string; billed: number; collected: number; disbursed: number };

export const CashChart = ({ days, currency }: { days: DayTotals[]; currency: string }) => (
  <BarChart
    h={220}
    withLegend
    data={days}
    dataKey="date"
    series={[
      { name: 'billed', label: 'Billed', color: 'blue.6' },
      { name: 'collected', label: 'Collected', color: 'brand.5' },
      { name: 'disbursed', label: 'Paid out', color: 'brand.8' },
    ]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
  />
);

/** What is left of a commit, and what would be at the pace so far. */
export const BurnChart = ({ points, currency }: { points: BurnPoint[]; currency: string }) => (
  <LineChart
    h={220}
    withLegend
    connectNulls
    data={points}
    dataKey="day"
    series={[
      { name: 'left', label: 'Left', color: 'brand.8' },
      { name: 'projected', label: 'At this pace', color: 'orange.6', strokeDasharray: '6 4' },
    ]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency), domain: [0, 'auto'] }}
    curveType="linear"
  />
);
