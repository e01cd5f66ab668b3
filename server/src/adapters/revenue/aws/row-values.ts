import { feedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { readDate } from './values.ts';

const shown = 40;

export const textOf = ({ columns }: FeedRow, name: string): string | undefined => columns[name] ?? undefined;

export const unreadable = (row: FeedRow, message: string): Error =>
  feedFault({ code: 'UNREADABLE_VALUE', message, part: `${row.dataset} ${row.key}` });

/** The time of the date in a column; undefined if it is empty. */
export const dateOf = (row: FeedRow, name: string): Date | undefined => {
  const text = textOf(row, name);
  if (text === undefined) return undefined;
  const date = readDate(text);
  if (date) return date;
  throw unreadable(row, `${name} is not a date: ${JSON.stringify(text.slice(0, shown))}`);
};

/** Fields without those that are undefined. */
export const without = <T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } => {
  const kept: { [Name in keyof T]?: NonNullable<T[Name]> } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && value !== null) kept[name] = value;
  }
  return kept;
};
