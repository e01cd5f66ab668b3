import { objectOf, textOf } from './json.ts';

/** Microsoft's `{type: 'month', value: 1}` and ISO 8601 durations. */

const letters: Readonly<Record<string, string>> = { day: 'D', week: 'W', month: 'M', year: 'Y' };

/** `{type: 'year', value: 3}` → P36M: years count in months. Empty if it is not such a term. */
export const durationOf = (term: unknown): string => {
  const { type, value } = objectOf(term);
  const letter = letters[textOf(type).toLowerCase()];
  const count = Number(value);
  if (letter === undefined || !Number.isSafeInteger(count) || count < 1) return '';
  return letter === 'Y' ? `P${count * 12}M` : `P${count}${letter}`;
};

/** P12M and P1Y → `{type: 'year', value: 1}`; undefined if Microsoft has no such term. */
export const termOf = (durationIso: string): { type: string; value: number } | undefined => {
  const [, count = '', letter = ''] = /^P(\d{1,4})([MY])$/.exec(durationIso) ?? [];
  const months = Number(count) * (letter === 'Y' ? 12 : 1);
  if (count === '' || months < 1) return undefined;
  return months % 12 === 0 ? { type: 'year', value: months / 12 } : { type: 'month', value: months };
};

/** Whether two terms have the same length. */
export const isSameTerm = (left: unknown, right: unknown): boolean =>
  durationOf(left) !== '' && durationOf(left) === durationOf(right);

/** Not a number if the duration is not of months. */
export const monthsOf = (durationIso: string): number => Number(/^P(\d+)M$/.exec(durationIso)?.[1] ?? Number.NaN);

/**
 * How many payments a term has: a year that is paid by the month has 12, and its price is that of each
 * (`pricePerPaymentInUsd` beside `billingTerm` and `paymentOption`, price-and-availability-plan). 1 without an option.
 */
export const paymentsIn = (billingTerm: unknown, paymentOption: unknown): number => {
  const payments = monthsOf(durationOf(billingTerm)) / monthsOf(durationOf(paymentOption));
  return Number.isInteger(payments) ? payments : 1;
};
