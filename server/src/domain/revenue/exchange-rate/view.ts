import type { z } from 'zod';
import { decimalToJson } from '../../../kit/decimal.ts';
import type { DayRate, ExchangeRateTable } from './exchange-rate.ts';
import type { ExchangeRateTable as ExchangeRateTableShape } from './schema.ts';

type View = z.input<typeof ExchangeRateTableShape>;
type Covered = { currencies: readonly string[]; first: string | undefined; last: string | undefined };

export const viewTable = (
  { name, currency, rates, last_update_time: time }: ExchangeRateTable,
  { currencies, first, last }: Covered,
): View => ({
  name,
  currency,
  rateCount: rates,
  currencies: [...currencies],
  ...(first === undefined ? {} : { firstDate: first }),
  ...(last === undefined ? {} : { lastDate: last }),
  lastUpdateTime: time.toISOString(),
});

/** What rates in the order of their days cover. */
export const coverageOf = (rates: readonly DayRate[]): Covered => ({
  currencies: [...new Set(rates.map(({ currency }) => currency))].sort(),
  first: rates[0]?.day,
  last: rates.at(-1)?.day,
});

export const viewRates = (rates: readonly DayRate[]): NonNullable<View['rates']> =>
  rates.map(({ currency, day, rate }) => ({ date: day, currency, rate: decimalToJson(rate) }));
