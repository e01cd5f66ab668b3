import { formatTexts as texts } from '../texts/format.ts';
import { businessNow } from './clock.ts';

// Creating a formatter takes longer than formatting with it, and a table formats hundreds of values.
const quantities = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const localTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relativeTimes = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** An amount in its own currency; amounts are never converted or added across currencies. */
export const money = (amount: number, currency = 'USD'): string => {
  try {
    return new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
      // Small prices of units have more digits than their currency.
      ...(Math.abs(amount) < 1 && amount !== 0 ? { maximumFractionDigits: 6 } : {}),
    }).format(amount);
  } catch {
    return `${amount.toLocaleString()} ${currency}`;
  }
};

export const quantity = (amount: number): string => quantities.format(amount);

/** A time in the person's own zone. */
export const localTime = (time: string): string => localTimes.format(new Date(time));

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
