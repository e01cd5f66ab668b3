import type { FeedWindow } from '../port.ts';
import { type AwsDataset, awsDatasets } from './datasets.ts';

/** Where a file of a feed is: `<feed>_v1/year=YYYY/month=MM/data.csv`, by the feed and its month. */
export type PartPlace = { dataset: AwsDataset; month: string };

const place = /^([a-z]+)_v1\/year=(\d{4})\/month=(\d{2})\/data\.csv$/i;
const byFolder = new Map(awsDatasets.map((dataset) => [dataset.folder, dataset]));

/** Reads the key of an object; null if it is not a file of a feed that is read. */
export const placeOf = (key: string, prefix: string): PartPlace | null => {
  if (!key.startsWith(prefix)) return null;
  const [, folder = '', year, month] = place.exec(key.slice(prefix.length)) ?? [];
  const dataset = byFolder.get(folder.toLowerCase());
  return dataset ? { dataset, month: `${year}-${month}` } : null;
};

/** The month under which AWS keeps what is older than May 2020. */
const oldMonth = '2010-01';
const monthsBackToOld = 24;

/** The text of the month that is `back` months before a time. */
const monthOf = (time: Date, back = 0): string =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - back, 1)).toISOString().slice(0, 7);

/**
 * Whether a file may have rows of a window. Files are named by the month in which rows are delivered, which may be long
 * after their time: late and corrected rows are in later months, so that no month is too late. What is valid from a time
 * on (accounts, offers) counts until it changes: every month may have it. The file of what is older than May 2020 is read
 * for a window of 24 months, which is how everything is read for the first time, and for one that begins before.
 */
export const mayHoldRows = ({ dataset, month }: PartPlace, { start, end }: FeedWindow): boolean => {
  if (!dataset.isOfTime) return true;
  if (month === oldMonth) return monthOf(start) < '2020-05' || monthOf(start) <= monthOf(end, monthsBackToOld);
  return month >= monthOf(start);
};
