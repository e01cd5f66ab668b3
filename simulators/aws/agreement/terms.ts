import Big from 'big.js';
import { addDuration, parseDuration } from '../../kit/duration.ts';
import { isPricingTerm } from '../catalog/offer-rules.ts';
import { type EntitledQuantity, endOfDay, type Json, type JsonValue, type Offer, type Term } from '../state.ts';

/** What a buyer chooses when accepting: the duration of a configurable price and units per dimension. */
export type Selection = { duration: string | undefined; quantities: Record<string, number>; autoRenew: boolean };

/** The result of an acceptance. */
export type Deal = {
  startAt: number;
  endAt: number | null;
  currencyCode: string;
  agreementValue: string;
  entitlements: EntitledQuantity[];
  selectedDuration: string | null;
};

type Grant = { DimensionKey: string; MaxQuantity?: number };
type RateCard = { Selector: { Value: string }; RateCard: { DimensionKey: string; Price: string }[] };

/**
 * Computes dates, value and entitlements of an acceptance at `at`. Returns a string with the reason if it is
 * impossible.
 */
export const computeDeal = (terms: Offer['terms'], selection: Selection, at: number): Deal | string => {
  const termOf = (type: string): Term | undefined => terms.find((term) => term.Type === type);
  const validity = termOf('ValidityTerm');
  const startDate = validity?.AgreementStartDate;
  const startAt = typeof startDate === 'string' ? Math.max(at, Date.parse(`${startDate}T00:00:00Z`)) : at;
  const configurable = termOf('ConfigurableUpfrontPricingTerm');
  const fixed = termOf('FixedUpfrontPricingTerm');
  const chosen = configurable ? chooseRates(configurable, selection) : null;
  if (typeof chosen === 'string') return chosen;

  const trial = termOf('FreeTrialPricingTerm');
  const duration =
    validity?.AgreementDuration ??
    chosen?.duration ??
    fixed?.Duration ??
    (isTrial(terms) ? trial?.Duration : undefined);
  let endAt: number | null = null;
  if (typeof validity?.AgreementEndDate === 'string') endAt = endOfDay(validity.AgreementEndDate) - 1000;
  else if (typeof duration === 'string') {
    const parsed = parseDuration(duration);
    endAt = parsed ? addDuration(startAt, parsed) : null;
  }
  const schedule = (termOf('PaymentScheduleTerm')?.Schedule ?? []) as { ChargeAmount: string }[];
  const value = schedule
    .reduce((sum, charge) => sum.plus(charge.ChargeAmount), Big((fixed?.Price as string | undefined) ?? 0))
    .plus(chosen?.value ?? 0);
  const granted = (fixed?.Grants ?? (isTrial(terms) ? trial?.Grants : undefined) ?? []) as Grant[];
  const grants = granted.map((grant) => ({ dimensionKey: grant.DimensionKey, quantity: grant.MaxQuantity ?? 1 }));
  const currency = terms.find((term) => term.CurrencyCode !== undefined)?.CurrencyCode;
  return {
    startAt,
    endAt,
    currencyCode: typeof currency === 'string' ? currency : 'USD',
    agreementValue: value.toFixed(),
    entitlements: [...grants, ...(chosen?.entitlements ?? [])],
    selectedDuration: chosen?.duration ?? null,
  };
};

/** Whether these terms are a free trial and nothing else: such an agreement ends with the trial, and costs nothing. */
export const isTrial = (terms: Offer['terms']): boolean => {
  const pricing = terms.filter(isPricingTerm);
  return pricing.length > 0 && pricing.every((term) => term.Type === 'FreeTrialPricingTerm');
};

/**
 * When the free trial of an agreement ends, or null if it has none. Until then nothing is charged ("buyers aren't charged
 * anything within a specified limit", FreeTrialPricingTerm of the Agreement Service); prices beside it count from then on.
 */
export const trialEndAt = (agreement: { terms: Offer['terms']; startAt: number }): number | null => {
  const duration = agreement.terms.find((term) => term.Type === 'FreeTrialPricingTerm')?.Duration;
  const parsed = typeof duration === 'string' ? parseDuration(duration) : null;
  return parsed ? addDuration(agreement.startAt, parsed) : null;
};

type Choice = { duration: string; value: Big; entitlements: EntitledQuantity[] };

const chooseRates = (term: Term, selection: Selection): Choice | string => {
  const cards = term.RateCards as RateCard[];
  const card =
    selection.duration === undefined ? cards[0] : cards.find((item) => item.Selector.Value === selection.duration);
  if (!card) return `the offer has no rate card for ${selection.duration}`;
  const wanted = Object.keys(selection.quantities).length > 0 ? selection.quantities : defaultQuantities(card);
  let value = Big(0);
  const entitlements: EntitledQuantity[] = [];
  for (const [dimensionKey, quantity] of Object.entries(wanted)) {
    const rate = card.RateCard.find((item) => item.DimensionKey === dimensionKey);
    if (!rate) return `the offer has no dimension ${dimensionKey}`;
    if (!Number.isInteger(quantity) || quantity < 0) return `the quantity of ${dimensionKey} is not a whole number`;
    value = value.plus(Big(rate.Price).times(quantity));
    if (quantity > 0) entitlements.push({ dimensionKey, quantity });
  }
  return { duration: card.Selector.Value, value, entitlements };
};

// A buyer who specifies nothing gets one unit of the first dimension.
const defaultQuantities = (card: RateCard): Record<string, number> => {
  const first = card.RateCard[0];
  return first ? { [first.DimensionKey]: 1 } : {};
};

/** One accepted term as GetAgreementTerms returns it: a union with one member, camel case, times in epoch seconds. */
export const acceptedTermView = (
  term: Term,
  agreement: { autoRenew: boolean; selectedDuration: string | null; entitlements: EntitledQuantity[] },
): Json => {
  const view = camelCase(term) as Json;
  view.type = term.Type;
  if (term.Type === 'PaymentScheduleTerm') {
    view.schedule = (term.Schedule as Json[]).map((charge) => ({
      chargeDate: Date.parse(String(charge.ChargeDate)) / 1000,
      chargeAmount: charge.ChargeAmount ?? '0',
    }));
  }
  if (term.Type === 'ValidityTerm') {
    for (const field of ['agreementStartDate', 'agreementEndDate']) {
      if (typeof view[field] === 'string') view[field] = Date.parse(view[field]) / 1000;
    }
  }
  if (term.Type === 'ConfigurableUpfrontPricingTerm') {
    view.configuration = {
      selectorValue: agreement.selectedDuration ?? '',
      dimensions: agreement.entitlements.map((item) => ({
        dimensionKey: item.dimensionKey,
        dimensionValue: item.quantity,
      })),
    };
  }
  // The accepted term has nothing but the buyer's choice (RenewalTerm of the Agreement Service); the rest is in the offer.
  if (term.Type === 'RenewalTerm') {
    return { [lowerFirst(term.Type)]: { type: term.Type, configuration: { enableAutoRenew: agreement.autoRenew } } };
  }
  return { [lowerFirst(term.Type)]: view };
};

const camelCase = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(camelCase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [lowerFirst(key), camelCase(item)]));
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
