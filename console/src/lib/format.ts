import { formatTexts as texts } from '../texts/format.ts';
import { businessNow } from './clock.ts';

// Creating a formatter takes longer than formatting with it, and a table formats hundreds of values.
// Prices of units and usage have up to nine decimals; more can only be the error of a sum of binary numbers.
const mostDigits = 9;
// A binary number has 15 exact digits: of a large amount, the error is before the ninth decimal.
const exactDigits = 15;
/** A result without the error of binary numbers: 0.1 + 0.2 is 0.3. In a sum of many amounts, each step is made exact. */
export const exact = (amount: number): number => Number(Number(amount.toPrecision(exactDigits)).toFixed(mostDigits));

const quantities = new Intl.NumberFormat(undefined, { maximumFractionDigits: mostDigits });
const timeParts = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
const localTimes = new Intl.DateTimeFormat(undefined, timeParts);
const utcTimes = new Intl.DateTimeFormat(undefined, { ...timeParts, timeZone: 'UTC' });
/** The first or the last second of a day in UTC. */
const edgeOfDay = /T(00:00:00|23:59:59)(\.\d+)?Z$/;
// Not `auto`: in words, 13 months from now would be "next year", which can be another year.
const relativeTimes = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
const amounts = new Map<string, Intl.NumberFormat>();

const amountsIn = (currency: string): Intl.NumberFormat => {
  const known = amounts.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: mostDigits });
  amounts.set(currency, made);
  return made;
};

/**
 * An exact amount in its own currency, with at least the digits of the currency. Without a currency it is a number: no currency
 * is assumed. Amounts are never converted or added across currencies. What is not known is a dash.
 */
export const money = (amount: number | undefined, currency: string | undefined): string => {
  if (amount === undefined) return '—';
  if (!currency) return quantity(amount);
  try {
    return amountsIn(currency).format(amount);
  } catch {
    return `${quantity(amount)} ${currency}`;
  }
};

/** The decimals of a currency: 2 for dollars, none for yen. */
export const digitsOf = (currency: string): number => {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return maximumFractionDigits;
  } catch {
    return 2;
  }
};

/** An amount that is only an estimate, in the decimals of its currency. */
export const estimate = (amount: number, currency: string): string =>
  money(Number(amount.toFixed(digitsOf(currency))), currency);

export const quantity = (amount: number): string => quantities.format(amount);

/** The person's own zone, such as `Europe/Berlin`. */
export const ownZone = (): string => localTimes.resolvedOptions().timeZone;

/** A time in the person's own zone, which it names. */
export const localTime = (time: string): string => localTimes.format(new Date(time));

/**
 * A time with its zone: the person's own, except at the edge of a day in UTC. There it is the calendar day of a term, which in
 * another zone would be the day before or after.
 */
export const exactTime = (time: string): string =>
  (edgeOfDay.test(time) ? utcTimes : localTimes).format(new Date(time));

export const utcTime = (time: string): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `in 3 days`, `2 hours ago`. */
export const fromNow = (time: string, now = businessNow()): string => {
  const seconds = (new Date(time).getTime() - now) / 1000;
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relativeTimes.format(Math.trunc(seconds / length), unit);
  }
  return texts.justNow;
};

/** `2027-06-30`, days ahead of today. */
export const dayAhead = (days: number): string =>
  new Date(businessNow() + days * 86_400_000).toISOString().slice(0, 10);
