import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import type { ExchangeRateTables, ListExchangeRatesParams } from './schema.ts';
import { findTable, selectCoverages, selectRates, selectTables } from './store.ts';
import { coverageOf, viewRates, viewTable } from './view.ts';

/** All tables of rates without their rates, or one with them. */
export const listExchangeRates = async (
  { db }: Pick<ReadCall, 'db'>,
  { query }: { query: z.output<typeof ListExchangeRatesParams> },
): Promise<z.input<typeof ExchangeRateTables>> => {
  if (query.rateTable !== undefined) {
    const table = requireFound(await findTable(db, query.rateTable), 'table of exchange rates');
    const rates = await selectRates(db, table.name);
    return { data: [{ ...viewTable(table, coverageOf(rates)), rates: viewRates(rates) }] };
  }
  const coverages = new Map((await selectCoverages(db)).map((one) => [one.table_name, one]));
  const tables = await selectTables(db);
  return {
    data: tables.map((table) => {
      const { currencies = [], first_day: first, last_day: last } = coverages.get(table.name) ?? {};
      return viewTable(table, { currencies, first, last });
    }),
  };
};
