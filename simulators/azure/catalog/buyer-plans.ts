import Big from 'big.js';
import { dayOf, objectOf, objectsOf, textOf } from '../api/call.ts';
import type { AzureReader, Buyer, Json, PrivateOffer, Subscription } from '../state.ts';
import { documentsOf, livePlans, type Plan, readPricing, typeOf } from './plan.ts';

/**
 * The plans of a product available to a buyer at a time: public ones, private ones, and those of its private offers.
 */
export const plansForBuyer = (reader: AzureReader, productId: string, buyer: Buyer, at: number): Plan[] => {
  const plans = livePlans(reader, productId).filter((plan) => !plan.isPrivate || plan.tenants.includes(buyer.tenantId));
  const offers = reader
    .list('privateOffers')
    .filter((offer) => offer.acceptance?.billingAccountId === buyer.id && runsAt(offer, at));
  return offers.reduce((found, offer) => applyOffer(reader, offer, productId, found), plans);
};

/**
 * A plan that a subscription has or has had, at its prices at a time. The plan of a private offer that has since ended
 * is still the one that was bought.
 */
export const boughtPlan = (
  reader: AzureReader,
  { buyerId, productId, createdAt }: Subscription,
  planId: string,
  at: number,
): Plan | undefined => {
  const buyer = reader.get('buyers', buyerId);
  const plansAt = (time: number): Plan[] => (buyer ? plansForBuyer(reader, productId, buyer, time) : []);
  const named = (plan: Plan): boolean => plan.planId === planId;
  return plansAt(at).find(named) ?? plansAt(createdAt).find(named) ?? livePlans(reader, productId).find(named);
};

/** Whether an accepted private offer's prices are in force. */
const runsAt = ({ document, acceptance }: PrivateOffer, at: number): boolean => {
  const start = textOf(document.start);
  const end = textOf(document.end);
  const begins = start === null || document.variableStartDate === true ? (acceptance?.at ?? 0) : dateOf(start);
  return at >= begins && (end === null || dayOf(at) <= dateOf(end));
};

/** The first instant (UTC) of a date such as `2026-12-31`; any time of day is ignored. */
export const dateOf = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

const applyOffer = (reader: AzureReader, offer: PrivateOffer, productId: string, plans: Plan[]): Plan[] => {
  let result = plans;
  for (const [index, pricing] of objectsOf(offer.document.pricing).entries()) {
    if (pricing.product !== productId) continue;
    const made = offer.newPlans.find((plan) => plan.index === index);
    if (made) {
      const base = livePlans(reader, productId).find((plan) => plan.id === made.basePlan);
      if (base) result = [...result, customizedPlan(reader, offer, pricing, base, made)];
      continue;
    }
    result = result.map((plan) =>
      pricing.plan === undefined || pricing.plan === plan.id ? withPricing(reader, offer, pricing, plan) : plan,
    );
  }
  return result;
};

const customizedPlan = (
  reader: AzureReader,
  offer: PrivateOffer,
  pricing: Json,
  base: Plan,
  made: { planId: string; externalId: string },
): Plan => {
  const details = objectOf(pricing.newPlanDetails);
  return {
    ...withPricing(reader, offer, pricing, base),
    id: made.planId,
    planId: made.externalId,
    name: textOf(details.name) ?? base.name,
    description: textOf(details.description) ?? base.description,
    isPrivate: true,
  };
};

const withPricing = (reader: AzureReader, offer: PrivateOffer, pricing: Json, plan: Plan): Plan => {
  const privateOfferId = offer.id;
  if (pricing.discountType !== 'absolute') {
    const factor = new Big(1).minus(new Big(String(pricing.discountPercentage ?? 0)).div(100));
    const less = <T extends { price: number }>(item: T): T => ({
      ...item,
      price: new Big(String(item.price)).times(factor).toNumber(),
    });
    return { ...plan, privateOfferId, prices: plan.prices.map(less), meters: plan.meters.map(less) };
  }
  const priced = reader.get('resources', String(pricing.priceDetails))?.draft ?? {};
  const custom = documentsOf(reader, plan.productId, 'live').find(
    (document) => typeOf(document) === 'price-and-availability-custom-meter',
  );
  const read = readPricing(objectOf(priced.pricing), objectOf(custom?.customMeters));
  const meters = plan.meters.map((meter) => {
    const own = read.meters.find(({ id }) => id === meter.id);
    if (!own) return meter;
    // Meters of customized plans change the included quantities; the price is unchanged unless one is given.
    return { ...meter, price: own.price || meter.price, included: own.included };
  });
  return { ...plan, ...read, meters, privateOfferId };
};
