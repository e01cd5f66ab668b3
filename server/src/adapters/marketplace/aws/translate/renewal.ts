import type { Change } from '@aws-sdk/client-marketplace-catalog';
import { Big } from '../../../../kit/decimal.ts';
import type { RenewalRead } from '../../port.ts';
import type { DescribedAgreement, DescribedEntity } from '../answers.ts';
import { isOptedOut } from './agreement.ts';
import { changeOf, type Document, type DocumentValue } from './change.ts';
import { splitIdentifier } from './entities.ts';
import { isPricingTerm, pricingDetails, type Term } from './pricing.ts';
import { termsOfOffer } from './public-offer.ts';

// The renewal of an agreement by an offer that AWS makes (protocol notes: Auto-renewal with seller-set uplift, 2026). The
// range, the deadline and the lockout are those of RenewalTerm (Catalog API, UpdateRenewalTerms). Which change types move the
// prices of that offer and turn the renewal off is not documented: see docs/decisions/0096.

const offerType = 'Offer@1.0';
const dayMs = 86_400_000;
const percentDecimals = 2;
const centDecimals = 2;

const recordOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {};
const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value.map(recordOf) : []);
const isAmount = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}(\.\d{1,9})?$/.test(value);

/** The prepaid amounts of terms by their place. Usage prices do not rise with a renewal. */
const amountsOf = (terms: readonly Term[]): Map<string, Big> => {
  const amounts = new Map<string, Big>();
  const add = (place: string, amount: unknown): void => {
    if (isAmount(amount)) amounts.set(place, new Big(amount));
  };
  for (const term of terms) {
    if (term.Type === 'FixedUpfrontPricingTerm' || term.Type === 'RecurringPaymentTerm') add(term.Type, term.Price);
    if (term.Type === 'ConfigurableUpfrontPricingTerm')
      for (const card of listOf(term.RateCards))
        for (const rate of listOf(card.RateCard))
          add(`${String(recordOf(card.Selector).Value)}/${String(rate.DimensionKey)}`, rate.Price);
    if (term.Type === 'PaymentScheduleTerm')
      listOf(term.Schedule).forEach((charge, index) => {
        add(`schedule/${index}`, charge.ChargeAmount);
      });
  }
  return amounts;
};

/** By how much one set of terms is dearer than another, as the largest amount shows it most exactly. */
const upliftOf = (base: readonly Term[], renewed: readonly Term[]): string | null => {
  const after = amountsOf(renewed);
  const pairs = [...amountsOf(base)].flatMap(([place, amount]) => {
    const now = after.get(place);
    return now && amount.gt(0) ? [{ amount, now }] : [];
  });
  const [largest] = pairs.sort((left, right) => right.amount.cmp(left.amount));
  if (!largest) return null;
  return largest.now.div(largest.amount).minus(1).times(100).round(percentDecimals, Big.roundHalfEven).toFixed();
};

const beforeEnd = (end: Date | null, period: unknown): string | null => {
  const days = /^P(\d{1,5})D$/.exec(typeof period === 'string' ? period : '')?.[1];
  return days === undefined || end === null ? null : new Date(end.getTime() - Number(days) * dayMs).toISOString();
};

const rangeOf = (term: Term | undefined): { min: string; max: string; isFixed: boolean } | null => {
  const increase = recordOf(term?.PriceIncrease);
  const { MinValue: min, MaxValue: max } = recordOf(increase.Range);
  if (increase.Type === 'FixedPercentage' && isAmount(increase.Value))
    return { min: increase.Value, max: increase.Value, isFixed: true };
  return isAmount(min) && isAmount(max) ? { min, max, isFixed: false } : null;
};

/** The pending renewal of an agreement, from the offer of the agreement and the one that renews it. */
export const readRenewal = (
  agreement: DescribedAgreement,
  own: DescribedEntity | undefined,
  renewing: DescribedEntity,
): RenewalRead | null => {
  const base = own ? termsOfOffer(own) : [];
  const renewed = termsOfOffer(renewing);
  const isRenewal = ({ Type }: Term): boolean => Type === 'RenewalTerm';
  const term = base.find(isRenewal) ?? renewed.find(isRenewal);
  const range = rangeOf(term);
  if (!range) return null;
  return {
    offerExternalId: splitIdentifier(renewing.EntityIdentifier).id,
    uplift: upliftOf(base, renewed),
    minUplift: range.min,
    maxUplift: range.max,
    isFixed: range.isFixed,
    deadline: beforeEnd(agreement.endTime, term?.AdjustmentDeadline),
    lockout: beforeEnd(agreement.endTime, term?.LockoutPeriod),
    isOptedOut: isOptedOut(agreement),
  };
};

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** A price as exact as the one it is made of, at least to the cent. */
const raised = (amount: DocumentValue | undefined, factor: Big, decimals?: number): DocumentValue =>
  isAmount(amount)
    ? new Big(amount)
        .times(factor)
        .round(decimals ?? Math.max(centDecimals, decimalsOf(amount)), Big.roundHalfEven)
        .toFixed()
    : (amount ?? null);

const raisedTerm = (term: Term, factor: Big): Term => {
  if (term.Type === 'FixedUpfrontPricingTerm' || term.Type === 'RecurringPaymentTerm')
    return { ...term, Price: raised(term.Price, factor) };
  if (term.Type !== 'ConfigurableUpfrontPricingTerm') return term;
  const cards = listOf(term.RateCards).map((card) => ({
    ...card,
    RateCard: listOf(card.RateCard).map((rate) => ({ ...rate, Price: raised(rate.Price, factor) })),
  }));
  return { ...term, RateCards: cards };
};

/** The charges of the renewal on its own days, with the amounts of the agreement raised. */
const raisedSchedule = (base: Term, renewed: Term, factor: Big): Term => {
  const amounts = listOf(base.Schedule).map(({ ChargeAmount }) => ChargeAmount);
  const Schedule = listOf(renewed.Schedule).map((charge, index) => ({
    ChargeDate: String(charge.ChargeDate).slice(0, 10),
    ChargeAmount: raised(amounts[index] ?? charge.ChargeAmount, factor, centDecimals),
  }));
  const { Id: _id, ...term } = renewed;
  return { ...term, Type: renewed.Type, Schedule };
};

const withoutId = ({ Id: _id, ...term }: Term): Term => term as Term;

/** Sets the prices of a renewal to those of the agreement's own offer, raised by a percentage. */
export const upliftChanges = (
  { own, renewing }: { own: DescribedEntity; renewing: DescribedEntity },
  upliftPercentage: string,
): Change[] => {
  const offerId = splitIdentifier(renewing.EntityIdentifier).id;
  const base = termsOfOffer(own);
  const renewed = termsOfOffer(renewing);
  const factor = new Big(upliftPercentage).div(100).plus(1);
  const prices = renewed
    .filter(isPricingTerm)
    .map((term) => raisedTerm(base.find(({ Type }) => Type === term.Type) ?? term, factor))
    .map(withoutId);
  const schedule = renewed.find(({ Type }) => Type === 'PaymentScheduleTerm');
  const agreed = base.find(({ Type }) => Type === 'PaymentScheduleTerm');
  return [
    ...(prices.length > 0 ? [changeOf(offerType, 'UpdatePricingTerms', offerId, pricingDetails(prices))] : []),
    ...(schedule && agreed
      ? [
          changeOf(offerType, 'UpdatePaymentScheduleTerms', offerId, {
            Terms: [raisedSchedule(agreed, schedule, factor)],
          }),
        ]
      : []),
  ];
};
