import { majorOf } from '../../kit/amounts.ts';
import type { JsonValue } from '../state.ts';
import { badParam } from './errors.ts';

const currencies =
  'usd eur gbp aud cad chf dkk nok sek jpy krw inr sgd nzd hkd brl mxn pln czk ils aed zar bhd jod kwd omr tnd'.split(
    ' ',
  );

// Source: docs.stripe.com/currencies, "Zero-decimal currencies" and "Three-decimal currencies".
const withoutDecimals = new Set(['jpy', 'krw']);
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/** How many decimals the smallest unit of a currency is away from its major unit. */
export const decimalsOf = (currency: string): number => {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
};

// The smallest charge per currency, in its smallest unit; 50 for others.
const smallest: Record<string, number> = {
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  jpy: 50,
  hkd: 400,
  mxn: 1000,
  pln: 200,
  czk: 1500,
  aed: 200,
};

/** A currency in lower case, or a refusal. */
export const readCurrency = (value: JsonValue | undefined): string => {
  const currency = String(value).toLowerCase();
  if (currencies.includes(currency)) return currency;
  const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${currencies.join(', ')}`;
  throw badParam('currency', message);
};

/** Checks that an amount can be charged. */
export const checkAmount = (amount: number, currency: string): void => {
  if (amount < 1) {
    throw badParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  // Source: docs.stripe.com/currencies: the last digit of a three-decimal amount has to be 0. The wording is unproven.
  if (decimalsOf(currency) === 3 && amount % 10 !== 0) {
    throw badParam('amount', `Amount must be a multiple of 10 in ${currency}`, 'parameter_invalid_integer');
  }
  const least = smallest[currency] ?? 50;
  if (amount < least) {
    const message = `Amount must be at least ${showAmount(least, currency)}`;
    throw badParam('amount', message, 'amount_too_small');
  }
  if (amount > 99_999_999) {
    throw badParam('amount', `Amount must be no more than ${showAmount(99_999_999, currency)}`, 'amount_too_large');
  }
};

/** An amount for display. */
export const showAmount = (amount: number, currency: string): string =>
  `${majorOf(amount, decimalsOf(currency))} ${currency}`;
