import Big from 'big.js';
import type { Offer, Term } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';
import { isPricingTerm, isPrivateOffer, ratesOf, targetAgreement } from './offer-rules.ts';

const priceFreezeMs = 120 * 86_400_000;

/** What cannot change in a released offer when its prices change: terms, currency, constraints, dimensions. */
export const checkReleasedPricing = (draft: ChangeDraft, offer: Offer, terms: Term[]): void => {
  const before = offer.terms.filter(isPricingTerm);
  const typesOf = (list: Term[]): string =>
    list
      .map((term) => term.Type)
      .sort()
      .join();
  if (typesOf(before) !== typesOf(terms)) {
    throw businessError(['INCOMPATIBLE_TERMS', 'Terms of a released offer are neither added nor removed.']);
  }
  const increase = offer.priceIncreasedAt;
  if (!isPrivateOffer(offer) && increase !== null && draft.at < increase + priceFreezeMs) {
    throw businessError(['INVALID_PRICE_CHANGE', 'After a price increase the prices are frozen for 120 days.']);
  }
  for (const term of terms) {
    const old = before.find((candidate) => candidate.Type === term.Type) as Term;
    if (old.CurrencyCode !== term.CurrencyCode) {
      throw businessError(['INCOMPATIBLE_CURRENCY_CODE', 'The currency of a released offer does not change.']);
    }
    if (constraintsOf(old) !== constraintsOf(term)) {
      const message = 'The constraints of a released offer do not change.';
      throw businessError(['INCOMPATIBLE_RATE_CARD_CONSTRAINTS', message]);
    }
    const kept = new Set(ratesOf(term).map(({ selector, rate }) => `${selector}/${rate.DimensionKey}`));
    for (const { selector, rate } of ratesOf(old)) {
      if (kept.has(`${selector}/${rate.DimensionKey}`)) continue;
      throw businessError(['INVALID_RATE_CARD', `The rate of ${rate.DimensionKey} may not be dropped.`]);
    }
    if (isPrivateOffer(offer) && term.Type !== 'UsageBasedPricingTerm' && differs(old, term)) {
      throw businessError(['INCOMPATIBLE_TERMS', `${term.Type} of a released private offer does not change.`]);
    }
    checkPriceMoves(old, term);
  }
};

/** A price increase needs its own request: it cannot be combined with a decrease or a new dimension. */
const checkPriceMoves = (old: Term, term: Term): void => {
  const before = new Map(ratesOf(old).map(({ selector, rate }) => [`${selector}/${rate.DimensionKey}`, rate.Price]));
  const moves = ratesOf(term).map(({ selector, rate }) => {
    const price = before.get(`${selector}/${rate.DimensionKey}`);
    return price === undefined ? 'added' : Big(rate.Price).cmp(price);
  });
  if (!moves.includes(1)) return;
  if (moves.includes('added')) {
    const message = `Price increase and dimension addition in ${term.Type} isn't supported in the same request.`;
    throw businessError(['INVALID_PRICE_CHANGE', `${message} Add dimensions first.`]);
  }
  if (term.Type === 'UsageBasedPricingTerm' && moves.includes(-1)) {
    const message = `Price increase and decrease in ${term.Type} isn't supported in the same request.`;
    throw businessError(['INVALID_PRICE_CHANGE', `${message} Decrease prices first.`]);
  }
};

/** A replacement keeps the pricing types of its agreement. */
export const checkReplacedPricing = (draft: ChangeDraft, offer: Offer, terms: Term[]): void => {
  if (offer.targetAgreementIntent !== 'Replace' || offer.resaleAuthorizationId) return;
  const before = targetAgreement(draft, offer)
    .terms.filter(isPricingTerm)
    .map((term) => term.Type);
  const after = terms.map((term) => term.Type);
  const added = after.filter((type) => !before.includes(type));
  const removed = before.filter((type) => !after.includes(type));
  const problems: [string, string][] = [];
  if (removed.length > 0) {
    problems.push(['INCOMPATIBLE_AGREEMENT', `These terms can't be removed from the replacement offer: ${removed}.`]);
  }
  if (added.length > 0) {
    problems.push(['INCOMPATIBLE_AGREEMENT', `These terms can't be added to the replacement offer: ${added}.`]);
  }
  if (problems.length > 0) throw businessError(...problems);
};

const constraintsOf = (term: Term): string => {
  const cards = (term.RateCards ?? []) as { Selector?: unknown; Constraints?: unknown }[];
  return JSON.stringify(cards.map((card) => [card.Selector, card.Constraints]).filter(([selector]) => selector));
};

const differs = (a: Term, b: Term): boolean => canonical(a) !== canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

/** Whether any price of a public offer has increased. */
export const raisesPrices = (before: Term[], after: Term[]): boolean => {
  const old = new Map(
    before.flatMap((term) =>
      ratesOf(term).map(({ selector, rate }) => [`${term.Type}/${selector}/${rate.DimensionKey}`, rate.Price]),
    ),
  );
  return after.some((term) =>
    ratesOf(term).some(({ selector, rate }) => {
      const price = old.get(`${term.Type}/${selector}/${rate.DimensionKey}`);
      return price !== undefined && Big(rate.Price).gt(price);
    }),
  );
};
