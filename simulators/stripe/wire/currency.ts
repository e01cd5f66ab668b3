import { majorOf } from '../../kit/amounts.ts';
import type { JsonValue } from '../state.ts';
import { badParam } from './errors.ts';

// Source: the refusal of an unknown currency, as clients of live accounts recorded it.
const currencies = [
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp',
  'cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils',
  'inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn',
  'myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos',
  'srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw',
].flatMap((line) => line.split(' '));

// Source: docs.stripe.com/currencies, "Zero-decimal currencies" and "Three-decimal currencies".
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/** The number of decimals between a currency's smallest unit and its major unit. */
export const decimalsOf = (currency: string): number => {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
};

// Source: docs.stripe.com/currencies, "Special cases": shown with two decimals, which must be 00.
const wholeInCharges = new Set(['isk', 'ugx']);
const wholeInPayouts = new Set(['huf', 'isk', 'twd', 'ugx']);

// The smallest charge per currency, in its smallest unit; 50 for others. Source: docs.stripe.com/currencies, "Minimum
// charge amount by currency". The account settles in every currency, so no equivalent in another currency is checked.
const smallest: Record<string, number> = {
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  pln: 200,
  czk: 1500,
  aed: 200,
  ron: 200,
  thb: 1000,
};

// The largest amount. Source: docs.stripe.com/currencies, "Maximum charge amounts": card networks accept twelve digits,
// American Express nine, other methods eight except in these currencies.
const digitsMax = { card: 12, amex: 9, others: 8 };
const digitsOfOthers: Record<string, number> = { idr: 12, cop: 10, inr: 9 };

const checkDigits = (amount: number, currency: string, digits: number): void => {
  const most = 10 ** digits - 1;
  if (amount <= most) return;
  throw badParam('amount', `Amount must be no more than ${showAmount(most, currency)}`, 'amount_too_large');
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
  // Source: docs.stripe.com/currencies: the last digit of a three-decimal amount must be 0. The wording is not confirmed.
  if (decimalsOf(currency) === 3 && amount % 10 !== 0) {
    throw badParam('amount', `Amount must be a multiple of 10 in ${currency}`, 'parameter_invalid_integer');
  }
  // The wording is not confirmed.
  if (wholeInCharges.has(currency) && amount % 100 !== 0) {
    throw badParam('amount', `Amount must be a multiple of 100 in ${currency}`, 'parameter_invalid_integer');
  }
  const least = smallest[currency] ?? 50;
  if (amount < least) {
    const message = `Amount must be at least ${showAmount(least, currency)}`;
    throw badParam('amount', message, 'amount_too_small');
  }
  checkDigits(amount, currency, digitsMax.card);
};

/** Checks that a payment method can be charged an amount: `card` is a card's brand, null for a bank account. */
export const checkAmountFor = (amount: number, currency: string, card: string | null): void => {
  if (card === 'amex') checkDigits(amount, currency, digitsMax.amex);
  if (card === null) checkDigits(amount, currency, digitsOfOthers[currency] ?? digitsMax.others);
};

/** Checks that an amount can be paid out manually. The wording is not confirmed. */
export const checkPayout = (amount: number, currency: string): void => {
  if (amount < 1) throw badParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (wholeInPayouts.has(currency) && amount % 100 !== 0) {
    throw badParam('amount', `Payouts in ${currency} must be divisible by 100`, 'parameter_invalid_integer');
  }
};

/** An amount for display. */
export const showAmount = (amount: number, currency: string): string =>
  `${majorOf(amount, decimalsOf(currency))} ${currency}`;
