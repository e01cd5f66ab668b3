import type { Decimal } from '../../../kit/decimal.ts';
import { isCurrency, readAmount } from '../amounts.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { isNoDate, readDate } from './values.ts';

const shown = 40;

export const unreadable = ({ dataset, key }: FeedRow, message: string): Error =>
  feedFault({ code: 'UNREADABLE_VALUE', message, part: `${dataset} ${key}` });

const shownOf = (text: string): string => JSON.stringify(text.slice(0, shown));

export const textIn = ({ columns }: FeedRow, name: string): string | undefined => columns[name]?.trim() || undefined;

/** The amount in a column; undefined if it is empty. */
export const amountIn = (row: FeedRow, name: string): Decimal | undefined => {
  const text = textIn(row, name);
  if (text === undefined) return undefined;
  const amount = readAmount(text);
  if (amount === null) throw unreadable(row, `${name} is not an amount: ${shownOf(text)}`);
  return amount;
};

/** The same for one that must be there. */
export const needAmount = (row: FeedRow, name: string): Decimal => {
  const amount = amountIn(row, name);
  if (amount === undefined) throw unreadable(row, `${name} is empty`);
  return amount;
};

export const currencyIn = (row: FeedRow, name: string): string | undefined => {
  const text = textIn(row, name);
  if (text === undefined || isCurrency(text)) return text;
  throw unreadable(row, `${name} is not the code of a currency: ${shownOf(text)}`);
};

/** The time of the date in a column; undefined if there is none. */
export const dateIn = (row: FeedRow, name: string): Date | undefined => {
  const text = textIn(row, name);
  if (text === undefined) return undefined;
  const date = readDate(text);
  if (!date) throw unreadable(row, `${name} is not a date: ${shownOf(text)}`);
  return isNoDate(date) ? undefined : date;
};

/** Fields without those that are undefined. */
export const present = <T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };
