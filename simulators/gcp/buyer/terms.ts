import { monthsLater, readDateTime } from '../producer/date-time.ts';
import type { Entitlement, GcpReader, Json, PrivateOffer, StandardOffer, Terms } from '../state.ts';

/** A number of months as an ISO 8601 duration, in years and months as Google writes it. */
export const durationText = (months: number): string => {
  const years = Math.floor(months / 12);
  return `P${years > 0 ? `${years}Y` : ''}${months % 12 > 0 || years === 0 ? `${months % 12}M` : ''}`;
};

/** The plan ID as in orders: with its term, such as `pro-P1Y`, unless that is a month. */
const planId = (serviceLevel: string, months: number | null): string =>
  months === null || months === 1 ? serviceLevel : `${serviceLevel}-${durationText(months)}`;

/** The name of an offer in orders and events, which contains the project number. */
export const offerName = (
  reader: GcpReader,
  { sellerId, serviceId }: Pick<Entitlement, 'sellerId' | 'serviceId'>,
  { privateOfferId, standardOfferId }: Pick<Terms, 'privateOfferId' | 'standardOfferId'>,
): string => {
  const parent = `projects/${reader.get('sellers', sellerId)?.projectNumber}/services/${serviceId}`;
  if (privateOfferId) return `${parent}/privateOffers/${privateOfferId}`;
  return `${parent}/standardOffers/${standardOfferId}`;
};

/** The terms of a public plan. */
export const termsOfPlan = (offer: StandardOffer): Terms => ({
  standardOfferId: offer.id,
  privateOfferId: null,
  plan: planId(offer.serviceLevel, offer.termMonths),
  durationMonths: offer.termMonths,
  startsAt: null,
  endsAt: null,
  // A public plan continues for as long as the customer likes.
  renewalsLeft: offer.termMonths === null ? 0 : Number.MAX_SAFE_INTEGER,
});

/** The terms of a private offer. */
export const termsOfPrivateOffer = (offer: PrivateOffer, base: StandardOffer): Terms => {
  const term = (offer.content.term ?? {}) as Json;
  const durationMonths = term.endPolicy === 'AFTER_DURATION' ? Number(term.durationMonths) : null;
  return {
    standardOfferId: base.id,
    privateOfferId: offer.id,
    plan: planId(base.serviceLevel, durationMonths),
    durationMonths,
    startsAt: term.startPolicy === 'SCHEDULED_START_TIME' ? readDateTime(term.scheduledStartTime) : null,
    endsAt: term.endPolicy === 'SCHEDULED_END_TIME' ? readDateTime(term.scheduledEndTime) : null,
    renewalsLeft: Number(term.maxRenewalCount ?? 0),
  };
};

/** The end of a term that begins at a time; null if it has none. */
export const termEnd = (terms: Terms, startsAt: number): number | null => {
  if (terms.endsAt !== null) return terms.endsAt;
  return terms.durationMonths === null ? null : monthsLater(startsAt, terms.durationMonths);
};

/** Whether the base of an offer has a subscription, so that the order ends with its last term. */
export const hasSubscription = (reader: GcpReader, terms: Terms): boolean =>
  (reader.get('standardOffers', terms.standardOfferId)?.flatFeeSku ?? null) !== null;
