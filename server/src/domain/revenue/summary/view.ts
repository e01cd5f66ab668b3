import type { z } from 'zod';
import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import type { RevenueSummary } from './schema.ts';
import type { AmountName, RevenueSum } from './store.ts';

type View = z.input<typeof RevenueSummary>;

export const shownAmounts = [
  'billed',
  'collected',
  'disbursed',
  'outstanding',
  'fee',
  'tax',
  'refunded',
] as const satisfies readonly AmountName[];

type Sum = RevenueSum<(typeof shownAmounts)[number]>;

const viewSum = (sum: Sum) => ({
  currency: sum.currency,
  billed: decimalToJson(sum.billed),
  collected: decimalToJson(sum.collected),
  disbursed: decimalToJson(sum.disbursed),
  outstanding: decimalToJson(sum.outstanding),
  fee: decimalToJson(sum.fee),
  tax: decimalToJson(sum.tax),
  refunded: decimalToJson(sum.refunded),
  count: sum.count,
});

/** Sums by currency, by channel and, if there are any, by day. */
export const viewSums = (sums: readonly Sum[]): Required<Pick<View, 'totals' | 'byPartner' | 'series'>> => ({
  totals: sums.filter(({ channel, day }) => channel === null && day === null).map(viewSum),
  byPartner: sums.flatMap((sum) =>
    sum.channel === null ? [] : [{ partner: sum.channel as RevenueChannel, ...viewSum(sum) }],
  ),
  series: sums.flatMap((sum) => (sum.day === null ? [] : [{ date: sum.day, ...viewSum(sum) }])),
});
