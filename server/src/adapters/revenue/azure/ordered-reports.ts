import { revenueTable } from './tables.ts';

/** A report that Microsoft makes again and again, once it is ordered. */
export type OrderedReport = {
  /** Its name and that of its query at Microsoft. Another query has another name. */
  name: string;
  query: string;
  /** Hours between two executions: from 4 to 90 ("Create report API"). */
  everyHours: number;
};

const { dataset, key, required, optional } = revenueTable;
const columns = [...key, ...required, ...optional].join(',');
/** Rows of the same key are one behind the other. */
const order = key.map((name) => `${name} ASC`).join(',');

const report = (name: string, timespan: string, everyHours: number): OrderedReport => ({
  name: `Revenue reader 1: ${name}`,
  query: `SELECT ${columns} FROM ${dataset} ORDER BY ${order} TIMESPAN ${timespan}`,
  everyHours,
});

/**
 * The recent months every day. Everything as often as Microsoft allows to make it rarely, for customers who pay a year
 * later, and for the time before the reports were ordered. Names, mail addresses and cities of people are not selected.
 */
export const orderedReports: readonly OrderedReport[] = [
  report('last 6 months', 'LAST_6_MONTHS', 24),
  report('everything', 'LIFETIME', 90),
];
