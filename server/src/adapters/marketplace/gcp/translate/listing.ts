import { big, type Decimal } from '../../../../kit/decimal.ts';
import type { PlanWrite } from '../../changes.ts';
import type { Rate } from '../../offer-submissions.ts';
import type { DimensionRead, ProductRead } from '../../port.ts';
import type { Service, ServiceConfig, Sku, SkuGroup, StandardOffer } from '../answers.ts';
import { amountOf } from './money.ts';
import { durationText, idOf, planId } from './names.ts';

/** Everything that Google says about a listing. `config` null: it may not be read. */
export type Listing = {
  service: Service;
  standardOffers: StandardOffer[];
  skus: Sku[];
  /** Those that the standard offers may name instead of SKUs. */
  skuGroups: SkuGroup[];
  config: ServiceConfig | null;
};

/** A metric of a service: `key` is its name without the service's, under which usage is submitted. */
type Metric = { key: string; unit: string; description: string; price: Decimal | null; sku: string; tiers: unknown[] };

type Price = Sku['skuPriceTimeline'][number];

/** The price in force: the last one that has begun. */
const priceNow = ({ skuPriceTimeline }: Sku, now: Date): Price | undefined =>
  skuPriceTimeline
    .filter(({ effectiveTime }) => effectiveTime === undefined || new Date(effectiveTime) <= now)
    .sort((left, right) => Date.parse(left.effectiveTime ?? '1970') - Date.parse(right.effectiveTime ?? '1970'))
    .at(-1);

/**
 * Billing capitalizes the first letter of a metric's own name; usage is submitted under the configuration's name. If
 * the configuration cannot be read, the canonical name is used, which counts the same if the service has such a metric.
 */
const keyOf = (canonical: string, config: ServiceConfig | null): string => {
  const own = config?.metrics.find(({ name }) => name.toLowerCase() === canonical.toLowerCase())?.name;
  const name = own ?? canonical;
  return name.slice(name.indexOf('/') + 1);
};

const metricOf = (sku: Sku, config: ServiceConfig | null, now: Date): Metric | null => {
  const fee = priceNow(sku, now)?.managedServiceMetricUsageFee;
  if (!fee) return null;
  const { tieredPrice } = fee;
  const tiers = tieredPrice?.priceTiers ?? [];
  const [only] = tiers;
  const count = big(tieredPrice?.priceUnitCount?.value ?? '1');
  const isPlain = tiers.length === 1 && only?.price !== undefined && count.gt(0);
  return {
    key: keyOf(fee.canonicalMetric, config),
    unit: tieredPrice?.unit ?? '',
    description: tieredPrice?.unitDescription || sku.description,
    price: isPlain && only?.price ? big(amountOf(only.price)).div(count).toFixed() : null,
    sku: sku.name,
    tiers,
  };
};

const isEffective = ({ effectiveTime, expireTime }: StandardOffer, now: Date): boolean =>
  (effectiveTime === undefined || new Date(effectiveTime) <= now) &&
  (expireTime === undefined || new Date(expireTime) > now);

type Plan = {
  offer: StandardOffer;
  id: string;
  title: string;
  months: number | null;
  /** The price of one month. */
  fee: { price: Decimal; currency: string } | null;
  metrics: Metric[];
};

/** Whether a standard offer names groups of SKUs (StandardOffer.PriceModel.Usage: one of `sku_list` and `sku_group_list`). */
export const usesSkuGroups = ({ priceModel }: StandardOffer): boolean =>
  (priceModel.usage?.skuGroupList?.skuGroups ?? []).length > 0;

/** The SKUs that a standard offer charges usage by, each once. */
const usageSkus = ({ priceModel: { usage } }: StandardOffer, groups: readonly SkuGroup[]): string[] => {
  const named = new Set((usage?.skuGroupList?.skuGroups ?? []).map(idOf));
  const grouped = groups.filter(({ name }) => named.has(idOf(name))).flatMap(({ skus }) => skus);
  return [...new Set([...(usage?.skuList?.skus ?? []), ...grouped])];
};

const titleOf = ({ serviceLevelTitle, serviceLevel, termDurationMonths: months }: StandardOffer): string => {
  const title = serviceLevelTitle || serviceLevel;
  return months === undefined ? title : `${title}, ${months === 1 ? '1 month' : `${months} months`}`;
};

/** The plans that can be bought now, each with its term and prices. */
export const plansOf = ({ standardOffers, skus, skuGroups, config }: Listing, now: Date): Plan[] => {
  const byId = new Map(skus.map((sku) => [idOf(sku.name), sku]));
  return standardOffers
    .filter((offer) => isEffective(offer, now))
    .map((offer) => {
      const months = offer.termDurationMonths ?? null;
      const feeSku = offer.priceModel.flatFee && byId.get(idOf(offer.priceModel.flatFee.sku));
      const price = feeSku && priceNow(feeSku, now)?.flatSubscriptionFee?.pricePerUnit;
      return {
        offer,
        id: planId(offer.serviceLevel, months),
        title: titleOf(offer),
        months,
        fee: price ? { price: amountOf(price), currency: price.currencyCode } : null,
        metrics: usageSkus(offer, skuGroups).flatMap((name) => {
          const sku = byId.get(idOf(name));
          return (sku && metricOf(sku, config, now)) ?? [];
        }),
      };
    });
};

/** Usage prices of a plan that are one amount per unit. */
export const ratesOf = ({ metrics }: Plan): (Rate & { sku: string })[] =>
  metrics.flatMap(({ key, price, sku }) => (price === null ? [] : [{ key, price, sku }]));

const metricsOf = (listing: Listing, now: Date): Metric[] => {
  const found = new Map<string, Metric>();
  for (const sku of listing.skus) {
    const metric = metricOf(sku, listing.config, now);
    if (metric && !found.has(metric.key)) found.set(metric.key, metric);
  }
  return [...found.values()];
};

const dimensionOf = ({ key, unit, description }: Metric): DimensionRead => ({
  key,
  name: description || key,
  description,
  unit,
  types: ['Metered'],
});

const planWrite = (plan: Plan): PlanWrite => ({
  id: plan.id,
  name: plan.title,
  description: '',
  commits:
    plan.fee && plan.months !== null
      ? [
          {
            key: plan.id,
            price: big(plan.fee.price).times(plan.months).toFixed(),
            quantity: 1,
            durationIso: `P${plan.months}M`,
            name: plan.title,
            description: '',
          },
        ]
      : [],
  usage: plan.metrics.flatMap(({ key, price, unit, description }) =>
    price === null ? [] : [{ key, price, unit, description, name: description || key, includedQuantity: null }],
  ),
  currency: plan.fee?.currency ?? 'USD',
  billingTermIso: plan.months === null ? null : `P${plan.months}M`,
});

const priceModelOf = ({ fee, metrics }: Plan): string => {
  if (fee) return metrics.length > 0 ? 'SUBSCRIPTION_PLUS_USAGE' : 'SUBSCRIPTION';
  return metrics.length > 0 ? 'USAGE' : 'FREE';
};

const moneyDocument = (price: Decimal, currencyCode: string) => {
  const [units = '0', decimals = ''] = price.split('.');
  return { currencyCode, units, nanos: Number(decimals.padEnd(9, '0').slice(0, 9)) };
};

const metricDocument = (service: string, config: ServiceConfig | null) => (metric: Metric) => {
  const name = `${service}/${metric.key}`;
  const { metricKind, valueType } = config?.metrics.find((each) => each.name === name) ?? {};
  return {
    id: metric.key,
    name,
    displayName: metric.description || metric.key,
    unit: metric.unit,
    skuId: idOf(metric.sku),
    ...(metricKind ? { metricKind } : {}),
    ...(valueType ? { valueType } : {}),
  };
};

/** The plan in the reference's shape; its name is that of the standard offer, on which private offers are based. */
export const planDocument = (plan: Plan): Record<string, unknown> => ({
  name: plan.offer.name,
  title: plan.title,
  planId: plan.id,
  purchaseMode: 'PURCHASE_MODE_PUBLIC',
  priceInfo: {
    priceModel: priceModelOf(plan),
    ...(plan.fee
      ? {
          subscriptionPlans: [
            { period: durationText(plan.months ?? 1), price: moneyDocument(plan.fee.price, plan.fee.currency) },
          ],
        }
      : {}),
    ...(plan.metrics.length > 0
      ? { usageFees: plan.metrics.map(({ key, tiers }) => ({ metricId: key, priceTiers: tiers })) }
      : {}),
  },
});

/** A product as Google lists it. `version`: the time of the query, because Google's listings have none. */
export const readListing = (listing: Listing, { now, version }: { now: Date; version: number }): ProductRead => {
  const id = idOf(listing.service.name);
  const plans = plansOf(listing, now);
  const metrics = metricsOf(listing, now);
  const title = listing.service.title || id;
  const documents = metrics.map(metricDocument(id, listing.config));
  return {
    entityId: id,
    externalId: id,
    title,
    status: plans.length > 0 ? 'PUBLIC' : 'DRAFT',
    productType: plans.some(({ fee }) => fee !== null) ? 'SUBSCRIPTION' : 'USAGE_BASED',
    fulfillmentUrl: '',
    dimensions: metrics.map(dimensionOf),
    plans: plans.map(planWrite),
    meteringKey: 'LICENSE',
    version,
    document: {
      id,
      name: listing.service.name,
      service: id,
      marketplace: 'marketplaces/google-cloud',
      listingSpec: {
        listingType: 'BillingIntegratedManagedService',
        marketingSpec: { title, displayNames: [title] },
        purchaseSpec: { metrics: documents, purchaseOptionSpecs: plans.map(planDocument) },
      },
      serviceConfig: { name: id, title, metrics: documents },
    },
  };
};
