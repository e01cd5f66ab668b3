import { Big } from '../../../kit/decimal.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';

export type Columns = FeedRow['columns'];

/** Where a row is: for faults. */
export type Place = { part: string; line?: number };

const shown = 40;

const unreadable = (place: Place, name: string, text: string, is: string): Error => {
  const message = `${name} is not ${is}: ${JSON.stringify(text.slice(0, shown))}`;
  return feedFault({ ...place, code: 'UNREADABLE_VALUE', message });
};

/** The text of a column; undefined if Google left it empty, or hides it as of a personal account ("Customer insights reports"). */
export const textIn = (columns: Columns, name: string): string | undefined => {
  const text = columns[name];
  return text === undefined || text === null || text === 'n/a' ? undefined : text;
};

const amountShape = /^-?\d{1,18}(?:\.\d{1,24})?(?:[eE][+-]?\d{1,2})?$/;

/** An amount as exact as it was written; an empty one is 0. */
export const amountIn = (columns: Columns, name: string, place: Place): Big => {
  const text = textIn(columns, name) ?? '0';
  if (amountShape.test(text)) return new Big(text);
  throw unreadable(place, name, text, 'an amount');
};

/** The code of a currency; undefined if the column is absent or empty. */
export const currencyIn = (columns: Columns, name: string, place: Place): string | undefined => {
  const text = textIn(columns, name);
  if (text === undefined || /^[A-Z]{3}$/.test(text)) return text;
  throw unreadable(place, name, text, 'a currency');
};

/** Whether a text is a day, YYYY-MM-DD, that the calendar has. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const read = new Date(`${text}T00:00:00Z`);
  // JavaScript takes the 31st of February for a day in March.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
};

/** Throws unless a column is empty or begins with a day. */
export const checkDay = (columns: Columns, name: string, place: Place): void => {
  const text = textIn(columns, name);
  if (text === undefined || isDay(text)) return;
  throw unreadable(place, name, text, 'a day such as 2026-11-20');
};
