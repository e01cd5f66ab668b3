import { decimalsOf } from '../wire/currency.ts';
import type { FeeTerms, Terms } from './terms.ts';

/** A share in hundredths of a percent, rounded half up. How Stripe rounds is not confirmed. */
export const shareOf = (amount: number, basisPoints: number): number => {
  const product = BigInt(amount) * BigInt(basisPoints);
  return Number((product + 5000n) / 10_000n);
};

/** A fixed amount of the terms in the smallest unit of a currency. */
export const fixedIn = (currency: string, amount: number): number =>
  decimalsOf(currency) === 3 ? amount * 10 : amount;

/** The fee of a payment in its settlement currency; never more than the payment. */
export const feeOf = ({ basisPoints, fixed, max }: FeeTerms, amount: number, currency: string): number => {
  const fee = shareOf(amount, basisPoints) + fixedIn(currency, fixed);
  return Math.min(fee, max === null ? amount : fixedIn(currency, max), amount);
};

/** An amount in the currency in which it settles; `rate` is null without a conversion. */
export type Settled = { amount: number; currency: string; rate: string | null };

/**
 * Converts an amount into the currency in which the account settles it, rounded half away from zero. By the SDK's
 * declaration of `exchange_rate`, amount times rate is the converted amount; between currencies with different decimals
 * the rate is taken to be one of major units (not confirmed).
 */
export const settle = (terms: Terms, amount: number, currency: string): Settled => {
  const conversion = terms.conversions[currency];
  if (!conversion || conversion.currency === currency) return { amount, currency, rate: null };
  const [whole = '0', fraction = ''] = conversion.rate.split('.');
  const decimals = decimalsOf(conversion.currency) - decimalsOf(currency) - fraction.length;
  const product = BigInt(Math.abs(amount)) * BigInt(whole + fraction);
  const scale = 10n ** BigInt(Math.abs(decimals));
  const size = decimals >= 0 ? product * scale : (product + scale / 2n) / scale;
  return { amount: Number(amount < 0 ? -size : size), currency: conversion.currency, rate: conversion.rate };
};
