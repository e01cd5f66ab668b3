import Big from 'big.js';
import type { Agreement, Json, Offer, Term } from '../state.ts';

const dayMs = 86_400_000;

/** The percentages by which a renewal may raise the price. */
export type IncreaseRange = { min: Big; max: Big; default: Big };

/** The accepted renewal term of an agreement, or undefined. */
export const renewalTermOf = (agreement: Agreement): Term | undefined =>
  agreement.terms.find((term) => term.Type === 'RenewalTerm');

/** After this time neither party can turn off the renewal; null without a lockout period or an end. */
export const lockoutStartAt = (agreement: Agreement): number | null =>
  beforeEnd(agreement, renewalTermOf(agreement)?.LockoutPeriod);

/** Until this time the seller may set the price within the range; null if the increase is not a range. */
export const adjustmentDeadlineAt = (agreement: Agreement): number | null =>
  beforeEnd(agreement, renewalTermOf(agreement)?.AdjustmentDeadline);

const beforeEnd = (agreement: Agreement, period: unknown): number | null => {
  const match = /^P(\d+)D$/.exec(typeof period === 'string' ? period : '');
  return match && agreement.endAt !== null ? agreement.endAt - Number(match[1]) * dayMs : null;
};

/** The price increase that the renewal term allows; null if it specifies none. A fixed increase is a range of one. */
export const increaseRange = (agreement: Agreement): IncreaseRange | null => {
  const increase = renewalTermOf(agreement)?.PriceIncrease as Json | undefined;
  if (!increase) return null;
  if (increase.Type === 'FixedPercentage') {
    const value = Big(increase.Value as string);
    return { min: value, max: value, default: value };
  }
  const range = increase.Range as { MinValue: string; MaxValue: string; DefaultValue: string };
  return { min: Big(range.MinValue), max: Big(range.MaxValue), default: Big(range.DefaultValue) };
};

/** Whether the agreement will renew at its end: it has the term, neither party opted out, and renewals remain. */
export const willRenew = (agreement: Agreement): boolean => {
  const term = renewalTermOf(agreement);
  return (
    term !== undefined &&
    agreement.endAt !== null &&
    agreement.autoRenew &&
    !agreement.proposerOptedOut &&
    !renewalsExhausted(agreement)
  );
};

/** Whether the accepted limit of renewals has been reached. */
export const renewalsExhausted = (agreement: Agreement): boolean => {
  const most = renewalTermOf(agreement)?.MaxRenewals;
  return typeof most === 'number' && agreement.renewals >= most;
};

/** All amounts of an offer's or agreement's up-front terms, keyed by their path. */
export const upfrontAmounts = (terms: Offer['terms']): Map<string, Big> => {
  const amounts = new Map<string, Big>();
  for (const term of terms) {
    if (term.Type === 'ConfigurableUpfrontPricingTerm') {
      for (const card of term.RateCards as {
        Selector: { Value: string };
        RateCard: { DimensionKey: string; Price: string }[];
      }[]) {
        for (const rate of card.RateCard) amounts.set(`${card.Selector.Value}/${rate.DimensionKey}`, Big(rate.Price));
      }
    }
    if (term.Type === 'FixedUpfrontPricingTerm') amounts.set('fixed', Big(term.Price as string));
    if (term.Type === 'RecurringPaymentTerm') amounts.set('monthly', Big(term.Price as string));
    if (term.Type === 'PaymentScheduleTerm') {
      const schedule = term.Schedule as { ChargeAmount: string }[];
      amounts.set(
        'schedule',
        schedule.reduce((sum, charge) => sum.plus(charge.ChargeAmount), Big(0)),
      );
    }
  }
  return amounts;
};
