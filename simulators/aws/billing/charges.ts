import Big from 'big.js';
import { addDuration } from '../../kit/duration.ts';
import type { Agreement, Json, Term } from '../state.ts';
import { roundMoney } from './money.ts';

/** A charge known when the agreement begins. */
export type Charge = { at: number; amount: string; currency: string; periodStartAt: number; periodEndAt: number };

const termOf = (agreement: Agreement, type: string): Term | undefined =>
  agreement.terms.find((term) => term.Type === type);

const currencyOf = (agreement: Agreement, term: Term): string => String(term.CurrencyCode ?? agreement.currencyCode);

/** The last second of a period that ends at a time. */
export const inclusiveEnd = (time: number): number => Math.ceil(time / 1000) * 1000 - 1000;

/**
 * The charges of an agreement besides usage and recurring payments, in order of time: upfront prices at the start, a
 * payment schedule on its dates. A date before the acceptance is charged at the acceptance. An amendment changes
 * amounts, but neither the number of charges nor their order; some may be zero.
 */
export const chargesOf = (agreement: Agreement): Charge[] => {
  const { startAt, endAt } = agreement;
  const periodEndAt = endAt === null ? startAt : inclusiveEnd(endAt);
  const charge = (term: Term, at: number, amount: Big): Charge => {
    const currency = currencyOf(agreement, term);
    return { at, amount: roundMoney(amount, currency).toFixed(), currency, periodStartAt: startAt, periodEndAt };
  };
  const fixed = termOf(agreement, 'FixedUpfrontPricingTerm');
  const configurable = termOf(agreement, 'ConfigurableUpfrontPricingTerm');
  const schedule = termOf(agreement, 'PaymentScheduleTerm');
  const charges = [
    ...(fixed ? [charge(fixed, startAt, Big(String(fixed.Price)))] : []),
    ...(configurable ? [charge(configurable, startAt, chosenValue(agreement, configurable))] : []),
    ...(schedule
      ? (schedule.Schedule as Json[]).map((item) => {
          const at = Math.max(Date.parse(`${String(item.ChargeDate)}T00:00:00Z`), agreement.acceptedAt);
          return charge(schedule, at, Big(String(item.ChargeAmount)));
        })
      : []),
  ];
  return charges.sort((a, b) => a.at - b.at);
};

/** The price of the chosen units of a configurable price. */
export const chosenValue = (agreement: Agreement, term: Term): Big => {
  const cards = term.RateCards as {
    Selector: { Value: string };
    RateCard: { DimensionKey: string; Price: string }[];
  }[];
  const card = cards.find((item) => item.Selector.Value === agreement.selectedDuration);
  return agreement.entitlements.reduce((sum, { dimensionKey, quantity }) => {
    const rate = card?.RateCard.find((item) => item.DimensionKey === dimensionKey);
    return rate ? sum.plus(Big(rate.Price).times(quantity)) : sum;
  }, Big(0));
};

/**
 * The `index`th monthly payment of a RecurringPaymentTerm, from 0; null without one, or after the end. It is charged "at the end of each
 * billing period" (Agreement Service, RecurringPaymentTerm). That a last month which is not whole costs as much is not confirmed.
 */
export const recurringCharge = (agreement: Agreement, index: number): Charge | null => {
  const term = termOf(agreement, 'RecurringPaymentTerm');
  if (!term) return null;
  const month = (count: number): number =>
    addDuration(agreement.startAt, { years: 0, months: count, days: 0, hours: 0, minutes: 0, seconds: 0 });
  const periodStartAt = month(index);
  if (agreement.endAt !== null && periodStartAt >= agreement.endAt) return null;
  const at = Math.min(month(index + 1), agreement.endAt ?? Number.POSITIVE_INFINITY);
  const currency = currencyOf(agreement, term);
  const amount = roundMoney(Big(String(term.Price)), currency).toFixed();
  return { at, amount, currency, periodStartAt, periodEndAt: inclusiveEnd(at) };
};

/** Price by metered dimension, and the currency; null if the agreement has no price for usage. */
export const usagePrices = (agreement: Agreement): { currency: string; prices: Map<string, string> } | null => {
  const term = termOf(agreement, 'UsageBasedPricingTerm');
  if (!term) return null;
  const [card] = term.RateCards as { RateCard: { DimensionKey: string; Price: string }[] }[];
  const prices = new Map((card?.RateCard ?? []).map(({ DimensionKey, Price }) => [DimensionKey, Price]));
  return { currency: currencyOf(agreement, term), prices };
};
