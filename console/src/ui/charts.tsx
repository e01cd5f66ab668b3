import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { BurnPoint } from '../lib/burn.ts';
import { money } from '../lib/format.ts';
import { chartsTexts as texts } from '../texts/charts.ts';

const short = (currency: string) => (amount: number) =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);

/** The dates and amounts of charges. */
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
    series={[{ name: 'amount', label: texts.charged, color: 'brand.8' }]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
    tickLine="none"
  />
);

export type WaterfallPeriod = Record<'new' | 'expansion' | 'reactivation' | 'contraction' | 'churn', number> & {
  period: string;
  closing: number;
};

/** The movements of recurring revenue in each period: gains above the line, losses below it. */
export const MovementChart = ({ periods, currency }: { periods: WaterfallPeriod[]; currency: string }) => (
  <BarChart
    h={260}
    type="stacked"
    withLegend
    data={periods.map((period) => ({ ...period, contraction: -period.contraction, churn: -period.churn }))}
    dataKey="period"
    series={[
      { name: 'new', label: texts.movements.new, color: 'brand.8' },
      { name: 'expansion', label: texts.movements.expansion, color: 'brand.5' },
      { name: 'reactivation', label: texts.movements.reactivation, color: 'blue.5' },
      { name: 'contraction', label: texts.movements.contraction, color: 'orange.6' },
      { name: 'churn', label: texts.movements.churn, color: 'red.8' },
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
    series={[{ name: 'closing', label: texts.atTheEnd, color: 'brand.8' }]}
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
      { name: 'billed', label: texts.cash.billed, color: 'blue.6' },
      { name: 'collected', label: texts.cash.collected, color: 'brand.5' },
      { name: 'disbursed', label: texts.cash.paidOut, color: 'brand.8' },
    ]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency) }}
  />
);

/** The rest of a commit, actual and projected at the pace so far. */
export const BurnChart = ({ points, currency }: { points: BurnPoint[]; currency: string }) => (
  <LineChart
    h={220}
    withLegend
    connectNulls
    data={points}
    dataKey="day"
    series={[
      { name: 'left', label: texts.burn.left, color: 'brand.8' },
      { name: 'projected', label: texts.burn.atThisPace, color: 'orange.6', strokeDasharray: '6 4' },
    ]}
    valueFormatter={(amount) => money(amount, currency)}
    yAxisProps={{ width: 70, tickFormatter: short(currency), domain: [0, 'auto'] }}
    curveType="linear"
  />
);
