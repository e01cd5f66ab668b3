import Big from 'big.js';
import { endOfDay, type Json, type Offer, type ResaleAuthorization, type Term } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';
import { isPricingTerm, termOf } from './offer-rules.ts';

/** The authorization by which the change set's account may sell now; throws if there is none. */
export const requireAuthorization = (draft: ChangeDraft, id: string): ResaleAuthorization => {
  const entity = draft.get(id);
  const refuse = (message: string): Error => businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
  if (entity?.type !== 'ResaleAuthorization' || entity.resellerAccountId !== draft.accountId) {
    throw refuse(`There is no resale authorization ${id} for this account.`);
  }
  if (authorizationStatus(entity, draft.at) !== 'Active') throw refuse('Use a resale authorization in active state.');
  return entity;
};

/** Whether a channel partner can see it: it was released for that account. */
export const isSharedWith = ({ resellerAccountId, status }: ResaleAuthorization, accountId: string): boolean =>
  resellerAccountId === accountId && status !== 'Draft';

/** Whether its last day has passed. */
export const isOver = ({ availabilityEndDate }: ResaleAuthorization, at: number): boolean =>
  availabilityEndDate !== null && endOfDay(availabilityEndDate) <= at;

/** Active unless restricted, expired or used up. */
const authorizationStatus = (
  authorization: ResaleAuthorization,
  at: number,
): ResaleAuthorization['status'] | 'Complete' => {
  const { status, offersMax, offerIds } = authorization;
  if (status !== 'Active') return status;
  return isOver(authorization, at) || (offersMax !== null && offerIds.length >= offersMax) ? 'Complete' : 'Active';
};

/** Records an offer made with it. The authorization belongs to another account, so the draft does not check it. */
export const countOffer = (draft: ChangeDraft, authorization: ResaleAuthorization, offerId: string): void => {
  draft.put({ ...authorization, offerIds: [...authorization.offerIds, offerId] });
};

/** The authorization of an offer, or null for a manufacturer's own offer. */
export const authorizationOf = (draft: ChangeDraft, offer: Offer): ResaleAuthorization | null => {
  const entity = draft.get(offer.resaleAuthorizationId ?? '');
  return entity?.type === 'ResaleAuthorization' ? entity : null;
};

/** UpdateMarkup: raises the authorized prices by a percentage, replacing any earlier markup. */
export const markUp = (draft: ChangeDraft, offer: Offer, percentage: string): Offer => {
  const authorization = authorizationOf(draft, offer);
  if (!authorization) {
    throw businessError(['INVALID_MARKUP_PERCENTAGE', 'A markup is for offers made with a resale authorization.']);
  }
  if (offer.state === 'Released') {
    throw businessError(['INCOMPATIBLE_MARKUP', 'The markup cannot be changed after the offer is released.']);
  }
  const own = ['PaymentScheduleTerm', 'FixedUpfrontPricingTerm'].filter(
    (type) => termOf(offer, type) && !authorization.terms.some((term) => term.Type === type),
  );
  if (own.length > 0) {
    const message = `A markup does not go with terms that are not authorized: ${own.join(', ')}.`;
    throw businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
  }
  const factor = Big(percentage).div(100).plus(1);
  const raised = authorization.terms.map((term) => raise(term, factor));
  const types = raised.map((term) => term.Type);
  return {
    ...offer,
    markupPercentage: percentage,
    terms: [...offer.terms.filter((term) => !types.includes(term.Type)), ...raised],
  };
};

const raise = (term: Term, factor: Big): Term => {
  const price = (value: unknown, decimals: number): string =>
    Big(String(value)).times(factor).round(decimals).toFixed();
  if (term.Type === 'PaymentScheduleTerm') {
    const Schedule = (term.Schedule as Json[]).map((item) => ({ ...item, ChargeAmount: price(item.ChargeAmount, 2) }));
    return { ...term, Type: term.Type, Schedule };
  }
  if (!isPricingTerm(term) || !Array.isArray(term.RateCards)) return term;
  const decimals = term.Type === 'UsageBasedPricingTerm' ? 8 : 3;
  const RateCards = (term.RateCards as Json[]).map((card) => ({
    ...card,
    RateCard: (card.RateCard as Json[]).map((rate) => ({ ...rate, Price: price(rate.Price, decimals) })),
  }));
  return { ...term, Type: term.Type, RateCards };
};

/** UpdatePricingTerms by a channel partner: only a fixed up-front price besides the authorized usage. */
export const checkPartnerPricing = (draft: ChangeDraft, offer: Offer, pricingModel: string, terms: Term[]): Term[] => {
  const authorization = authorizationOf(draft, offer);
  if (!authorization) return terms;
  const refuse = (message: string): Error => businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
  if (pricingModel !== 'Contract' || terms.some((term) => term.Type !== 'FixedUpfrontPricingTerm')) {
    throw refuse('A channel partner sets a FixedUpfrontPricingTerm only.');
  }
  if (Number(offer.markupPercentage ?? 0) > 0) {
    throw businessError(['INCOMPATIBLE_TERMS', 'FixedUpfrontPricingTerm is not supported beside a markup.']);
  }
  const currency = authorization.terms.find((term) => term.CurrencyCode !== undefined)?.CurrencyCode;
  if (currency !== undefined && terms.some((term) => term.CurrencyCode !== currency)) {
    throw refuse('Provide the CurrencyCode of the resale authorization.');
  }
  return [...terms, ...authorization.terms.filter((term) => term.Type === 'UsageBasedPricingTerm')];
};

/** UpdateNetPaymentTerms by a channel partner: at most the period that the manufacturer authorized. */
export const checkPartnerNetPayment = (draft: ChangeDraft, offer: Offer, term: Term): void => {
  const authorization = authorizationOf(draft, offer);
  if (!authorization) return;
  const days = (value: unknown): number => Number(/\d+/.exec(String(value))?.[0] ?? 0);
  const authorized = authorization.terms.find(({ Type }) => Type === 'NetPaymentTerm')?.PaymentDuePeriod;
  if (authorized === undefined || days(term.PaymentDuePeriod) > days(authorized)) {
    const message = 'The resale authorization does not allow this PaymentDuePeriod.';
    throw businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
  }
};

/** UpdateTargeting by a channel partner: a subset of the authorized buyers. */
export const checkPartnerTargeting = (draft: ChangeDraft, offer: Offer, buyerAccounts: string[]): void => {
  const authorized = authorizationOf(draft, offer)?.buyerAccounts ?? [];
  if (authorized.length === 0 || buyerAccounts.every((id) => authorized.includes(id))) return;
  const message = 'Provide BuyerAccounts that are compatible with the resale authorization.';
  throw businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
};
