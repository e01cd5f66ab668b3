import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { replaceExchangeRates } from './actions/replace-exchange-rates.ts';
import { listExchangeRates } from './reads.ts';
import {
  ExchangeRateTable,
  ExchangeRateTables,
  ListExchangeRatesParams,
  ReplaceExchangeRates,
  ReplaceExchangeRatesParams,
  ratesMax,
  tablesMax,
} from './schema.ts';

/** Each rate is an object with three members. */
const valuesOfRate = 4;

export const exchangeRateEndpoints: Endpoint[] = [
  reads({
    id: 'listExchangeRates',
    method: 'GET',
    path: '/org/{orgId}/exchangeRate',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List tables of exchange rates, or get one',
    notes: 'All tables without their rates, by name; with rateTable, that table with its rates by date and currency.',
    query: ListExchangeRatesParams,
    reply: ExchangeRateTables,
    unversioned: true,
    read: listExchangeRates,
  }),
  acts({
    id: 'replaceExchangeRates',
    method: 'PUT',
    path: '/org/{orgId}/exchangeRate',
    family: 'revenue',
    permission: 'revenue:write',
    summary: 'Create a table of exchange rates, or replace its rates',
    notes:
      'One unit of the currency of a rate is worth that much of the currency of the table. The rate of a day is its closing rate: it holds from ' +
      'the end of the day (UTC) until the end of the next day with a rate, so a month is valued by the rate of its last day; the first rate of ' +
      'a currency also holds on its own day. The rates that are sent replace all that the table had; without any, the table is removed. Sending ' +
      `the same again changes nothing. As JSON or as text/csv. At most ${ratesMax} rates a table and ${tablesMax} tables.`,
    query: ReplaceExchangeRatesParams,
    body: ReplaceExchangeRates,
    bodyLimits: withValues(ratesMax * valuesOfRate + 2),
    csv: true,
    unversioned: true,
    reply: ExchangeRateTable,
    emits: ['exchange_rate.updated'],
    act: replaceExchangeRates,
  }),
];
