import type { Row } from '../api/list.ts';
import { exact, money } from './format.ts';

/** The sums of an amount, one for each currency: amounts of different currencies are never added. */
export const sumsOf = (rows: readonly Row[], field: string): { currency: string; amount: number }[] => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const amount = Number(row[field] ?? 0);
    const currency = String(row.currency ?? '');
    if (amount !== 0 && currency !== '') sums.set(currency, exact((sums.get(currency) ?? 0) + amount));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amount]) => ({ currency, amount }));
};

/** `$1,200.00 · €300.00` */
export const sumWords = (rows: readonly Row[], field: string): string =>
  sumsOf(rows, field)
    .map(({ amount, currency }) => money(amount, currency))
    .join(' · ');
