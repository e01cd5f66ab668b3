import { z } from 'zod';
import { day, decimalOut, exactNumber, timeOut } from '../../../contract/shapes.ts';

/** Rates of one table: ten years of seven currencies, or two and a half years of thirty. */
export const ratesMax = 20_000;
export const tablesMax = 50;

/** Letters of any alphabet would have to be compared; these can be written in a URL. */
export const rateTableName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, hyphens or underscores');

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency code of ISO 4217, three capital letters');

export const ReplaceExchangeRatesParams = z.object({
  rateTable: rateTableName.meta({ description: 'The name of the table that is created or replaced' }),
  currency: currencyCode.meta({ description: 'The currency of the table, to which its rates convert, ISO 4217' }),
});

export const ListExchangeRatesParams = z.object({
  rateTable: rateTableName.optional().meta({ description: 'Only the table with this name, with its rates' }),
});

export const ExchangeRateIn = z.strictObject({ date: day, currency: currencyCode, rate: exactNumber });

/** Read one by one, in turns (`read-rates.ts`): all of them at once, above all if none is valid, would block the event loop. */
const readInTurns = z.unknown().meta({
  ...{ 'x-component': 'ExchangeRateInput', type: 'object' },
  properties: {
    date: { type: 'string', format: 'date' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    rate: { type: 'number' },
  },
  required: ['date', 'currency', 'rate'],
  additionalProperties: false,
});

/** As JSON, or as CSV: the text itself as text/csv, or as one JSON string. */
export const ReplaceExchangeRates = z.union([
  z.string().min(1, 'must not be empty').meta({
    description:
      'CSV (RFC 4180, UTF-8) with a header and the columns date, currency and rate, in any order. A header alone empties the table.',
  }),
  z.strictObject({ rates: z.array(readInTurns).max(ratesMax) }).meta({ 'x-component': 'ExchangeRatesInput' }),
]);

const ExchangeRate = z
  .strictObject({ date: z.string().meta({ format: 'date' }), currency: z.string(), rate: decimalOut })
  .meta({ id: 'ExchangeRate' });

export const ExchangeRateTable = z
  .strictObject({
    name: z.string(),
    currency: z.string(),
    rateCount: z.int(),
    currencies: z.array(z.string()),
    firstDate: z.string().meta({ format: 'date' }).optional(),
    lastDate: z.string().meta({ format: 'date' }).optional(),
    lastUpdateTime: timeOut,
    rates: z.array(ExchangeRate).optional(),
  })
  .meta({ id: 'ExchangeRateTable' });

export const ExchangeRateTables = z
  .strictObject({ data: z.array(ExchangeRateTable) })
  .meta({ id: 'ExchangeRateTables' });
