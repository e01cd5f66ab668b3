import { convertBy, fixedWith, shareOf } from '../../kit/amounts.ts';
import { decimalsOf } from '../wire/currency.ts';
import type { FeeTerms, Terms } from './terms.ts';

/** A fixed amount of the terms in the smallest unit of a currency. */
export const fixedIn = (currency: string, amount: number): number => fixedWith(decimalsOf(currency), amount);

/** The fee of a payment in its settlement currency; never more than the payment. How Stripe rounds is not confirmed. */
export const feeOf = ({ basisPoints, fixed, max }: FeeTerms, amount: number, currency: string): number => {
  const fee = shareOf(amount, basisPoints) + fixedIn(currency, fixed);
  return Math.min(fee, max === null ? amount : fixedIn(currency, max), amount);
};

/** An amount in the currency in which it settles; `rate` is null without a conversion. */
type Settled = { amount: number; currency: string; rate: string | null };

/**
 * Converts an amount into the currency in which the account settles it. By the SDK's declaration of `exchange_rate`,
 * amount times rate is the converted amount; between currencies with different decimals the rate is taken to be one of
 * major units (not confirmed).
 */
export const settle = (terms: Terms, amount: number, currency: string): Settled => {
  const conversion = terms.conversions[currency];
  if (!conversion || conversion.currency === currency) return { amount, currency, rate: null };
  const decimals = decimalsOf(conversion.currency) - decimalsOf(currency);
  return {
    amount: convertBy(conversion.rate, amount, decimals),
    currency: conversion.currency,
    rate: conversion.rate,
  };
};
