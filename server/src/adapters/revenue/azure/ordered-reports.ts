import { type AzureTable, orderTable, revenueTable, usageTable } from './tables.ts';

/** A report that Microsoft makes again and again, once it is ordered. */
export type OrderedReport = {
  table: AzureTable;
  /** Its name and that of its query at Microsoft. Another query has another name. */
  name: string;
  query: string;
  /** The same without the columns that a report can lack. */
  neededQuery: string;
  /** Hours between two executions: from 4 to 90 ("Create report API"). */
  everyHours: number;
};

type Wanted = { name: string; timespan: string; everyHours: number; where?: string };

const report = (table: AzureTable, { name, timespan, everyHours, where = '' }: Wanted): OrderedReport => {
  const { dataset, key, required, optional } = table;
  // Rows of the same key are one behind the other.
  const order = key.map((one) => `${one} ASC`).join(',');
  const queryOf = (columns: readonly string[]): string =>
    `SELECT ${columns.join(',')} FROM ${dataset}${where} ORDER BY ${order} TIMESPAN ${timespan}`;
  return {
    table,
    name: `Revenue reader 1: ${name}`,
    query: queryOf([...key, ...required, ...optional]),
    neededQuery: queryOf([...key, ...required]),
    everyHours,
  };
};

/** Of the offers that have custom meters ("List of system queries", Metered usage report). */
const metered = " WHERE OfferType IN ('SaaS', 'Azure Applications')";

/**
 * The recent months every day. Everything as often as Microsoft allows to make it rarely, for customers who pay a year
 * later, and for the time before the reports were ordered. Names, mail addresses and cities of people are not selected.
 */
export const orderedReports: readonly OrderedReport[] = [
  report(revenueTable, { name: 'last 6 months', timespan: 'LAST_6_MONTHS', everyHours: 24 }),
  report(revenueTable, { name: 'everything', timespan: 'LIFETIME', everyHours: 90 }),
  report(orderTable, { name: 'all orders', timespan: 'LIFETIME', everyHours: 24 }),
  report(usageTable, { name: 'usage of 6 months', timespan: 'LAST_6_MONTHS', everyHours: 24, where: metered }),
  report(usageTable, { name: 'all usage', timespan: 'LIFETIME', everyHours: 90, where: metered }),
];
