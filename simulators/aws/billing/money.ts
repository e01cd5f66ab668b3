import Big from 'big.js';

const decimals: Record<string, number> = { JPY: 0 };

/**
 * An amount rounded to the smallest unit of its currency, halves away from zero. That AWS rounds an invoice line this
 * way is not confirmed.
 */
export const roundMoney = (amount: Big, currency: string): Big => amount.round(decimals[currency] ?? 2);

/** A share of an amount in percent, rounded like the amount. */
export const percentOf = (amount: Big, percent: string, currency: string): Big =>
  roundMoney(amount.times(percent).div(100), currency);

/** The amount with the opposite sign; zero has none. */
export const negate = (amount: Big | string): Big => (Big(amount).eq(0) ? Big(0) : Big(amount).times(-1));
