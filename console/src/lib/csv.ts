import type { Row } from '../api/list.ts';
import { type Column, valueAt } from '../nouns/noun.ts';
import { currencyFieldsOf } from './amounts.ts';
import { labelOf } from './words.ts';

/** At the start of a cell, and behind each character at which a spreadsheet may split it; as in `server/src/kit/csv.ts`. */
const formulaStart = /^(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;

/** Escapes a cell so that no spreadsheet evaluates it as a formula. Numbers are unchanged. */
const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = text.replaceAll(formulaStart, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

type CsvColumn = Pick<Column, 'key' | 'title'>;

export const csvOf = (columns: readonly CsvColumn[], rows: readonly Row[]): string =>
  [columns.map(({ title }) => cell(title)), ...rows.map((row) => columns.map(({ key }) => cell(valueAt(row, key))))]
    .map((cells) => cells.join(','))
    .join('\r\n');

/** The columns of a list and, if there are amounts among them, those with their currencies. */
export const withCurrencies = (columns: readonly CsvColumn[], rows: readonly Row[]): CsvColumn[] => [
  ...columns,
  ...currencyFieldsOf(
    columns.map(({ key }) => key),
    rows,
  ).map((key) => ({ key, title: labelOf(key) })),
];

export const saveCsv = (name: string, columns: readonly CsvColumn[], rows: readonly Row[]): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
