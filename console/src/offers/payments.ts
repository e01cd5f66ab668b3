import { digitsOf } from '../lib/format.ts';
import type { Installment } from '../lib/price.ts';

/**
 * Equal amounts over a year, each on the first of a month, from the month after the offer can no longer be accepted. All are
 * payable in the currency, which for yen has no decimals. They are counted in its smallest unit, because a difference of
 * large amounts with decimals is not exact. The last has what is left of the total.
 */
export const spread = (total: number, count: number, begin: Date, currency: string): Installment[] => {
  const units = 10 ** digitsOf(currency);
  const whole = Math.round(total * units);
  const part = Math.floor(whole / count);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1 + (at * 12) / count, 1));
    return {
      amount: (at === count - 1 ? whole - part * (count - 1) : part) / units,
      chargeOn: day.toISOString(),
    };
  });
};

/** What no payment covers yet, payable in the currency. */
export const unplanned = (total: number, planned: number, currency: string): number => {
  const units = 10 ** digitsOf(currency);
  return Math.max(0, Math.round(total * units) - Math.round(planned * units)) / units;
};
