import { Big } from '../../../../kit/decimal.ts';
import type { PlanWrite } from '../../changes.ts';
import type { LegalWrite, Rate } from '../../offer-submissions.ts';
import type { Document, DocumentValue } from './change.ts';

const standardEulaVersion = '2022-07-14';

/** A term of an offer, as in the Catalog API. */
export type Term = Document & { Type: string };

const pricingTypes = [
  'ConfigurableUpfrontPricingTerm',
  'FixedUpfrontPricingTerm',
  'UsageBasedPricingTerm',
  'FreeTrialPricingTerm',
  'RecurringPaymentTerm',
  'ByolPricingTerm',
];
export const isPricingTerm = ({ Type }: Term): boolean => pricingTypes.includes(Type);

const rateCard = (rates: readonly Rate[]): Document[] =>
  rates.map(({ key, price }) => ({ DimensionKey: key, Price: price }));

export const usageTerm = (CurrencyCode: string, rates: readonly Rate[]): Term => ({
  Type: 'UsageBasedPricingTerm',
  CurrencyCode,
  RateCards: [{ RateCard: rateCard(rates) }],
});

/** AWS requires the same value for both constraints. `Allowed`: the buyer chooses dimensions and quantities. */
export const upfrontTerm = (
  CurrencyCode: string,
  cards: { durationIso: string; rates: readonly Rate[] }[],
  choice: 'Allowed' | 'Disallowed',
): Term => ({
  Type: 'ConfigurableUpfrontPricingTerm',
  CurrencyCode,
  RateCards: cards.map(({ durationIso, rates }) => ({
    Selector: { Type: 'Duration', Value: durationIso },
    Constraints: { MultipleDimensionSelection: choice, QuantityConfiguration: choice },
    RateCard: rateCard(rates),
  })),
});

export const legalTerm = (legal: LegalWrite): Term => ({
  Type: 'LegalTerm',
  Documents: [
    legal.type === 'CUSTOM'
      ? { Type: 'CustomEula', Url: legal.url }
      : { Type: 'StandardEula', Version: standardEulaVersion },
  ],
});

/** A refund policy "cannot lead or end with spaces" (AWS Marketplace Catalog API, UpdateSupportTerms). */
export const supportTerm = (refundPolicy: string): Term => ({ Type: 'SupportTerm', RefundPolicy: refundPolicy.trim() });

export const termsOf = (...terms: Term[]): Document => ({ Terms: terms });

/** AWS does not show the pricing model of an offer; its terms do. */
export const pricingDetails = (terms: Term[]): Document => {
  const types = terms.map(({ Type }) => Type);
  const upfront = types.some((type) => type.includes('Upfront'));
  const model = types.includes('ByolPricingTerm') ? 'Byol' : upfront ? 'Contract' : 'Usage';
  return { PricingModel: model, Terms: terms };
};

/** The prices of a plan: prepaid ones, with one rate card for each length, and usage prices. */
export const planTerms = ({ commits, usage, currency }: PlanWrite): Term[] => {
  const durations = [...new Set(commits.map(({ durationIso }) => durationIso))];
  const cards = durations.map((durationIso) => ({
    durationIso,
    rates: commits.filter((commit) => commit.durationIso === durationIso),
  }));
  return [
    ...(cards.length > 0 ? [upfrontTerm(currency, cards, 'Allowed')] : []),
    ...(usage.length > 0 ? [usageTerm(currency, usage)] : []),
  ];
};

type Card = { Selector?: { Value?: string }; RateCard?: { DimensionKey: string; Price: string }[] };
const cardsOf = (term: Term): Card[] => (Array.isArray(term.RateCards) ? (term.RateCards as Card[]) : []);
const placeOf = (type: string, card: Card, key: string): string => `${type}/${card.Selector?.Value ?? ''}/${key}`;

const pricesOf = (terms: Term[]): Map<string, Big> =>
  new Map(
    terms.flatMap((term) =>
      cardsOf(term).flatMap((card) =>
        (card.RateCard ?? []).map(({ DimensionKey, Price }): [string, Big] => [
          placeOf(term.Type, card, DimensionKey),
          new Big(Price),
        ]),
      ),
    ),
  );

/** Constraints of a released offer are frozen: a new rate card takes over the existing ones. */
const withOldConstraints = (terms: Term[], current: Term[]): Term[] =>
  terms.map((term) => {
    const old = current.find(({ Type }) => Type === term.Type)?.RateCards;
    const constraints = (Array.isArray(old) ? (old[0] as Document | undefined) : undefined)?.Constraints;
    if (constraints === undefined || constraints === null || !Array.isArray(term.RateCards)) return term;
    return {
      ...term,
      RateCards: (term.RateCards as Document[]).map((card) => ({ ...card, Constraints: constraints })),
    };
  });

/**
 * How to change the prices of a released offer to other ones. AWS does not accept an increase together with a decrease or an additional
 * dimension: these come `first`, increases `last`. Null: that step changes nothing. Other pricing terms (such as a trial) stay unchanged.
 */
export const priceSteps = (current: Term[], wanted: Term[]): { first: Term[] | null; last: Term[] | null } => {
  const kept = current.filter((term) => isPricingTerm(term) && !wanted.some(({ Type }) => Type === term.Type));
  const target = withOldConstraints(wanted, current);
  const before = pricesOf(current);
  const after = pricesOf(target);
  const isRise = (place: string): boolean => after.get(place)?.gt(before.get(place) ?? after.get(place) ?? 0) ?? false;
  const rises = [...after.keys()].some(isRise);
  const others =
    [...after].some(([place, price]) => !isRise(place) && !before.get(place)?.eq(price)) ||
    [...before.keys()].some((place) => !after.has(place) && !kept.some(({ Type }) => place.startsWith(`${Type}/`)));
  if (!rises) return { first: others ? [...target, ...kept] : null, last: null };
  const held = target.map((term) => ({
    ...term,
    ...(Array.isArray(term.RateCards)
      ? {
          RateCards: cardsOf(term).map((card) => ({
            ...(card as Document),
            RateCard: (card.RateCard ?? []).map(({ DimensionKey, Price }): DocumentValue => {
              const place = placeOf(term.Type, card, DimensionKey);
              return { DimensionKey, Price: isRise(place) ? (before.get(place)?.toFixed() ?? Price) : Price };
            }),
          })),
        }
      : {}),
  }));
  return { first: others ? [...held, ...kept] : null, last: [...target, ...kept] };
};
