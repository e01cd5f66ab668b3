import type { AzureReader } from '../state.ts';

/** One row of a dataset: text by column. Numbers are decimal text, times are ISO 8601. */
export type DataRow = Record<string, string>;

/** A table that queries may select from ("Custom query specification"). */
export type Dataset = {
  name: string;
  columns: readonly string[];
  /** Columns that are summed over the rows that are equal in all other selected columns. */
  metrics: readonly string[];
  /** The column that a TIMESPAN is about. */
  timeColumn: string;
  rows(reader: AzureReader, publisherId: string, now: number): DataRow[];
};

/** A time as the analytics API writes it (`yyyy-MM-ddTHH:mm:ssZ`); empty for none. */
export const apiTime = (time: number | null): string =>
  time === null ? '' : new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
