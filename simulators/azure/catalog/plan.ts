import { objectOf, objectsOf, textOf } from '../api/call.ts';
import type { AzureReader, Json, Resource, Target } from '../state.ts';

/** A plan as buyers see it. Prices are in USD. */
export type Plan = {
  /** The durable id. */
  id: string;
  productId: string;
  /** The external IDs of its product and of the plan. */
  offerId: string;
  planId: string;
  name: string;
  description: string;
  isPrivate: boolean;
  /** Tenants that may buy a private plan. */
  tenants: string[];
  isStopSell: boolean;
  hasFreeTrial: boolean;
  isPerSeat: boolean;
  minQuantity: number;
  maxQuantity: number;
  prices: Price[];
  meters: Meter[];
  /** The private offer that sets these prices. */
  privateOfferId: string | null;
};

/** The price of one payment; a term has several payments if they are made more often (`paymentUnit`). */
export type Price = {
  termUnit: string;
  paymentUnit: string;
  price: number;
  /** Flexible schedule: instead of `price`, these are paid, each on a day (YYYY-MM-DD), or when the term begins (null). */
  schedule: { day: string | null; price: number }[] | null;
};

/** `included` quantities by term; null for unlimited. */
export type Meter = {
  id: string;
  displayName: string;
  unit: string;
  price: number;
  included: { termUnit: string; quantity: number | null }[];
};

const seatsMax = 1_000_000;

/** The external ID, in either of its spellings. */
export const externalIdOf = (document: Json): string | null => {
  const identity = objectOf(document.identity);
  return textOf(identity.externalId) ?? textOf(identity.externalID);
};

/** The documents of a product in an environment. */
export const documentsOf = (reader: AzureReader, productId: string, target: Target): Json[] =>
  resourcesOf(reader, productId)
    .map((resource) => resource[target])
    .filter((document) => document !== null);

export const resourcesOf = (reader: AzureReader, productId: string): Resource[] =>
  reader.list('resources').filter((resource) => resource.productId === productId);

/** The type of a resource document, from its `$schema`. */
export const typeOf = (document: Json): string =>
  /\/schema\/([a-z-]+)\/[^/]+$/.exec(String(document.$schema ?? '').trim())?.[1] ?? '';

/** The plans of a product that are, or were, on sale (`isStopSell`). */
export const livePlans = (reader: AzureReader, productId: string): Plan[] => {
  const documents = documentsOf(reader, productId, 'live');
  const product = documents.find((document) => typeOf(document) === 'product');
  if (!product) return [];
  const of = (type: string, planId?: string): Json =>
    documents.find((item) => typeOf(item) === type && (planId === undefined || item.plan === planId)) ?? {};
  const meters = objectOf(of('price-and-availability-custom-meter').customMeters);
  const plans = documents.filter((document) => typeOf(document) === 'plan');
  return plans.map((plan): Plan => {
    const id = String(plan.id);
    const offered = of('price-and-availability-plan', id);
    const listing = of('plan-listing', id);
    return {
      id,
      productId,
      offerId: externalIdOf(product) ?? '',
      planId: externalIdOf(plan) ?? '',
      name: textOf(listing.name) ?? textOf(plan.alias) ?? '',
      description: textOf(listing.description) ?? '',
      isPrivate: offered.audience === 'private',
      tenants: objectsOf(offered.privateAudiences).map((audience) => String(audience.id)),
      isStopSell: isDeprecated(plan) || isDeprecated(product),
      hasFreeTrial: offered.trial !== undefined && offered.trial !== null,
      privateOfferId: null,
      ...readPricing(objectOf(offered.pricing), meters),
    };
  });
};

const isDeprecated = (document: Json): boolean => document.lifecycleState === 'deprecated';

type Priced = Pick<Plan, 'isPerSeat' | 'minQuantity' | 'maxQuantity' | 'prices' | 'meters'>;

/** Parses a `pricing` object; the names of meters come from the custom meters of the product. */
export const readPricing = (pricing: Json, customMeters: Json): Priced => {
  const recurrent = objectOf(pricing.recurrentPrice);
  const limits = objectOf(recurrent.userLimits);
  const meters = objectOf(objectOf(pricing.customMeters).meters);
  return {
    isPerSeat: recurrent.recurrentPriceMode === 'perUser',
    // 0 is no limit (dstarr/partner-center-cli, Order.json).
    minQuantity: Number(limits.min || 1),
    maxQuantity: Number(limits.max || seatsMax),
    prices: objectsOf(recurrent.prices).map((price) => ({
      termUnit: termUnitOf(price.billingTerm),
      paymentUnit: termUnitOf(price.paymentOption ?? price.billingTerm),
      price: Number(price.pricePerPaymentInUsd ?? 0),
      schedule: scheduleOf(price.flexibleSchedule),
    })),
    meters: Object.entries(meters).map(([id, value]) => {
      const meter = objectOf(value);
      const named = objectOf(customMeters[id]);
      return {
        id,
        displayName: textOf(named.displayName) ?? id,
        unit: textOf(named.unitOfMeasure) ?? id,
        price: Number(meter.pricePerPaymentInUsd ?? 0),
        included: objectsOf(meter.includedQuantities).map((item) => ({
          termUnit: termUnitOf(item.billingTerm),
          quantity: item.isInfinite === true ? null : Number(item.quantity ?? 0),
        })),
      };
    }),
  };
};

const scheduleOf = (flexible: unknown): Price['schedule'] => {
  if (typeof flexible !== 'object' || flexible === null) return null;
  const { initialCharge, billingSchedule } = objectOf(flexible);
  return [objectOf(initialCharge), ...objectsOf(billingSchedule)].flatMap((item) => {
    const price = Number(item.pricePerPaymentInUsd ?? 0);
    return price > 0 ? [{ day: textOf(item.chargeDate), price }] : [];
  });
};

/** `{type: "year", value: 3}` becomes `P3Y`. */
const termUnitOf = (term: unknown): string => {
  const { type, value } = objectOf(term);
  return `P${Number(value ?? 1)}${type === 'year' ? 'Y' : 'M'}`;
};
