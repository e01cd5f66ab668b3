import type { Decimal } from '../../../kit/decimal.ts';
import { badRequest } from '../../../kit/errors.ts';

/**
 * Rates of a named source. One unit of `currency` is worth `rate` units of the table's currency from `time` on, until its
 * next rate: the previous close holds until today's is fixed.
 */
export type RateTable = {
  name: string;
  currency: string;
  rates: readonly { currency: string; time: Date; rate: Decimal }[];
};

/** Rates as whole numbers: `scale` of them are 1. */
export type RateReader = { scale: bigint; rateAt: (currency: string, time: Date) => bigint };

const digitsOf = (rate: Decimal): number => rate.split('.')[1]?.length ?? 0;

/** Asked for a rate that the table does not have, it throws 400. */
export const readRates = ({ name, currency: to, rates }: RateTable): RateReader => {
  const digits = rates.reduce((most, { rate }) => Math.max(most, digitsOf(rate)), 0);
  const scale = 10n ** BigInt(digits);
  const byCurrency = Map.groupBy(
    rates.toSorted((left, right) => left.time.getTime() - right.time.getTime()),
    ({ currency }) => currency,
  );
  const find = (currency: string, time: number): bigint => {
    const found = byCurrency.get(currency)?.findLast((one) => one.time.getTime() <= time);
    if (found) return BigInt(found.rate.replace('.', '')) * 10n ** BigInt(digits - digitsOf(found.rate));
    const message = `the table ${name} has no rate from ${currency} to ${to} by ${new Date(time).toISOString()}`;
    throw badRequest([{ path: 'rateTable', code: 'missing_rate', message }]);
  };
  // A report asks for the same few times again and again.
  const known = new Map<string, Map<number, bigint>>();
  return {
    scale,
    rateAt: (currency, at) => {
      if (currency === to) return scale;
      const times = known.get(currency) ?? new Map<number, bigint>();
      known.set(currency, times);
      const rate = times.get(at.getTime()) ?? find(currency, at.getTime());
      times.set(at.getTime(), rate);
      return rate;
    },
  };
};
