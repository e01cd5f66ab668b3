import Big from 'big.js';
import { adjustmentDeadlineAt, increaseRange, upfrontAmounts } from '../agreement/renewal-term.ts';
import { type Agreement, endOfDay, type Offer, type PriceRate, type Product, type Term } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';

const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD'];
const pricingTypes = [
  'ConfigurableUpfrontPricingTerm',
  'UsageBasedPricingTerm',
  'FixedUpfrontPricingTerm',
  'FreeTrialPricingTerm',
  'RecurringPaymentTerm',
  'ByolPricingTerm',
];

/** Whether a term is set by UpdatePricingTerms. */
export const isPricingTerm = (term: Term): boolean => pricingTypes.includes(term.Type);

/**
 * Whether an offer is for named buyer accounts; one that replaces or renews an agreement is for that agreement's buyer.
 */
export const isPrivateOffer = (offer: Offer): boolean =>
  (offer.targeting?.buyerAccounts.length ?? 0) > 0 || offer.targetAgreementId !== null;

/** The last instant at which an offer can be accepted, or null if it does not expire. */
export const offerEndsAt = (offer: Offer): number | null => {
  const day = offer.availabilityEndDate === null ? null : endOfDay(offer.availabilityEndDate) - 1;
  if (offer.withdrawnAt === null) return day;
  return day === null ? offer.withdrawnAt : Math.min(day, offer.withdrawnAt);
};

/** The product of an offer. */
export const productOf = (draft: ChangeDraft, offer: Offer): Product => {
  const product = draft.get(offer.productId);
  if (product?.type !== 'SaaSProduct') throw businessError(['INCOMPATIBLE_PRODUCT', 'The product does not exist.']);
  return product;
};

/** The rates of a term by dimension, with their selector ('' for usage). */
export const ratesOf = (term: Term): { selector: string; rate: PriceRate }[] => {
  const cards = (term.RateCards ?? []) as { Selector?: { Value: string }; RateCard: PriceRate[] }[];
  return cards.flatMap((card) => card.RateCard.map((rate) => ({ selector: card.Selector?.Value ?? '', rate })));
};

/** Checks the prices of any offer: known currency, dimensions of the right type, no duplicates. */
export const checkPricing = (product: Product, pricingModel: string, terms: Term[]): void => {
  const types = terms.map((term) => term.Type);
  if (new Set(types).size !== types.length)
    throw businessError(['DUPLICATE_TERM_TYPES', 'A term type is given twice.']);
  const upfront = types.includes('ConfigurableUpfrontPricingTerm') || types.includes('FixedUpfrontPricingTerm');
  if (types.includes('ConfigurableUpfrontPricingTerm') && types.includes('FixedUpfrontPricingTerm')) {
    throw businessError(['INCOMPATIBLE_TERMS', 'Configurable and fixed up-front prices exclude each other.']);
  }
  if (pricingModel === 'Contract' && !upfront) {
    throw businessError(['INCOMPATIBLE_TERMS', 'The pricing model Contract needs an up-front pricing term.']);
  }
  if (pricingModel === 'Usage' && (upfront || !types.includes('UsageBasedPricingTerm'))) {
    throw businessError(['INCOMPATIBLE_TERMS', 'The pricing model Usage needs a usage based pricing term only.']);
  }
  if (pricingModel === 'Byol' && !types.includes('ByolPricingTerm')) {
    throw businessError(['INCOMPATIBLE_TERMS', 'The pricing model Byol needs a BYOL pricing term.']);
  }
  checkCurrencies(terms);
  for (const term of terms) {
    checkDimensions(product, term);
    checkRateCards(term);
    checkMetered(product, term);
  }
};

/**
 * Developer Guide, UpdatePricingTerms: usage and recurring charges are in USD, and every metered dimension must have a
 * rate.
 */
const checkMetered = (product: Product, term: Term): void => {
  const isUsage = term.Type === 'UsageBasedPricingTerm';
  if (!isUsage && term.Type !== 'RecurringPaymentTerm') return;
  if (term.CurrencyCode !== 'USD') {
    throw businessError(['INVALID_CURRENCY_CODE', `${term.Type} takes the currency USD only.`]);
  }
  const rated = new Set(ratesOf(term).map(({ rate }) => rate.DimensionKey));
  const isMetered = ({ Types }: Product['dimensions'][number]): boolean =>
    Types.some((type) => type === 'Metered' || type === 'ExternallyMetered');
  const missing = isUsage ? product.dimensions.filter((one) => isMetered(one) && !rated.has(one.Key)) : [];
  if (missing.length === 0) return;
  const keys = missing.map(({ Key }) => Key).join(', ');
  throw businessError(['INVALID_RATE_CARD', `Provide a rate for every metered dimension; missing: ${keys}.`]);
};

/** All durations must price the same dimensions and give the buyer the same choices. */
const checkRateCards = (term: Term): void => {
  if (term.Type !== 'ConfigurableUpfrontPricingTerm') return;
  const cards = term.RateCards as {
    Selector: { Value: string };
    Constraints: Record<string, string>;
    RateCard: PriceRate[];
  }[];
  const differing = (value: (card: (typeof cards)[number]) => string): boolean => new Set(cards.map(value)).size > 1;
  if (new Set(cards.map((card) => card.Selector.Value)).size < cards.length) {
    throw businessError(['DUPLICATE_SELECTORS', 'Provide a unique list of Selectors.']);
  }
  if (
    differing((card) =>
      card.RateCard.map((rate) => rate.DimensionKey)
        .sort()
        .join(),
    )
  ) {
    throw businessError(['INVALID_RATE_CARD', 'Provide prices for the same set of dimension keys for all durations.']);
  }
  const unequal = ({ Constraints }: (typeof cards)[number]): boolean =>
    Constraints.MultipleDimensionSelection !== Constraints.QuantityConfiguration;
  if (differing((card) => JSON.stringify(Object.entries(card.Constraints).sort())) || cards.some(unequal)) {
    throw businessError(['INCOMPATIBLE_RATE_CARD_CONSTRAINTS', 'Provide the same constraints everywhere.']);
  }
};

/** All terms must have the same currency, one in which AWS Marketplace bills. */
export const checkCurrencies = (terms: Term[]): void => {
  const used = [...new Set(terms.map((term) => term.CurrencyCode).filter((code) => code !== undefined))];
  for (const code of used) {
    if (!currencies.includes(String(code))) {
      throw businessError(['INVALID_CURRENCY_CODE', `${String(code)} is not supported.`]);
    }
  }
  if (used.length > 1) throw businessError(['INVALID_CURRENCY_CODE', 'All terms of an offer use one currency.']);
};

const checkDimensions = (product: Product, term: Term): void => {
  const usage = term.Type === 'UsageBasedPricingTerm';
  const wanted = usage ? ['Metered', 'ExternallyMetered'] : ['Entitled'];
  const grants = (term.Grants ?? []) as { DimensionKey: string }[];
  const keys = [...ratesOf(term).map(({ rate }) => rate.DimensionKey), ...grants.map((grant) => grant.DimensionKey)];
  const bySelector = [...ratesOf(term).map(({ selector, rate }) => `${selector}/${rate.DimensionKey}`)];
  bySelector.push(...grants.map((grant) => `grant/${grant.DimensionKey}`));
  if (new Set(bySelector).size !== bySelector.length) {
    throw businessError(['DUPLICATE_DIMENSION_KEYS', `${term.Type} names a dimension twice.`]);
  }
  // A free trial may grant dimensions of any type.
  if (term.Type === 'FreeTrialPricingTerm') wanted.push('Metered', 'ExternallyMetered');
  for (const key of keys) {
    const dimension = product.dimensions.find((known) => known.Key === key);
    if (!dimension) throw businessError(['INVALID_RATE_CARD', `The product has no dimension ${key}.`]);
    if (!dimension.Types.some((type) => wanted.includes(type))) {
      throw businessError(['INVALID_RATE_CARD', `Dimension ${key} is not of type ${wanted.join(' or ')}.`]);
    }
  }
};

/** Limits of a renewal offer: the deadline, and prices within the range to which the buyer agreed. */
export const checkRenewalPricing = (draft: ChangeDraft, offer: Offer, terms: Term[]): void => {
  const agreement = targetAgreement(draft, offer);
  const range = increaseRange(agreement);
  const deadline = adjustmentDeadlineAt(agreement);
  if (!range || deadline === null) {
    throw businessError(['INVALID_UPDATE_REQUEST', 'The price of this renewal is fixed by its renewal term.']);
  }
  if (draft.at >= deadline) throw businessError(['INVALID_UPDATE_REQUEST', 'The adjustment deadline has passed.']);
  const base = upfrontAmounts(agreement.terms);
  for (const [place, amount] of upfrontAmounts(terms)) {
    const old = base.get(place);
    if (!old) throw businessError(['INVALID_RATE_CARD', `The agreement has no price for ${place}.`]);
    const least = old.times(range.min.div(100).plus(1)).round(2, Big.roundDown);
    const most = old.times(range.max.div(100).plus(1)).round(2, Big.roundUp);
    if (amount.lt(least) || amount.gt(most)) {
      throw businessError(['INVALID_PRICE_CHANGE', `The price for ${place} has to lie between ${least} and ${most}.`]);
    }
  }
};

/** The agreement that an offer replaces or renews. */
export const targetAgreement = (draft: ChangeDraft, offer: Offer): Agreement => {
  const agreement = draft.transaction.get('agreements', offer.targetAgreementId ?? '');
  if (!agreement) throw businessError(['INVALID_AGREEMENT', 'The agreement of the offer does not exist.']);
  return agreement;
};

/** Allows at most one charge on or before the last day for acceptance, and none after the agreement's end. */
export const checkSchedule = (offer: Offer): void => {
  const schedule = termOf(offer, 'PaymentScheduleTerm')?.Schedule as { ChargeDate: string }[] | undefined;
  if (!schedule) return;
  const days = schedule.map((charge) => charge.ChargeDate);
  if (new Set(days).size !== days.length) throw businessError(['DUPLICATE_CHARGE_DATES', 'Charge dates are unique.']);
  const last = offer.availabilityEndDate;
  if (last !== null && days.filter((day) => day <= last).length > 1) {
    throw businessError(['TOO_MANY_BACKDATED_CHARGES', 'At most one charge may lie on or before AvailabilityEndDate.']);
  }
  const end = termOf(offer, 'ValidityTerm')?.AgreementEndDate;
  if (typeof end === 'string' && days.some((day) => day > end)) {
    throw businessError(['INVALID_CHARGE_DATES', 'No charge may lie after the end of the agreement.']);
  }
};

/** The term of a type, or undefined. */
export const termOf = (offer: Offer, type: string): Term | undefined => offer.terms.find((term) => term.Type === type);

/** The offer with one term set, replacing any of the same type. */
export const withTerm = (offer: Offer, term: Term): Offer => ({
  ...offer,
  terms: [...offer.terms.filter((old) => old.Type !== term.Type), term],
});
