import type { Decimal } from '../../../kit/decimal.ts';
import type { RateTable } from '../metrics/rates.ts';

/** A named table of rates. One unit of a rate's currency is worth `rate` units of the table's. */
export type ExchangeRateTable = {
  name: string;
  currency: string;
  /** How many rates it has; 0: it was emptied, and is shown no more. */
  rates: number;
  /** SHA-256 of its currency and rates. */
  digest: Buffer;
  last_update_time: Date;
  version: number;
};

/** `day` is YYYY-MM-DD. */
export type DayRate = { currency: string; day: string; rate: Decimal };

const dayMs = 86_400_000;

/**
 * The rates of a table by the times from which they hold. The rate of a day is its closing rate: it holds from the end of
 * the day (UTC) until the end of the next day that has one. So the end of a month is valued by the rate of its last day.
 * The first rate of a currency holds on its own day too, as there is none before it.
 */
export const ratesInTime = (
  { name, currency }: Pick<ExchangeRateTable, 'name' | 'currency'>,
  rates: readonly DayRate[],
): RateTable => {
  const firsts = new Map<string, string>();
  for (const { currency: of, day } of rates) {
    const first = firsts.get(of);
    if (first === undefined || day < first) firsts.set(of, day);
  }
  return {
    name,
    currency,
    rates: rates.flatMap(({ currency: of, day, rate }) => {
      const start = Date.parse(`${day}T00:00:00Z`);
      const closing = { currency: of, time: new Date(start + dayMs), rate };
      return firsts.get(of) === day ? [{ ...closing, time: new Date(start) }, closing] : [closing];
    }),
  };
};
